import { cx } from '../lib/classes.ts';
import styles from './progress.module.css';

/** Progress bar. @param value 0..100; null for indeterminate progress */
export function Progress({
  value,
  label,
  tone = 'accent',
}: {
  value: number | null;
  label: string;
  tone?: 'accent' | 'bad';
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value !== null && { 'aria-valuenow': Math.round(value) })}
      className={cx(styles.track, styles[tone])}
    >
      <div
        className={cx(styles.bar, value === null && styles.unknown)}
        style={{ transform: `scaleX(${(value ?? 30) / 100})` }}
      />
    </div>
  );
}
