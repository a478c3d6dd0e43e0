import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { usePlayer } from '../player/player-store.ts';
import { nearestWord, type Transcript } from './transcript-model.ts';
import { spokenWordAt, useSpokenWord } from './use-spoken-word.ts';

/** Time after a click without scrolling in milliseconds, so that a double click hits the same word twice. */
const CLICK_MS = 600;

export interface FollowPlayback {
  isFollowing: boolean;
  setFollowing(isFollowing: boolean): void;
  /** Holds the list still for a moment after a click. */
  hold(): void;
}

/** Marks the spoken word, and keeps it in view until the user scrolls or works elsewhere. */
export function useFollowPlayback(
  list: RefObject<HTMLElement | null>,
  transcript: Transcript,
  showWord: (word: number) => void,
): FollowPlayback {
  const player = usePlayer();
  const [isFollowing, setFollowing] = useState(true);
  const following = useRef(isFollowing);
  following.current = isFollowing;
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  const follow = useCallback(
    (word: number) => {
      if (following.current && performance.now() - clickedAt.current > CLICK_MS) showWord(word);
    },
    [showWord],
  );
  useSpokenWord(list, transcript, follow);
  const latest = useRef(transcript);
  latest.current = transcript;
  useEffect(() => {
    if (isFollowing) follow(spokenWordAt(latest.current, player.store.getState().time));
  }, [isFollowing, player, follow]);
  useEffect(
    () =>
      player.store.subscribe((state, before) => {
        // A seek into a pause has no word to follow.
        if (!state.isPlaying && Math.abs(state.time - before.time) > 0.5) {
          follow(nearestWord(latest.current.starts, state.time));
        }
      }),
    [player, follow],
  );
  return {
    isFollowing,
    setFollowing,
    hold: () => {
      clickedAt.current = performance.now();
    },
  };
}
