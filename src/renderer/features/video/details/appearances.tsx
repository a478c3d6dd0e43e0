import { Film } from 'lucide-react';
import { Link } from 'wouter';
import type { Appearance } from '../../../../contract/search/appearances.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { Still } from '../../../ui/media/still.tsx';
import { usePlayer } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import styles from './appearances.module.css';

/** Passages that other videos show as well: each plays here, and opens there. */
export function Appearances({ appearances }: { appearances: readonly Appearance[] }) {
  const t = useVideoText();
  const player = usePlayer();
  return (
    <ul>
      {appearances.map((appearance) => {
        const { job_id, name, start_time, end_time, other_start_time, other_end_time, still_url } = appearance;
        const here = { start: position(start_time), end: position(end_time) };
        const there = { start: position(other_start_time), end: position(other_end_time) };
        return (
          <li key={`${job_id} ${start_time} ${other_start_time}`} className={styles.row}>
            <Link href={`/videos/${job_id}?t=${other_start_time}`} className={styles.other}>
              <Still src={still_url} icon={Film} className={styles.still} />
              <span className={styles.text}>
                <span dir="auto" className={styles.name}>
                  {name}
                </span>
                <span className={styles.range}>{t('appearances.range', there)}</span>
              </span>
            </Link>
            <button
              type="button"
              className={styles.here}
              aria-label={t('appearances.here', here)}
              title={t('appearances.here', here)}
              onClick={() => player.seek(start_time)}
            >
              {t('appearances.range', here)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
