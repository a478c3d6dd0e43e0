import { ScanFace } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { VideoPeople } from '../../../../contract/analysis/people.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { usePeopleText } from '../../../ui/lib/texts/people-text.ts';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';

export interface PeopleProps {
  video: Video;
  /** Undefined while they load. */
  data: VideoPeople | undefined;
  error: Error | null;
  onRetry(): void;
  /** Person whose details are open. */
  open: string | null;
  setOpen(id: string | null): void;
}

/** People in a video whose project has People turned on, most time on screen first. */
export function People({ video, data, error, onRetry, open, setOpen }: PeopleProps) {
  const t = usePeopleText();
  const list = useRef<HTMLUListElement>(null);
  const isListed = data !== undefined && data.people.length > 0;
  useEffect(() => {
    if (!isListed || open === null) return;
    list.current?.querySelector(`[data-person="${open}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [open, isListed]);

  if (!data) {
    if (error) return <ErrorState error={error} onRetry={onRetry} />;
    return <PeopleSkeleton />;
  }
  if (isListed) {
    return (
      <ul ref={list} className={styles.list} aria-label={t('list')}>
        {data.people.map((person) => (
          <li key={person.id} data-person={person.id}>
            <PersonRow
              person={person}
              others={data.people.filter(({ id }) => id !== person.id)}
              isOpen={open === person.id}
              onToggle={() => setOpen(open === person.id ? null : person.id)}
              jobId={video.job_id}
              projectId={video.project_id}
            />
          </li>
        ))}
      </ul>
    );
  }
  if (isBusy(video)) return <EmptyState icon={ScanFace} title={t('none.title')} text={t('none.busy')} />;
  return (
    <EmptyState
      icon={ScanFace}
      title={t('none.title')}
      text={t('none.text')}
      action={
        <Button look="primary" onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
          {t('none.do')}
        </Button>
      }
    />
  );
}

function PeopleSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <Skeleton className={styles.skeletonRow} />
      <Skeleton className={styles.skeletonRow} />
      <Skeleton className={styles.skeletonRow} />
    </div>
  );
}
