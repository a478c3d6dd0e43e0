import { type RefObject, useEffect, useRef } from 'react';
import type { Waveform } from '../../../ui/media/waveform.ts';
import type { Player } from '../player/player-store.ts';
import { drawTimeline } from './draw-timeline.ts';
import { createKeyframes } from './keyframes.ts';
import type { Lane } from './lanes.ts';
import type { LanePlace } from './layout.ts';
import { onPaletteChange, type Palette, readPalette } from './palette.ts';
import type { TimelineStore } from './timeline-store.ts';
import { timeToX } from './timeline-view.ts';

interface CanvasParts {
  timeline: TimelineStore;
  player: Player;
  lanes: readonly Lane[];
  places: readonly LanePlace[];
  height: number;
  body: RefObject<HTMLDivElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  playhead: RefObject<HTMLDivElement | null>;
  selection: RefObject<HTMLDivElement | null>;
  waveform: Waveform | null;
  shown: ReadonlySet<string> | null;
  stillUrl: ((seconds: number) => string) | null;
  hovered: string | null;
}

/**
 * Keeps the drawing, the playhead and the range as the stores say, without React: at most one drawing per picture of
 * the screen, and none while nothing changes.
 */
export function useTimelineCanvas(parts: CanvasParts): void {
  const latest = useRef(parts);
  latest.current = parts;
  const draw = useRef<() => void>(() => {});
  const { timeline, player, body, canvas, playhead, selection, stillUrl } = parts;

  useEffect(() => {
    // Kept, since the page takes the elements away a moment before it ends this.
    const element = canvas.current!;
    const [head, marked] = [playhead.current!, selection.current!];
    const context = element.getContext('2d')!;
    // Read when it is first drawn with: computed styles lay out the page.
    let palette: Palette | undefined;
    let frame = 0;
    /** 0 until the page is laid out. */
    let width = 0;
    // A still that was asked for may come when the page has been left.
    let isGone = false;
    const request = () => {
      if (isGone || width === 0) return;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        paint();
      });
    };
    const keyframes = stillUrl ? createKeyframes(stillUrl, request) : null;
    const paint = () => {
      const { lanes, places, height, waveform, shown, hovered } = latest.current;
      const { view, duration } = timeline.store.getState();
      palette ??= readPalette(body.current!);
      const scale = devicePixelRatio;
      if (element.width !== Math.round(width * scale) || element.height !== Math.round(height * scale)) {
        element.width = Math.round(width * scale);
        element.height = Math.round(height * scale);
      }
      context.setTransform(scale, 0, 0, scale, 0, 0);
      const still = (seconds: number) => keyframes?.get(seconds);
      drawTimeline(context, { view, width, height, duration, lanes, places, waveform, palette, shown, hovered, still });
      place();
    };
    const place = () => {
      const { view } = timeline.store.getState();
      const { time, range } = player.store.getState();
      head.style.transform = `translateX(${timeToX(view, width, time)}px)`;
      marked.hidden = range === null;
      if (!range) return;
      const left = timeToX(view, width, range.start);
      Object.assign(marked.style, {
        transform: `translateX(${left}px)`,
        width: `${Math.max(1, timeToX(view, width, range.end) - left)}px`,
      });
    };
    const resize = new ResizeObserver(([entry]) => {
      width = entry!.contentRect.width;
      paint();
    });
    resize.observe(body.current!);
    const stops = [
      timeline.store.subscribe(request),
      player.store.subscribe((state, before) => {
        if (state.isPlaying && state.time !== before.time) timeline.reveal(state.time);
        if (state.time !== before.time || state.range !== before.range) place();
      }),
      onPaletteChange(() => {
        palette = undefined;
        request();
      }),
      () => resize.disconnect(),
      () => cancelAnimationFrame(frame),
    ];
    draw.current = request;
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [timeline, player, body, canvas, playhead, selection, stillUrl]);

  const { lanes, waveform, shown, hovered, height } = parts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn is a reason to draw
  useEffect(() => draw.current(), [lanes, waveform, shown, hovered, height]);
}
