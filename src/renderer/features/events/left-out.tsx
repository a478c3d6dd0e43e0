import { AudioWaveform } from 'lucide-react';
import { useState } from 'react';
import type { EventGroup } from '../../../contract/library/event-groups.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './page.module.css';
import { useEventText } from './text.ts';

const REASONS = {
  no_sound: 'left.no_sound',
  no_match: 'left.no_match',
  by_hand: 'left.by_hand',
} as const;

/** Recordings without a place in the event, and the reason of each. */
export function LeftOut({
  event,
  onAdd,
  onRemove,
  onSplit,
}: {
  event: EventGroup;
  onAdd(jobId: string): void;
  onRemove(jobId: string): void;
  /** @param jobIds recordings that may be of another event */
  onSplit(jobIds: string[]): Promise<unknown>;
}) {
  const t = useEventText();
  const [isSplitting, setSplitting] = useState(false);
  const left = event.recordings.filter(({ offset }) => offset === null);
  if (left.length === 0) return null;
  const unmatched = left.filter(({ left_out }) => left_out === 'no_match').map(({ job_id }) => job_id);
  const isMixed = event.status === 'ready' && unmatched.length > 1 && event.recordings.length - left.length > 1;
  const split = async () => {
    setSplitting(true);
    await onSplit(unmatched);
    setSplitting(false);
  };
  const isFirstSync = event.status === 'syncing' && left.length === event.recordings.length;
  return (
    <section aria-labelledby="left-out" className={styles.part}>
      <h2 id="left-out">{t(isFirstSync ? 'left.all' : 'left.title')}</h2>
      <ul>
        {left.map(({ job_id, name, left_out, former_offset, stated_offset }) => (
          <li key={job_id} className={styles.left}>
            <span className={styles.leftName} dir="auto">
              {name}
            </span>
            {!isFirstSync && <span className={styles.reason}>{t(left_out ? REASONS[left_out] : 'left.unknown')}</span>}
            {event.status !== 'syncing' && (
              <>
                <Button size="small" onClick={() => onAdd(job_id)}>
                  {t(former_offset === null && stated_offset !== null ? 'left.addByClock' : 'left.add')}
                </Button>
                {event.recordings.length > 2 && (
                  <Button size="small" look="quiet" onClick={() => onRemove(job_id)}>
                    {t('remove')}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {isMixed && (
        <Button
          size="small"
          icon={AudioWaveform}
          className={styles.split}
          disabled={isSplitting}
          onClick={() => void split()}
        >
          {t('left.split', { count: unmatched.length })}
        </Button>
      )}
    </section>
  );
}
