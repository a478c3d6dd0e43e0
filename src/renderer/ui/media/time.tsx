import { cx } from '../lib/classes.ts';
import { position } from '../lib/use-formats.ts';
import styles from './time.module.css';

/** Position in a video; a button if `onSeek` is set. */
export function Time({
  seconds,
  tenths = false,
  onSeek,
  className,
}: {
  seconds: number;
  tenths?: boolean;
  onSeek?(seconds: number): void;
  className?: string;
}) {
  const text = position(seconds, tenths);
  if (!onSeek) return <span className={cx(styles.time, className)}>{text}</span>;
  return (
    <button type="button" className={cx(styles.time, styles.seek, className)} onClick={() => onSeek(seconds)}>
      {text}
    </button>
  );
}
