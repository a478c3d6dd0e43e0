import styles from './player.module.css';
import { usePlayerState } from './player-store.ts';
import { playingAt, type TimeIndex } from './time-index.ts';

/** Captions over the video. */
export function Captions({ index }: { index: TimeIndex }) {
  const position = usePlayerState(({ time, hasCaptions }) =>
    hasCaptions ? (playingAt(index, time).at(-1) ?? -1) : -1,
  );
  const segment = index.segments[position];
  if (!segment) return null;
  return (
    <div className={styles.captions}>
      <span dir="auto" className={styles.caption}>
        {segment.content}
      </span>
    </div>
  );
}
