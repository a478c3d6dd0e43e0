import { useQuery } from '@tanstack/react-query';
import { Images, Merge, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { VideoPerson } from '../../../../contract/analysis/people.ts';
import { quoteValue } from '../../../../core/query/complete.ts';
import { removePerson } from '../../../api/live/people-changes.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { usePeopleText } from '../../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../../ui/lib/texts/person-name.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { PersonHead, SeenWith } from '../../../ui/media/people/person-head.tsx';
import { Time } from '../../../ui/media/time.tsx';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import styles from './people.module.css';
import { TracksDialog } from './tracks-dialog.tsx';

/** Times that are listed before all of them. */
const FIRST_TIMES = 24;

type OpenDialog = 'tracks' | 'delete';

/** A person in a video: time on screen, and once opened, each appearance and who is seen with the person. */
export function PersonRow({
  person,
  others,
  isOpen,
  onToggle,
  jobId,
  projectId,
}: {
  person: VideoPerson;
  /** The other people in the video. */
  others: readonly VideoPerson[];
  isOpen: boolean;
  onToggle(): void;
  jobId: string;
  /** Null while the video leaves its project. */
  projectId: string | null;
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isPlaying = usePlayerState(({ time }) =>
    person.spans.some(({ start_time, end_time }) => time >= start_time && time < end_time),
  );
  const name = nameOf(person);
  const close = () => setDialog(null);
  const rename = () => openOverlay({ kind: 'name-person', person });
  const merge = () => {
    const near = others.map(({ id }) => id);
    if (projectId !== null) openOverlay({ kind: 'merge-person', personId: person.id, projectId, near });
  };
  const remove = () =>
    removePerson(person.id).catch((error: unknown) =>
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' }),
    );
  const entries: MenuEntry[] = [
    { label: t(person.name === null ? 'name.add' : 'rename'), icon: Pencil, onSelect: rename },
    { label: t('tracks'), icon: Images, onSelect: () => setDialog('tracks') },
    { label: t('merge'), icon: Merge, disabled: projectId === null, onSelect: merge },
    ...(person.name === null
      ? []
      : [
          {
            label: t('search', { name }),
            icon: Search,
            onSelect: () => navigate(`/search?q=${encodeURIComponent(`person:${quoteValue(name)}`)}`),
          },
        ]),
    { separator: true },
    { label: t('delete'), icon: Trash2, danger: true, onSelect: () => setDialog('delete') },
  ];
  return (
    <div className={cx(styles.row, isPlaying && styles.playing)}>
      <PersonHead
        person={person}
        facts={[
          t('onScreen', { time: formats.lasting(person.seconds) }),
          t('appearances', { count: person.appearances }),
        ]}
        isOpen={isOpen}
        onToggle={onToggle}
        onName={rename}
        entries={entries}
      />
      {isOpen && <PersonDetails person={person} />}
      {dialog === 'tracks' && <TracksDialog person={person} jobId={jobId} onClose={close} />}
      <Confirm
        open={dialog === 'delete'}
        onClose={close}
        title={t('delete.title', { name })}
        description={t('delete.text')}
        confirm={t('delete.do')}
        onConfirm={() => void remove()}
      />
    </div>
  );
}

function PersonDetails({ person }: { person: VideoPerson }) {
  const t = usePeopleText();
  const player = usePlayer();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useQuery(queries.person(person.id));
  const shown = isWhole ? person.spans : person.spans.slice(0, FIRST_TIMES);
  const more = person.spans.length - shown.length;
  return (
    <div className={styles.details}>
      <h3 className={styles.label}>{t('times')}</h3>
      <div className={styles.times}>
        {shown.map(({ start_time }) => (
          <Time key={start_time} seconds={start_time} onSeek={player.seek} className={styles.time ?? ''} />
        ))}
        {more > 0 && (
          <Button size="small" look="quiet" onClick={() => setWhole(true)}>
            {t('more', { count: more })}
          </Button>
        )}
      </div>
      <h3 className={styles.label}>{t('with')}</h3>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeletonLine} />)}
      {data && <SeenWith people={data.seen_with} />}
    </div>
  );
}
