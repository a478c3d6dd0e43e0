import { useEffect } from 'react';
import styles from './player.module.css';
import type { TitlePart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** Heading between moments, shown for its time. */
export function TitleCard({ player, part, index }: { player: StoryPlayer; part: TitlePart; index: number }) {
  const isPlaying = usePlayerState(player, (state) => state.isPlaying && state.index === index);
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = 0;
    const update = (now: number) => {
      const offset = player.store.getState().offset + (now - before) / 1000;
      before = now;
      if (offset >= part.length) return player.finish(index);
      player.report(index, offset);
      frame = requestAnimationFrame(update);
    };
    frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, player, part.length, index]);
  return (
    <div className={styles.titleCard}>
      <p dir="auto">{part.text}</p>
    </div>
  );
}
