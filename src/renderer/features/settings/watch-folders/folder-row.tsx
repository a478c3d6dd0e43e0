import { FileStack, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WatchFolder } from '../../../../contract/library/watch-folders.ts';
import { api } from '../../../api/endpoints.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { folderName } from './folder-name.ts';
import { useRulesLine } from './rules-line.ts';
import styles from './watch-folders.module.css';
import { useWatchFoldersText } from './watch-folders-text.ts';

const TONES = {
  watching: 'good',
  paused: 'neutral',
  missing: 'warn',
  unreadable: 'bad',
  off: 'warn',
} as const satisfies Record<WatchFolder['state'] | 'paused', Tone>;

/** Outcomes whose files a row counts, and leads to. */
export const COUNTED = ['queued', 'known', 'waiting', 'skipped', 'failed'] as const;
export type Counted = (typeof COUNTED)[number];

/** Number of files of a folder by outcome. */
export function countsOf(folder: WatchFolder): Record<Counted, number> {
  const { analyzed: queued, known, waiting, skipped, failed } = folder;
  return { queued, known, waiting, skipped, failed };
}

/** One watch folder with its state, its files in numbers, and its actions. */
export function FolderRow({
  folder,
  onFiles,
  onEdit,
  onDelete,
  onChanged,
}: {
  folder: WatchFolder;
  onFiles(outcome: Counted | null): void;
  onEdit(): void;
  onDelete(): void;
  onChanged(): void;
}) {
  const t = useWatchFoldersText();
  const messages = useMessages();
  const rulesOf = useRulesLine();
  const [isScanning, setScanning] = useState(false);
  const { id, path, enabled } = folder;
  const name = folderName(path);
  const state = enabled ? folder.state : 'paused';
  const counts = countsOf(folder);
  const shown = COUNTED.filter((outcome) => counts[outcome] > 0);
  const rules = rulesOf(folder);

  const scan = async () => {
    setScanning(true);
    await runAction(() => api.watchFolders.scan(id));
    setScanning(false);
    onChanged();
  };
  const toggle = async (isOn: boolean) => {
    await runAction(() => api.watchFolders.update(id, { enabled: isOn }));
    onChanged();
  };
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.head}>
        <div className={page.main}>
          <p className={page.name} dir="auto">
            {name}
            <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
          </p>
          <p className={cx(page.facts, page.mono)}>{path}</p>
          {rules !== '' && <p className={page.facts}>{rules}</p>}
          {(state === 'missing' || state === 'off') && <p className={styles.note}>{t(state)}</p>}
          {state === 'unreadable' && <p className={page.problem}>{t(state)}</p>}
          {enabled && folder.error !== null && (
            <p className={page.problem}>{t('problem', { reason: messages.text(folder.error_text, folder.error) })}</p>
          )}
        </div>
        <Switch
          label={
            <>
              {t('enabled')}
              <span className="visually-hidden"> {name}</span>
            </>
          }
          checked={enabled}
          onChange={(isOn) => void toggle(isOn)}
        />
      </div>
      <div className={styles.foot}>
        <div className={styles.counts}>
          {shown.length === 0 && <span className={page.facts}>{t('count.none')}</span>}
          {shown.map((outcome) => (
            <button
              key={outcome}
              type="button"
              className={cx(styles.count, outcome === 'failed' && styles.failed)}
              onClick={() => onFiles(outcome)}
            >
              {t(`count.${outcome}`, { count: counts[outcome] })}
            </button>
          ))}
        </div>
        <div className={styles.actions}>
          <Button size="small" icon={RefreshCw} disabled={isScanning || !enabled} onClick={() => void scan()}>
            {t('scan')}
          </Button>
          <Button size="small" icon={FileStack} onClick={() => onFiles(null)}>
            {t('files')}
          </Button>
          <IconButton icon={Pencil} label={t('edit', { name })} onClick={onEdit} />
          <IconButton icon={Trash2} label={t('delete', { name })} onClick={onDelete} />
        </div>
      </div>
    </li>
  );
}
