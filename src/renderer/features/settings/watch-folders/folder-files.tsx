import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Video } from '../../../../contract/library/video.ts';
import type { WatchedFile, WatchFolder } from '../../../../contract/library/watch-folders.ts';
import { api } from '../../../api/endpoints.ts';
import { queries, useVideos } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Badge, StatusDot, type Tone } from '../../../ui/feedback/badge.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { folderName, pathInFolder } from './folder-name.ts';
import { COUNTED, type Counted, countsOf } from './folder-row.tsx';
import styles from './watch-folders.module.css';
import { useWatchFoldersText } from './watch-folders-text.ts';

/** Polling interval in milliseconds while the list is open. */
const POLL_MS = 3000;

const TONES = {
  queued: 'good',
  known: 'neutral',
  ignored: 'neutral',
  failed: 'bad',
  waiting: 'accent',
  skipped: 'neutral',
} as const satisfies Record<WatchedFile['outcome'], Tone>;

/** Files of a watch folder, by outcome: analyzed, waiting, or left out for a reason. */
export function FolderFiles({
  folder,
  first,
  onClose,
  onChanged,
}: {
  folder: WatchFolder;
  /** Outcome that is shown first; null for all. */
  first: Counted | null;
  onClose(): void;
  onChanged(): void;
}) {
  const t = useWatchFoldersText();
  const common = useSettingsText();
  const [outcome, setOutcome] = useState(first);
  const [isRetrying, setRetrying] = useState(false);
  const { data: videos } = useVideos();
  const query = queries.watchedFiles(folder.id, outcome);
  const { data, error, refetch } = useQuery({ ...query, refetchInterval: POLL_MS });
  const counts = countsOf(folder);
  const known = new Map(videos?.map((video) => [video.job_id, video]));
  const canRetry = folder.enabled && !isRetrying;
  const retry = async (path?: string) => {
    setRetrying(true);
    await runAction(() => api.watchFolders.retry(folder.id, path));
    setRetrying(false);
    onChanged();
  };
  return (
    <Dialog width="wide" onClose={onClose} title={t('files.of', { name: folderName(folder.path) })}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
      <div role="group" aria-label={t('filter')} className={styles.filters}>
        <Chip pressed={outcome === null} onClick={() => setOutcome(null)}>
          {t('filter.all')}
        </Chip>
        {COUNTED.map((each) => (
          <Chip key={each} pressed={outcome === each} count={counts[each]} onClick={() => setOutcome(each)}>
            {t(`filter.${each}`)}
          </Chip>
        ))}
      </div>
      {outcome === 'failed' && data !== undefined && data.length > 1 && (
        <div>
          <Button size="small" icon={RotateCcw} disabled={!canRetry} onClick={() => void retry()}>
            {t('retry.all')}
          </Button>
        </div>
      )}
      {error && !data && <ErrorState title={common('error.title')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={page.skeleton} />}
      {data?.length === 0 && <p className={page.about}>{t(outcome === null ? 'files.none' : 'files.none.filter')}</p>}
      {data && data.length > 0 && (
        <>
          <ul className={page.list}>
            {data.map((file) => (
              <FileRow
                key={`${file.outcome} ${file.path}`}
                file={file}
                name={pathInFolder(folder.path, file.path)}
                video={file.job_id === null ? undefined : known.get(file.job_id)}
                isGone={file.job_id !== null && videos !== undefined && !known.has(file.job_id)}
                canRetry={canRetry}
                onRetry={() => void retry(file.path)}
              />
            ))}
          </ul>
          {data.length >= 200 && <p className={page.facts}>{t('files.limit')}</p>}
        </>
      )}
    </Dialog>
  );
}

function FileRow({
  file,
  name,
  video,
  isGone,
  canRetry,
  onRetry,
}: {
  file: WatchedFile;
  name: string;
  video: Video | undefined;
  isGone: boolean;
  canRetry: boolean;
  onRetry(): void;
}) {
  const t = useWatchFoldersText();
  const formats = useFormats();
  const messages = useMessages();
  const { outcome } = file;
  const reasonOf = () => {
    if (file.error !== null) return messages.text(file.error_text, file.error);
    if (file.skipped_by !== null) return t(`skip.${file.skipped_by}`);
    if (isGone) return t('reason.gone');
    if (outcome === 'known') return t(file.job_id === null ? 'reason.duplicate' : 'reason.known');
    return outcome === 'waiting' || outcome === 'ignored' ? t(`reason.${outcome}`) : null;
  };
  const reason = reasonOf();
  return (
    <li className={styles.file}>
      <div className={styles.fileMain}>
        <div className={page.main}>
          <p className={styles.fileName} dir="auto">
            {video ? <Link href={`/videos/${video.job_id}`}>{name}</Link> : name}
          </p>
          {reason !== null && <p className={outcome === 'failed' ? page.problem : page.facts}>{reason}</p>}
        </div>
        {outcome === 'failed' && (
          <Button size="small" icon={RotateCcw} disabled={!canRetry} onClick={onRetry}>
            {t('retry')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </div>
      <span className={styles.outcome}>
        {outcome === 'queued' && video ? (
          <StatusDot status={video.status} />
        ) : (
          <Badge tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Badge>
        )}
      </span>
      <span className={styles.size}>{formats.bytes(file.size_bytes)}</span>
      <time className={styles.time}>{formats.date(file.seen_at)}</time>
    </li>
  );
}
