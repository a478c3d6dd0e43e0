import { type CSSProperties, useMemo } from 'react';
import type { Box, Segment } from '../../../../contract/analysis/segment.ts';
import styles from './player.module.css';
import { usePlayerState } from './player-store.ts';
import { playingAt, type TimeIndex } from './time-index.ts';

/** Maximum age in seconds of boxes relative to the current frame. */
const NEAR = 1.5;

/** Bounding boxes of current findings. @param aspect aspect ratio of the video */
export function Boxes({ index, aspect }: { index: TimeIndex; aspect: number }) {
  const isShown = usePlayerState((state) => state.hasBoxes);
  // Matches the analysis rate of four frames per second.
  const moment = usePlayerState(({ time, hasBoxes }) => (hasBoxes ? Math.round(time * 4) / 4 : 0));
  const boxes = useMemo(
    () => playingAt(index, moment).flatMap((position) => nearestBoxes(index.segments[position]!, moment)),
    [index, moment],
  );
  if (!isShown) return null;
  return (
    <div aria-hidden className={styles.frame} style={frameStyle(aspect)}>
      {boxes.map(({ box, label }) => (
        <span
          key={`${label} ${box.x} ${box.y}`}
          className={styles.box}
          style={{
            left: `${box.x * 100}%`,
            top: `${box.y * 100}%`,
            width: `${box.width * 100}%`,
            height: `${box.height * 100}%`,
          }}
        >
          <span className={styles.boxLabel}>{label}</span>
        </span>
      ))}
    </div>
  );
}

/** Place of a frame of this aspect ratio on the stage. */
export function frameStyle(aspect: number): CSSProperties {
  return { aspectRatio: aspect, width: `min(100%, calc(100cqh * ${aspect}))`, height: 'fit-content' };
}

/** Boxes of a finding in the frame nearest to a time. */
function nearestBoxes({ data, content }: Segment, time: number): { box: Box; label: string }[] {
  const boxes = data?.boxes ?? [];
  const distance = (box: Box) => Math.abs((box.time ?? time) - time);
  const nearest = Math.min(NEAR, ...boxes.map(distance));
  return boxes
    .filter((box) => distance(box) <= nearest + 1e-3)
    .map((box) => ({ box, label: box.label ?? data?.label ?? content }));
}
