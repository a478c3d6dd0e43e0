import { Clapperboard } from 'lucide-react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { Time } from '../../../ui/media/time.tsx';
import { stillTimeAt } from '../player/still-time.ts';
import { useVideoText } from '../text.ts';
import styles from './timeline.module.css';

/** Content under the pointer. */
export interface Hover {
  time: number;
  /** Position in the timeline in CSS pixels. */
  x: number;
  segment: Segment | null;
  /** Findings merged into one block. */
  count: number;
}

const WIDTH = 216;

/** Card with the still and text under the pointer. */
export function HoverCard({
  hover,
  segments,
  stillUrl,
}: {
  hover: Hover | null;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
}) {
  const t = useVideoText();
  if (!hover) return null;
  const { segment, time, x, count } = hover;
  const still = segment?.data?.still_time ?? stillTimeAt(segments, time);
  return (
    <div
      className={styles.hover}
      style={{ transform: `translateX(clamp(8px, ${Math.round(x - WIDTH / 2)}px, calc(100cqw - ${WIDTH + 8}px)))` }}
      aria-hidden
    >
      {still !== undefined && stillUrl && (
        <Still
          src={stillUrl(still)}
          icon={segment ? moduleIcon(segment.module) : Clapperboard}
          className={styles.hoverStill}
        />
      )}
      <span className={styles.hoverHead}>
        {segment ? <ModuleIcon name={segment.module} withName /> : <span />}
        <Time seconds={segment && count === 1 ? segment.start_time : time} tenths />
      </span>
      {count > 1 ? (
        <span>{t('several', { count })}</span>
      ) : (
        segment && (
          <span dir="auto" className={styles.hoverText}>
            {segment.content}
          </span>
        )
      )}
    </div>
  );
}
