import { useQuery } from '@tanstack/react-query';
import {
  AudioWaveform,
  CheckCheck,
  Download,
  FolderInput,
  type LucideIcon,
  MessageCircleQuestion,
  Sparkles,
  Trash2,
  X,
} from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useLocation } from 'wouter';
import type { Project } from '../../../contract/library/projects.ts';
import { MAX_SYNCED_VIDEOS } from '../../../contract/library/sync.ts';
import type { Video } from '../../../contract/library/video.ts';
import { addRecordings, createEvent } from '../../api/live/event-changes.ts';
import { isBusy } from '../../api/live/live-jobs.ts';
import { queries } from '../../api/queries.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useIsPhone } from '../../ui/lib/media-query.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { moveVideos, type Outcome, processVideos, report } from './actions.ts';
import styles from './selection-bar.module.css';
import { useLibraryText } from './text.ts';

/** Number of events that videos can be added to here, last changed first. */
const MAX_EVENTS = 8;

export interface SelectionBarProps {
  videos: readonly Video[];
  projects: readonly Project[];
  onSelectAll(): void;
  onClear(): void;
}

/** Actions for the selected videos. */
export function SelectionBar({ videos, projects, onSelectAll, onClear }: SelectionBarProps) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  const [isWorking, setWorking] = useState(false);
  const count = videos.length;

  const run = async (action: Promise<Outcome>, done: 'done.queued' | 'done.moved'): Promise<void> => {
    setWorking(true);
    const outcome = await action.catch((error: unknown) => ({ done: 0, failed: count, reason: String(error) }));
    setWorking(false);
    report(outcome, done, t);
    if (outcome.failed === 0) onClear();
  };
  const ready = videos.filter((video) => video.status === 'completed');
  const save = () => {
    if (ready.length === 0) return toast(t('export.none'));
    const jobIds = videos.map(({ job_id }) => job_id);
    openOverlay(jobIds.length === 1 ? { kind: 'export', jobId: jobIds[0]! } : { kind: 'export-many', jobIds });
  };
  const isTooMany = count > MAX_SYNCED_VIDEOS;
  const sync = async (to?: string) => {
    if (isTooMany) return toast(t('sync.many', { count: MAX_SYNCED_VIDEOS }));
    const jobIds = videos.map(({ job_id }) => job_id);
    setWorking(true);
    try {
      const event = await (to === undefined ? createEvent(jobIds) : addRecordings(to, jobIds));
      navigate(`/events/${event.id}`);
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
    setWorking(false);
  };
  const { data: events = [] } = useQuery(queries.events);
  const idle = videos.filter((video) => !isBusy(video));

  return (
    <div className={styles.bar} data-bottom-bar role="toolbar" aria-label={t('selected', { count })}>
      <IconButton icon={X} label={t('select.none')} shortcut="Esc" onClick={onClear} />
      <span className={styles.count} role="status">
        {t('selected', { count })}
      </span>
      <Action icon={CheckCheck} onClick={onSelectAll} label={t('select.all')} />
      <span className={styles.space} />
      <Action
        icon={Sparkles}
        disabled={isWorking || idle.length === 0}
        onClick={() => void run(processVideos(idle), 'done.queued')}
        label={t('process')}
      />
      {ready.length > 1 && (
        <Action
          icon={MessageCircleQuestion}
          onClick={() => navigate(`/ask?videos=${ready.map(({ job_id }) => job_id).join(',')}`)}
          label={t('ask')}
        />
      )}
      {count > 1 && (isTooMany || events.length === 0) && (
        <Action icon={AudioWaveform} disabled={isWorking} onClick={() => void sync()} label={t('sync')} />
      )}
      {!isTooMany && events.length > 0 && (
        <Menu
          entries={[
            { heading: t('sync') },
            { label: t('sync.new'), disabled: count < 2, onSelect: () => void sync() },
            { heading: t('sync.add') },
            ...events.slice(0, MAX_EVENTS).map(({ id, title }) => ({ label: title, onSelect: () => void sync(id) })),
          ]}
        >
          <Action icon={AudioWaveform} disabled={isWorking} label={t('sync')} />
        </Menu>
      )}
      <Menu
        entries={[
          { heading: t('move') },
          ...projects.map((project) => ({
            label: project.name,
            onSelect: () => void run(moveVideos(videos, project.id), 'done.moved'),
          })),
          { separator: true },
          { label: t('move.none'), onSelect: () => void run(moveVideos(videos, null), 'done.moved') },
        ]}
      >
        <Action icon={FolderInput} disabled={isWorking} label={t('move')} />
      </Menu>
      <Action icon={Download} disabled={isWorking} onClick={save} label={t('export')} />
      <Action
        icon={Trash2}
        disabled={isWorking}
        onClick={() => openOverlay({ kind: 'trash-videos', jobIds: videos.map(({ job_id }) => job_id) })}
        label={t('trash')}
      />
    </div>
  );
}

/** Command on the selection; an icon on phones, where the labels would not fit. */
function Action({
  icon,
  label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string }) {
  if (useIsPhone()) return <IconButton {...rest} icon={icon} label={label} />;
  return (
    <Button {...rest} look="quiet" icon={icon}>
      {label}
    </Button>
  );
}
