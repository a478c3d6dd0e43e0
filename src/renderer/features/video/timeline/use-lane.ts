import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { usePlayer } from '../player/player-store.ts';
import type { TimelineStore } from './timeline-store.ts';
import { timeToX, type View } from './timeline-view.ts';

/** Facts that place the elements of a lane beside the canvas. */
export interface LaneView {
  view: View;
  /** Width of the lane in CSS pixels; 0 before it is known. */
  width: number;
  body: RefObject<HTMLDivElement | null>;
  /** Moves with the time. */
  playhead: RefObject<HTMLDivElement | null>;
}

/** Follows the view of the timeline, the width of a lane, and the time. */
export function useLane(timeline: TimelineStore): LaneView {
  const player = usePlayer();
  const view = useStore(timeline.store, (state) => state.view);
  const body = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(body.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const place = () => {
      const x = timeToX(timeline.store.getState().view, width, player.store.getState().time);
      playhead.current!.style.transform = `translateX(${x}px)`;
    };
    place();
    const stops = [player.store.subscribe(place), timeline.store.subscribe(place)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [player, timeline, width]);
  return { view, width, body, playhead };
}
