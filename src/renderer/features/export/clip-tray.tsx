import { RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { type ClipSave, cancelClips, retryClips, useClipSaves } from '../../api/clip-saves.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Tray, TrayList, TrayRow } from '../../ui/layout/tray.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { useClipText } from './clip-text.ts';
import styles from './clip-tray.module.css';

/** Duration of the completion message, in milliseconds. */
const FAREWELL_MS = 6000;

/** Progress of clips being saved, in the corner of every screen. */
export function ClipTray() {
  const t = useClipText();
  const saves = useClipSaves((state) => state.saves);
  if (saves.length === 0) return null;
  const isMaking = saves.some(({ state }) => state === 'making');
  const hasFailed = saves.some(({ state }) => state === 'failed');
  const title = t(isMaking ? 'tray.making' : hasFailed ? 'tray.failed' : 'tray.done');
  return (
    <Tray label={title}>
      <p className={styles.title} role="status">
        {title}
      </p>
      <TrayList>
        {saves.map((save) => (
          <ClipRow key={save.id} save={save} />
        ))}
      </TrayList>
    </Tray>
  );
}

function ClipRow({ save }: { save: ClipSave }) {
  const t = useClipText();
  const formats = useFormats();
  const { id, count, title, state, done, progress, error } = save;
  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => cancelClips(id), FAREWELL_MS);
    return () => clearTimeout(timer);
  }, [state, id]);
  const percent = formats.percent(progress / 100);
  const about = () => {
    if (state === 'failed') return error ? errorText(error) : '';
    if (state === 'done') return t('tray.saved');
    return count === 1 ? percent : t('tray.of', { done, total: count, percent });
  };
  return (
    <TrayRow
      name={title}
      about={about()}
      hasFailed={state === 'failed'}
      actions={
        <>
          {state === 'failed' && (
            <IconButton size="small" icon={RotateCw} label={t('tray.retry')} onClick={() => retryClips(id)} />
          )}
          <IconButton
            size="small"
            icon={X}
            label={t(state === 'making' ? 'tray.cancel' : 'tray.remove')}
            onClick={() => cancelClips(id)}
          />
        </>
      }
    >
      {state === 'making' && <Progress value={progress} label={title} />}
    </TrayRow>
  );
}
