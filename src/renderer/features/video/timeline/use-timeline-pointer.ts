import { type HTMLAttributes, type RefObject, useEffect, useRef } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Player } from '../player/player-store.ts';
import type { Hover } from './hover-card.tsx';
import { buildBlocks, findingAt, type Lane } from './lanes.ts';
import { type LanePlace, laneAt } from './layout.ts';
import type { TimelineStore } from './timeline-store.ts';
import { xToTime } from './timeline-view.ts';

interface PointerParts {
  timeline: TimelineStore;
  player: Player;
  lanes: readonly Lane[];
  places: readonly LanePlace[];
  body: RefObject<HTMLDivElement | null>;
  setHover(hover: Hover | null): void;
  onPick(segment: Segment): void;
}

/** Further than this, a press is a drag, in CSS pixels. */
const DRAG_FROM = 4;
/** A range shorter than this was a slip, in seconds. */
const MIN_RANGE_SECONDS = 0.05;
/** How much a turn of the wheel zooms, per pixel of it. */
const WHEEL_ZOOM = 0.0035;

/** Pointer handlers of the timeline, and the time and finding under the pointer. */
export interface TimelinePointer {
  handlers: HTMLAttributes<HTMLDivElement>;
  /** Time under the pointer in seconds, and the finding there unless it is merged with others. */
  at(event: { clientX: number; clientY: number }): { time: number; segment: Segment | null };
}

type Point = { clientX: number; clientY: number };
type Drag = { x: number; time: number; isRange: boolean; isTouch: boolean; viewStart: number };

/** A click goes there, dragging selects (with a finger: scrolls), Ctrl and the wheel zoom around the pointer. */
export function useTimelinePointer(parts: PointerParts): TimelinePointer {
  const latest = useRef(parts);
  latest.current = parts;
  const drag = useRef<Drag | null>(null);
  const { body, timeline } = parts;

  useEffect(() => {
    const element = body.current!;
    const onWheel = (event: WheelEvent) => {
      const { view } = timeline.store.getState();
      const { left, width } = element.getBoundingClientRect();
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        timeline.zoom(Math.exp(event.deltaY * WHEEL_ZOOM), xToTime(view, width, event.clientX - left));
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        timeline.pan((sideways / width) * view.span);
      } else return;
      event.preventDefault();
    };
    // React listens passively, which can't keep the page itself from zooming.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [body, timeline]);

  const pointOf = (event: Point) => {
    const { left, top, width } = body.current!.getBoundingClientRect();
    const { view } = timeline.store.getState();
    const x = event.clientX - left;
    return { x, y: event.clientY - top, width, view, time: xToTime(view, width, x) };
  };
  const under = (event: Point): { segment: Segment; count: number } | undefined => {
    const { x, y, width, view } = pointOf(event);
    const { lanes, places } = latest.current;
    const hit = laneAt(lanes, places, y);
    if (!hit) return undefined;
    const found = findingAt(hit.lane, view, width, x, hit.row);
    if (found === undefined) return undefined;
    const block = buildBlocks(hit.lane, view, width).find(
      ({ row, left, right }) => row === hit.row && x >= left - 3 && x <= right + 3,
    );
    return { segment: hit.lane.segments[found]!, count: block?.count ?? 1 };
  };

  const handlers: HTMLAttributes<HTMLDivElement> = {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, time, view } = pointOf(event);
      drag.current = { x, time, isRange: false, isTouch: event.pointerType === 'touch', viewStart: view.start };
    },
    onPointerMove(event) {
      const { x, time, width, view } = pointOf(event);
      const held = drag.current;
      if (held && (held.isRange || Math.abs(x - held.x) > DRAG_FROM)) {
        held.isRange = true;
        latest.current.setHover(null);
        if (held.isTouch)
          timeline.show({ start: held.viewStart - ((x - held.x) / width) * view.span, span: view.span });
        else latest.current.player.setRange(rangeOf(held.time, time, latest.current.player.store.getState().duration));
        return;
      }
      if (event.pointerType === 'touch') return;
      const hit = under(event);
      const offset = body.current!.offsetLeft;
      latest.current.setHover({
        time: Math.max(0, time),
        x: x + offset,
        segment: hit?.segment ?? null,
        count: hit?.count ?? 1,
      });
    },
    onPointerUp(event) {
      const held = drag.current;
      drag.current = null;
      if (!held) return;
      const { player, onPick } = latest.current;
      if (!held.isRange) {
        const hit = under(event);
        if (hit && hit.count === 1) onPick(hit.segment);
        player.seek(held.time);
        return;
      }
      const { range } = player.store.getState();
      if (!held.isTouch && range && range.end - range.start < MIN_RANGE_SECONDS) player.setRange(null);
    },
    onPointerCancel: () => {
      drag.current = null;
    },
    onPointerLeave: () => latest.current.setHover(null),
  };
  return {
    handlers,
    at(event) {
      const hit = under(event);
      return { time: Math.max(0, pointOf(event).time), segment: hit?.count === 1 ? hit.segment : null };
    },
  };
}

function rangeOf(a: number, b: number, duration: number): { start: number; end: number } {
  return { start: Math.max(0, Math.min(a, b)), end: Math.min(duration, Math.max(a, b)) };
}
