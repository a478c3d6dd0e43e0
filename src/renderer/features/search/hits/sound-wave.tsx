import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import badge from '../../../ui/media/badge.module.css';
import { columnsOf, heightOf, readWaveform } from '../../../ui/media/waveform.ts';
import styles from './sound-wave.module.css';

const BARS = 64;
/** Shortest time that is drawn, and the time around a passage. Seconds. */
const MIN_SPAN = 12;
const AROUND = 2;

/** Waveform around a passage of an audio file; the passage itself stands out. */
export function SoundWave({ jobId, start, end, time }: { jobId: string; start: number; end: number; time: string }) {
  const { data } = useQuery(queries.waveform(jobId, 'search'));
  const bars = useMemo(() => {
    if (!data?.peaks) return [];
    const span = Math.max(MIN_SPAN, end - start + 2 * AROUND);
    const from = Math.max(0, (start + end - span) / 2);
    const columns = columnsOf(readWaveform(data.peaks, data.peaks_per_second), { start: from, span }, BARS, 1);
    return Array.from(columns, (peak, i) => {
      const at = from + ((i + 0.5) * span) / BARS;
      return { height: Math.max(0.04, heightOf(peak)), isIn: at >= start && at < end };
    });
  }, [data, start, end]);
  return (
    <span className={styles.wave}>
      <svg aria-hidden viewBox={`0 0 ${BARS} 32`} preserveAspectRatio="none" className={styles.drawing}>
        {bars.map(({ height, isIn }, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are places
            key={i}
            className={cx(styles.bar, isIn && styles.in)}
            x={i + 0.2}
            width={0.6}
            y={16 - height * 15}
            height={height * 30}
          />
        ))}
      </svg>
      <span className={cx(badge.badge, badge.start)}>{time}</span>
    </span>
  );
}
