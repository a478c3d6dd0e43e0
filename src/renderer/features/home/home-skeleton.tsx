import { Skeleton } from '../../ui/feedback/states.tsx';
import styles from './home-skeleton.module.css';

/** Placeholder layout of the home screen. */
export function HomeSkeleton() {
  return (
    <div className={styles.page} aria-hidden>
      <Skeleton className={styles.facts} />
      <div className={styles.cards}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={index} className={styles.card} />
        ))}
      </div>
    </div>
  );
}
