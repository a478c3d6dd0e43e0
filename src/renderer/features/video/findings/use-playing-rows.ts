import { useMemo } from 'react';
import { usePlayerState } from '../player/player-store.ts';
import { indexTimes, lastStarted, playingAt } from '../player/time-index.ts';
import type { Row } from './repeats.ts';

export type PlayingRows = ReturnType<typeof usePlayingRows>;

/** Indexes of the rows that play at the player's time, and of the one that began last. */
export function usePlayingRows(list: readonly Row[]) {
  const index = useMemo(() => indexTimes(list.map(({ segment }) => segment)), [list]);
  const begun = usePlayerState((state) => lastStarted(index, state.time));
  // A text, so that the list is rendered again only when it changes.
  const joined = usePlayerState((state) => playingAt(index, state.time).join());
  const playing = useMemo(() => (joined === '' ? [] : joined.split(',').map(Number)), [joined]);
  return { index, begun, playing };
}
