import type { Segment } from '../../../../contract/analysis/segment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { stillTimeAt } from '../player/still-time.ts';
import { lastStarted, type TimeIndex } from '../player/time-index.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

/** Chapters with their stills; the current one is marked. */
export function Chapters({
  segments,
  chapters,
  stillUrl,
}: {
  /** All findings, for the stills. */
  segments: readonly Segment[];
  chapters: TimeIndex;
  stillUrl: ((seconds: number) => string) | null;
}) {
  const t = useVideoText();
  const player = usePlayer();
  const current = usePlayerState((state) => lastStarted(chapters, state.time));
  if (chapters.segments.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('chapters')}</h2>
      <ol>
        {chapters.segments.map((chapter, i) => {
          const still = chapter.data?.still_time ?? stillTimeAt(segments, chapter.start_time + 0.5);
          return (
            <li key={chapter.id}>
              <button
                type="button"
                className={cx(styles.chapter, i === current && styles.current)}
                {...(i === current && { 'aria-current': 'time' })}
                onClick={() => player.seek(chapter.start_time)}
              >
                <Still
                  src={still !== undefined && stillUrl ? stillUrl(still) : null}
                  icon={moduleIcon('chapters')}
                  className={styles.chapterStill}
                />
                <span dir="auto" className={styles.chapterName}>
                  {chapter.content}
                </span>
                <span className={styles.chapterTime}>{position(chapter.start_time)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
