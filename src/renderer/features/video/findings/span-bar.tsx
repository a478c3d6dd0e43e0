import type { CSSProperties } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import styles from './findings.module.css';

/** A thinner mark can't be seen, in percent of the bar. */
const MIN_PERCENT = 0.6;
/** More marks than this run together. */
const MAX_MARKS = 200;

/** Bar of the video's length with a mark for each occurrence; the row's time and count say the same in words. */
export function SpanBar({ spans, duration }: { spans: readonly Segment[]; duration: number }) {
  return (
    <span aria-hidden className={styles.spanBar}>
      {spans.slice(0, MAX_MARKS).map(({ id, start_time, end_time }) => (
        <span
          key={id}
          className={styles.span}
          style={
            {
              '--from': `${(100 * start_time) / duration}%`,
              '--size': `${Math.max(MIN_PERCENT, (100 * (end_time - start_time)) / duration)}%`,
            } as CSSProperties
          }
        />
      ))}
    </span>
  );
}
