import { useQuery } from '@tanstack/react-query';
import { Merge, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Person } from '../../../contract/analysis/people.ts';
import { quoteValue } from '../../../core/query/complete.ts';
import { removePerson } from '../../api/live/people-changes.ts';
import { queries } from '../../api/queries.ts';
import type { MenuEntry } from '../../ui/controls/menu.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../ui/lib/texts/person-name.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { PersonHead, SeenWith } from '../../ui/media/people/person-head.tsx';
import styles from './page.module.css';

/** A person of a project; once opened, time on screen in each video, and who is seen with the person. */
export function PersonItem({ person, isOpen, onToggle }: { person: Person; isOpen: boolean; onToggle(): void }) {
  const t = usePeopleText();
  const name = usePersonName()(person);
  const formats = useFormats();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const { id, project_id: projectId } = person;
  const rename = () => openOverlay({ kind: 'name-person', person });
  const remove = () =>
    removePerson(id).catch((error: unknown) => toast(t('failed', { reason: errorText(error) }), { tone: 'bad' }));
  const entries: MenuEntry[] = [
    { label: t(person.name === null ? 'name.add' : 'rename'), icon: Pencil, onSelect: rename },
    {
      label: t('merge'),
      icon: Merge,
      onSelect: () => openOverlay({ kind: 'merge-person', personId: id, projectId, near: [] }),
    },
    {
      label: t('search', { name }),
      icon: Search,
      onSelect: () =>
        navigate(`/search?q=${encodeURIComponent(`person:${quoteValue(person.name ?? `Person ${person.number}`)}`)}`),
    },
    { separator: true },
    { label: t('delete'), icon: Trash2, danger: true, onSelect: () => setAsking(true) },
  ];
  return (
    <li className={styles.item}>
      <PersonHead
        person={person}
        facts={[
          t('onScreen', { time: formats.lasting(person.seconds) }),
          t('page.videos', { count: person.videos }),
          t('appearances', { count: person.appearances }),
        ]}
        isOpen={isOpen}
        onToggle={onToggle}
        onName={rename}
        entries={entries}
      />
      {isOpen && <Details id={id} />}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete.title', { name })}
        description={t('delete.text')}
        confirm={t('delete.do')}
        onConfirm={() => void remove()}
      />
    </li>
  );
}

function Details({ id }: { id: string }) {
  const formats = useFormats();
  const t = usePeopleText();
  const { data, error, refetch } = useQuery(queries.person(id));
  if (!data) {
    return (
      <div className={styles.details}>
        {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeletonLine} />}
      </div>
    );
  }
  return (
    <div className={styles.details}>
      <h2 className={styles.label}>{t('page.inVideos')}</h2>
      <ul className={styles.videos}>
        {data.in_videos.map((video) => (
          <li key={video.job_id}>
            <Link href={`/videos/${video.job_id}?t=${video.first_time}`} className={styles.video}>
              <span dir="auto" className={styles.videoName}>
                {video.name}
              </span>
              <span className={styles.facts}>
                {t('onScreen', { time: formats.lasting(video.seconds) })} ·{' '}
                {t('appearances', { count: video.appearances })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className={styles.label}>{t('with')}</h2>
      <SeenWith people={data.seen_with} />
    </div>
  );
}
