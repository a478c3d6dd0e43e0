import { FirstVideo } from '../../ui/feedback/first-video.tsx';
import styles from './first-steps.module.css';

/** Empty state of the library. */
export const FirstSteps = () => (
  <div className={styles.frame}>
    <FirstVideo />
  </div>
);
