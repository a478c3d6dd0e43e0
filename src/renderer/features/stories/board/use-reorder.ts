import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from an edge of the scrolling area, in CSS pixels, at which dragging scrolls. */
const EDGE = 56;
const SCROLL_STEP = 12;

export interface Dragging {
  id: string;
  /** Index that the item gets among the others when it is released. */
  to: number;
  /** Distance from its place, in CSS pixels. */
  offset: number;
}

/**
 * Reorders the rows of a list by dragging their handles with mouse, pen, or finger. Escape cancels.
 * @param list its children with `data-item` are the rows, in order
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  onMove: (id: string, to: number) => void,
) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = (event: PointerEvent<HTMLElement>, id: string) => {
    const root = list.current;
    if (!root || event.button !== 0 || stop.current) return;
    const rows = [...root.querySelectorAll<HTMLElement>(':scope > [data-item]')];
    // Relative to the list, so that scrolling does not change them.
    const places = rows.map((row) => ({ id: row.dataset['item'], top: row.offsetTop, height: row.offsetHeight }));
    const from = places.findIndex((place) => place.id === id);
    const others = places.filter((place) => place.id !== id);
    const topOf = () => root.getBoundingClientRect().top;
    const grip = event.clientY - topOf();
    let y = event.clientY;
    let frame = 0;
    let now: Dragging | null = null;
    const update = () => {
      const at = y - topOf();
      // A row is passed where the pointer crosses its middle.
      const to = others.filter(({ top, height }) => top + height / 2 < at).length;
      now = { id, to, offset: at - grip };
      setDragging(now);
    };
    const scroll = () => {
      const area = scroller.current;
      if (area) {
        const { top, bottom } = area.getBoundingClientRect();
        const step = y < top + EDGE ? -SCROLL_STEP : y > bottom - EDGE ? SCROLL_STEP : 0;
        if (step !== 0) {
          area.scrollBy(0, step);
          update();
        }
      }
      frame = requestAnimationFrame(scroll);
    };
    const listen = new AbortController();
    const end = () => {
      listen.abort();
      cancelAnimationFrame(frame);
      stop.current = null;
      setDragging(null);
    };
    stop.current = end;
    const on = <Name extends keyof WindowEventMap>(name: Name, run: (event: WindowEventMap[Name]) => void) =>
      addEventListener(name, run, { signal: listen.signal, capture: true });
    on('pointermove', (move) => {
      y = move.clientY;
      if (now === null && Math.abs(y - event.clientY) < 3) return;
      if (now === null) frame = requestAnimationFrame(scroll);
      update();
    });
    on('pointerup', () => {
      const dropped = now;
      end();
      if (dropped && dropped.to !== from) onMove(id, dropped.to);
    });
    on('pointercancel', end);
    on('keydown', (key) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end();
    });
  };
  return { dragging, start };
}
