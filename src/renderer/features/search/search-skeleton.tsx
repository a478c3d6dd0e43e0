import { Skeleton } from '../../ui/feedback/states.tsx';
import styles from './page.module.css';

/** Instead of results while the first search runs. */
export function SearchSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <Skeleton className={styles.name} />
      <div className={styles.cards}>
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
      </div>
    </div>
  );
}
