import { GripVertical } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../../api/endpoints.ts';
import { cx } from '../../ui/lib/classes.ts';
import { JobRow } from './jobs/job-row.tsx';
import styles from './queue-list.module.css';
import { useProcessingText } from './text.ts';
import { useQueueAction } from './use-queue-action.ts';

/** Queued jobs, to be moved by dragging their handles, or with the arrow keys on them. */
export function QueueList({ videos }: { videos: readonly Video[] }) {
  const t = useProcessingText();
  const { isActing, act } = useQueueAction();
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const move = (jobId: string, place: number) => {
    const index = Math.max(0, Math.min(videos.length - 1, place));
    if (isActing || videos[index]?.job_id === jobId) return;
    const { name } = videos.find(({ job_id }) => job_id === jobId)!;
    setAnnounced(t('queue.moved', { name, position: index + 1 }));
    void act(() => api.queue.update(jobId, { position: index + 1 }));
  };
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  return (
    <>
      <ol className={styles.list}>
        {videos.map(({ job_id: jobId, name }, index) => (
          <li
            key={jobId}
            className={cx(styles.item, target === jobId && dragged !== jobId && styles.target)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setTarget(jobId);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
              end();
            }}
          >
            <button
              type="button"
              className={styles.handle}
              draggable
              aria-label={t('queue.move', { name })}
              title={t('queue.move.hint')}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', name);
                setDragged(jobId);
              }}
              onDragEnd={end}
              onKeyDown={(event) => {
                const steps = { ArrowUp: -1, ArrowDown: 1, Home: -videos.length, End: videos.length } as const;
                const step = steps[event.key as keyof typeof steps];
                if (step === undefined) return;
                event.preventDefault();
                move(jobId, index + step);
              }}
            >
              <GripVertical aria-hidden size={16} strokeWidth={1.75} />
            </button>
            <div className={styles.row}>
              <JobRow video={videos[index]!} place={index + 1} />
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  );
}
