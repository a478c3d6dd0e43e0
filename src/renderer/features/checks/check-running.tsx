import { Button } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Skeleton } from '../../ui/feedback/states.tsx';
import { focusIfLost } from '../../ui/layout/move-focus.ts';
import { cx } from '../../ui/lib/classes.ts';
import { editText, useCheckState } from './check-state.ts';
import { MarkedPassages } from './marked-passages.tsx';
import styles from './page.module.css';
import { useChecksText } from './text.ts';

/** The text while it is checked, with the progress, and a button that cancels. */
export function CheckRunning() {
  const t = useChecksText();
  const { text, progress } = useCheckState();
  const label = t(progress ? `checking.${progress.stage}` : 'checking');
  return (
    <div className={cx(styles.checked, styles.pending)} aria-busy>
      <div ref={focusIfLost} tabIndex={-1} className={styles.text}>
        <MarkedPassages text={text ?? ''} passages={[]} selected={null} onSelect={() => {}} />
      </div>
      <div className={styles.side}>
        <div className={styles.running}>
          <p role="status">{label}</p>
          <Progress value={progress && (100 * (progress.done + 0.5)) / progress.total} label={label} />
          <div className={styles.filter}>
            <span>{progress && t('progress', { done: progress.done + 1, total: progress.total })}</span>
            <Button onClick={editText}>{t('cancel')}</Button>
          </div>
        </div>
        <Skeleton className={styles.block} />
        <Skeleton className={styles.block} />
      </div>
    </div>
  );
}
