import { Check, ChevronDown, ChevronUp, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { secondsLeft } from '../../../api/uploads/speed.ts';
import {
  addAnyway,
  cancelUpload,
  clearUploads,
  retryUpload,
  type Upload,
  useUploads,
} from '../../../api/uploads/uploads.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Tray, TrayList, TrayRow } from '../../../ui/layout/tray.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useLibraryText } from '../text.ts';
import { BundleChoice, bundleFacts } from './upload-bundle.tsx';
import styles from './upload-tray.module.css';

/** Duration of the completion message, in milliseconds. */
const FAREWELL_MS = 6000;

const OPEN = new Set<Upload['state']>(['waiting', 'sending', 'registering', 'copying']);

/** Upload progress in the corner of every screen. */
export function UploadTray() {
  const t = useLibraryText();
  const formats = useFormats();
  const { uploads } = useUploads();
  const [isOpen, setOpen] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const isSettled = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  useEffect(() => {
    if (!isSettled || isHeld) return;
    const timer = setTimeout(clearUploads, FAREWELL_MS);
    return () => clearTimeout(timer);
  }, [isSettled, isHeld]);
  if (uploads.length === 0) return null;

  const open = uploads.filter(({ state }) => OPEN.has(state));
  const same = uploads.filter(({ state }) => state === 'same').map(({ id }) => id);
  const bundles = uploads.filter(({ state }) => state === 'bundle').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const total = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, { state, file, sentBytes }) => sum + (state === 'done' ? file.size : sentBytes), 0);
  const speed = open.reduce((sum, upload) => sum + upload.speed, 0);
  const left = secondsLeft(
    open.reduce((sum, { file, sentBytes }) => sum + file.size - sentBytes, 0),
    speed,
  );
  const isDone = open.length === 0;
  const title = isDone
    ? failed > 0
      ? t('tray.failed', { count: failed })
      : same.length > 0
        ? t('tray.same', { count: same.length })
        : bundles > 0
          ? t('tray.bundles', { count: bundles })
          : t('tray.done')
    : t('tray.title', { count: open.length });
  const done = uploads.filter(({ state }) => state === 'done');
  const known = done.filter(({ isKnown, outcome }) => isKnown || outcome === 'unchanged').length;
  const counts = [
    ['tray.added', done.length - known],
    ['tray.known.count', same.length + known],
    ['tray.failed.count', failed],
  ] as const;
  const summary = counts.flatMap(([key, count]) => (count > 0 ? [t(key, { count })] : []));
  const close = () => {
    for (const id of same) cancelUpload(id);
    clearUploads();
  };

  return (
    <Tray
      label={title}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <header className={styles.head}>
        <div className={styles.summary} role="status">
          <p className={styles.title}>{title}</p>
          {isDone && summary.length > 1 && <p className={styles.facts}>{summary.join(' · ')}</p>}
          {!isDone && speed > 0 && (
            <p className={styles.facts}>
              {formats.bytes(speed)}/s{left !== null && ` · ${t('tray.left', { time: formats.span(left) })}`}
            </p>
          )}
        </div>
        <IconButton
          size="small"
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'tray.collapse' : 'tray.expand')}
          onClick={() => setOpen(!isOpen)}
        />
        {isDone && bundles === 0 && <IconButton size="small" icon={X} label={t('tray.close')} onClick={close} />}
      </header>
      {same.length > 1 && (
        <span className={styles.all}>
          <Button size="small" onClick={() => same.forEach(cancelUpload)}>
            {t('tray.skipAll')}
          </Button>
          <Button size="small" look="quiet" onClick={() => same.forEach(addAnyway)}>
            {t('tray.addAll')}
          </Button>
        </span>
      )}
      {!isDone && <Progress value={total > 0 ? (100 * sent) / total : null} label={title} />}
      {isOpen && (
        <TrayList>
          {uploads.slice(0, 200).map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </TrayList>
      )}
    </Tray>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const t = useLibraryText();
  const formats = useFormats();
  const { id, name, state, file, sentBytes, speed, error, jobId, duplicate, isKnown, bundle, outcome } = upload;
  const about = () => {
    if (state === 'failed') return error ? errorText(error) : '';
    if (state === 'done' && outcome !== null) return t(`tray.bundle.${outcome}`);
    if (state === 'done') return t(isKnown ? 'tray.known' : 'tray.finished');
    if (state === 'same') return t('tray.sameAs', { name: duplicate?.name ?? '' });
    if (state === 'bundle' && bundle) return bundleFacts(bundle.facts, t);
    if (state === 'waiting') return t('tray.waiting');
    if (state === 'registering') return t('tray.reading');
    const progress = `${formats.bytes(sentBytes)} / ${formats.bytes(file.size)}`;
    if (state === 'copying') return `${t('tray.copying')} · ${progress}`;
    return speed > 0 ? `${progress} · ${formats.bytes(speed)}/s` : progress;
  };
  return (
    <TrayRow
      name={name}
      about={about()}
      hasFailed={state === 'failed'}
      actions={
        <>
          {state === 'failed' && (
            <IconButton size="small" icon={RotateCw} label={t('tray.retry')} onClick={() => retryUpload(id)} />
          )}
          {(state === 'done' || state === 'copying') && jobId !== null ? (
            <Link href={`/videos/${jobId}`} className={styles.open}>
              {state === 'done' && <Check aria-hidden size={14} strokeWidth={2} />}
              {t('tray.open')}
            </Link>
          ) : (
            <IconButton
              size="small"
              icon={X}
              label={t(
                state === 'same' || state === 'bundle'
                  ? 'tray.notAdd'
                  : state === 'failed'
                    ? 'tray.remove'
                    : 'tray.cancel',
              )}
              onClick={() => cancelUpload(id)}
            />
          )}
        </>
      }
    >
      {state === 'same' && duplicate && (
        <span className={styles.choice}>
          <Link href={`/videos/${duplicate.job_id}`} className={styles.open} onClick={() => cancelUpload(id)}>
            {t('tray.openDuplicate')}
          </Link>
          <Button size="small" look="quiet" onClick={() => addAnyway(id)}>
            {t('tray.addAnyway')}
          </Button>
        </span>
      )}
      {state === 'bundle' && <BundleChoice upload={upload} />}
      {(state === 'sending' || state === 'copying') && (
        <Progress value={file.size > 0 ? (100 * sentBytes) / file.size : null} label={name} />
      )}
    </TrayRow>
  );
}
