import { User } from 'lucide-react';
import { cx } from '../../lib/classes.ts';
import styles from './person-cover.module.css';

/** Image of a person, or a sign in its place. @param src a data URL */
export function PersonCover({ src, className }: { src: string | null; className?: string | undefined }) {
  return (
    <span className={cx(styles.cover, className)}>
      {src === null ? (
        <User aria-hidden strokeWidth={1.5} className={styles.sign} />
      ) : (
        <img src={src} alt="" decoding="async" className={styles.image} />
      )}
    </span>
  );
}
