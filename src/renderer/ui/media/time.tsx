import { cx } from '../lib/classes.ts';
import { position } from '../lib/use-formats.ts';
import styles from './time.module.css';

/** A position in a video; with `onSeek` a button that goes there, and looks like one. */
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
