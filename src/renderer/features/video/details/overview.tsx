import { BookOpen } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleName } from '../../../../contract/modules.ts';
import type { Segment } from '../../../../contract/segment.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { stillTimeAt } from '../player/still-time.ts';
import { indexTimes, lastStarted } from '../player/time-index.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

/** Summary, chapters, and keywords. */
export function Overview({
  segments,
  stillUrl,
}: {
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
}) {
  const t = useVideoText();
  const player = usePlayer();
  const of = useMemo(() => (module: ModuleName) => segments.filter((each) => each.module === module), [segments]);
  const summary = of('summary');
  const keywords = of('keywords');
  const chapters = useMemo(() => indexTimes(of('chapters')), [of]);
  const current = usePlayerState((state) => lastStarted(chapters, state.time));
  if (summary.length + keywords.length + chapters.segments.length === 0) {
    return <EmptyState icon={BookOpen} title={t('overview.none')} text={t('overview.noneText')} />;
  }
  return (
    <div className={styles.panel}>
      {summary.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('summary')}</h2>
          {summary.map((segment) => (
            <p key={segment.id} dir="auto" className={styles.prose}>
              {segment.content}
            </p>
          ))}
        </section>
      )}
      {chapters.segments.length > 0 && (
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
      )}
      {keywords.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('keywords')}</h2>
          <ul className={styles.words}>
            {uniqueWords(keywords).map((segment) => (
              <li key={segment.id}>
                <button type="button" className={styles.word} onClick={() => player.seek(segment.start_time)}>
                  <bdi>{segment.content}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Unique keywords with their first occurrence. */
function uniqueWords(segments: readonly Segment[]): Segment[] {
  return [...new Map(segments.toReversed().map((segment) => [segment.content, segment])).values()].reverse();
}
