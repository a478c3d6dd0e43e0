import { Skeleton } from '../../ui/states.tsx';
import styles from './page.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The page's shape while the video is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.skeletonMain}>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
      <div className={styles.skeletonSide}>
        <FindingsSkeleton />
      </div>
    </div>
  );
}

/** The list's shape. */
export function FindingsSkeleton() {
  return ROWS.map((row) => <Skeleton key={row} className={styles.skeletonRow} />);
}
