import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaceTrack, VideoPerson } from '../../../../contract/analysis/people.ts';
import { separatePerson, splitPerson, updatePerson } from '../../../api/live/people-changes.ts';
import { queries, useVideos } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { usePeopleText } from '../../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../../ui/lib/texts/person-name.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { PersonCover } from '../../../ui/media/people/person-cover.tsx';
import styles from './people.module.css';

/** Appearances of a person in all videos of the project: takes out those of someone else, or chooses the cover. */
export function TracksDialog({
  person,
  jobId,
  onClose,
}: {
  person: VideoPerson;
  /** Video whose appearances come first. */
  jobId: string;
  onClose(): void;
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const { data: videos } = useVideos();
  const { data, error, refetch } = useQuery(queries.personTracks(person.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const tracks = [...(data?.tracks ?? [])].sort((a, b) => Number(b.job_id === jobId) - Number(a.job_id === jobId));
  const ids = tracks.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = ids.length === tracks.length;
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const titleOf = (track: FaceTrack) => {
    const time = position(track.start_time);
    const name = videos?.find(({ job_id }) => job_id === track.job_id)?.name;
    return track.job_id === jobId || name === undefined ? time : t('tracks.one', { video: name, time });
  };
  const run = async (work: () => Promise<void>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done !== undefined) toast(done, { tone: 'good' });
      onClose();
    } catch (thrown) {
      toast(t('failed', { reason: errorText(thrown) }), { tone: 'bad' });
      setBusy(false);
    }
  };
  const moved = t('tracks.moved', { count: ids.length });
  const isBlocked = isBusy || ids.length === 0 || isAll;
  return (
    <Dialog
      onClose={onClose}
      title={t('tracks.title', { name: nameOf(person) })}
      description={t('tracks.text')}
      actions={
        <>
          <Button
            disabled={isBusy || ids.length !== 1}
            onClick={() => void run(() => updatePerson(person.id, { cover_track_id: ids[0]! }))}
          >
            {t('tracks.cover')}
          </Button>
          <Button disabled={isBlocked} onClick={() => void run(() => splitPerson(person.id, ids), moved)}>
            {t('tracks.split')}
          </Button>
          <Button
            look="primary"
            disabled={isBlocked}
            onClick={() => void run(() => separatePerson(person.id, ids), moved)}
          >
            {t('tracks.not')}
          </Button>
        </>
      }
    >
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeletonGrid} />)}
      <ul className={styles.tracks} aria-label={t('tracks.list')}>
        {tracks.map((track) => (
          <li key={track.id}>
            <button
              type="button"
              className={styles.track}
              aria-pressed={chosen.has(track.id)}
              onClick={() => toggle(track.id)}
            >
              <PersonCover src={track.thumbnail} className={styles.picture} />
              <span dir="auto" className={styles.trackName} title={titleOf(track)}>
                {titleOf(track)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.count} aria-live="polite">
        {isAll && ids.length > 0 ? t('tracks.all') : t('tracks.selected', { count: ids.length })}
      </p>
    </Dialog>
  );
}
