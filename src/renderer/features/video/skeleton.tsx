import { Skeleton } from '../../ui/feedback/states.tsx';
import { FindingsSkeleton } from './findings/findings-skeleton.tsx';
import styles from './page.module.css';

/** Placeholder layout of the page while the video loads. */
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
