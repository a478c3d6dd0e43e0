import { Skeleton } from '../../../ui/feedback/states.tsx';
import styles from './findings.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder rows while findings load. */
export function FindingsSkeleton() {
  return (
    <div className={styles.skeleton}>
      {ROWS.map((row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}
