import { type PointerEvent, useMemo } from 'react';
import { cx } from '../../../ui/lib/classes.ts';
import { columnsOf, heightOf, type Waveform } from '../../../ui/media/waveform.ts';
import styles from './player.module.css';
import { usePlayer, usePlayerState } from './player-store.ts';

/** Number of bars, and width of one with its gap, in units of the drawing. */
const BARS = 180;
const BAR_WIDTH = 4;
const BAR_GAP = 1.5;
const HEIGHT = 100;
/** Height of silence, so that the line doesn't break. */
const MIN_HEIGHT = 1.5;

/**
 * Waveform of a whole audio file in place of a video: the part that has been played is highlighted, a click seeks.
 */
export function SoundStage({ waveform }: { waveform: Waveform }) {
  const player = usePlayer();
  const duration = usePlayerState((state) => state.duration);
  const played = usePlayerState((state) => (state.duration > 0 ? (state.time / state.duration) * 100 : 0));
  const path = useMemo(() => barsOf(waveform, duration), [waveform, duration]);
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    player.seek(((event.clientX - left) / Math.max(1, width)) * duration);
  };
  return (
    // The timeline is the accessible way to seek; this is a larger target for the pointer.
    <div className={styles.waves} aria-hidden onPointerDown={seek}>
      <Bars path={path} />
      <Bars path={path} className={styles.played} clip={`inset(0 ${100 - played}% 0 0)`} />
    </div>
  );
}

function Bars({ path, className, clip }: { path: string; className?: string | undefined; clip?: string }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BARS * BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx(styles.bars, className)}
      style={{ clipPath: clip }}
    >
      <path d={path} />
    </svg>
  );
}

/** SVG path of one bar per stretch of the recording, mirrored at the center line. */
function barsOf(waveform: Waveform, duration: number): string {
  const columns = columnsOf(waveform, { start: 0, span: duration }, BARS, 1);
  return Array.from(columns, (peak, i) => {
    const height = Math.max(MIN_HEIGHT, heightOf(peak) * HEIGHT);
    return `M${i * BAR_WIDTH} ${(HEIGHT - height) / 2}h${BAR_WIDTH - BAR_GAP}v${height}h-${BAR_WIDTH - BAR_GAP}z`;
  }).join('');
}
