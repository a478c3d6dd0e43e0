import { useState } from 'react';
import type { EventGroup } from '../../../contract/library/event-groups.ts';
import { MAX_SYNCED_VIDEOS } from '../../../contract/library/sync.ts';
import { addRecordings } from '../../api/live/event-changes.ts';
import { useVideos } from '../../api/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { position } from '../../ui/lib/use-formats.ts';
import styles from './add-dialog.module.css';
import { useEventText } from './text.ts';

/** Maximum number of videos in the list; the field finds the others. */
const MAX_LISTED = 50;

/** Dialog that adds videos of the library to an event. */
export function AddDialog({ event, onClose }: { event: EventGroup; onClose(): void }) {
  const t = useEventText();
  const { data: videos = [] } = useVideos();
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const known = new Set(event.recordings.map(({ job_id }) => job_id));
  const isFull = known.size + chosen.length >= MAX_SYNCED_VIDEOS;
  const text = filter.trim().toLocaleLowerCase();
  const listed = videos
    .filter(({ job_id, name }) => !known.has(job_id) && name.toLocaleLowerCase().includes(text))
    .slice(0, MAX_LISTED);
  const choose = (jobId: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, jobId] : chosen.filter((id) => id !== jobId));
  return (
    <FormDialog
      title={t('add.title')}
      submit={t('add.submit', { count: chosen.length })}
      canSubmit={chosen.length > 0}
      onSubmit={async () => void (await addRecordings(event.id, [...chosen]))}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Input label={t('add.filter')} value={filter} onChange={(change) => setFilter(change.currentTarget.value)} />
          {listed.length === 0 && <p className={styles.none}>{t('add.none')}</p>}
          <ul className={styles.videos}>
            {listed.map(({ job_id, name, duration }) => (
              <li key={job_id}>
                <Checkbox
                  label={<bdi>{name}</bdi>}
                  hint={position(duration)}
                  checked={chosen.includes(job_id)}
                  disabled={isFull && !chosen.includes(job_id)}
                  onChange={(isChosen) => choose(job_id, isChosen)}
                />
              </li>
            ))}
          </ul>
          {isFull && <Notice>{t('add.full', { count: MAX_SYNCED_VIDEOS })}</Notice>}
          {error !== undefined && <Notice tone="bad">{error}</Notice>}
        </>
      )}
    </FormDialog>
  );
}
