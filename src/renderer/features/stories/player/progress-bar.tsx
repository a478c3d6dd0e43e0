import { type PointerEvent, useRef } from 'react';
import { cx } from '../../../ui/lib/classes.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import styles from './player.module.css';
import type { Part } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** Progress by item; a click or a drag seeks. Its keys are those of the player. */
export function ProgressBar({ player }: { player: StoryPlayer }) {
  const t = useStoryText();
  const bar = useRef<HTMLDivElement>(null);
  const { parts, total } = player;
  const second = usePlayerState(player, ({ index, offset }) => Math.floor(parts[index]!.start + offset));
  const seek = (event: PointerEvent) => {
    const { left, width } = bar.current!.getBoundingClientRect();
    player.seek(((event.clientX - left) / Math.max(1, width)) * total);
  };
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={t('play.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(total)}
      aria-valuenow={second}
      aria-valuetext={`${position(second)} / ${position(total)}`}
      className={styles.progress}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seek(event)}
    >
      {parts.map((part, index) => (
        <ProgressPart key={part.id} player={player} part={part} index={index} />
      ))}
    </div>
  );
}

function ProgressPart({ player, part, index }: { player: StoryPlayer; part: Part; index: number }) {
  const played = usePlayerState(player, (state) => {
    if (state.index !== index) return state.index > index ? 1 : 0;
    return part.length > 0 ? Math.min(1, state.offset / part.length) : 1;
  });
  return (
    <span className={cx(styles.span, part.kind === 'title' && styles.titleSpan)} style={{ flexGrow: part.length }}>
      <span className={styles.played} style={{ width: `${played * 100}%` }} />
    </span>
  );
}
