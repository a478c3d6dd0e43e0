import { type PointerEvent, useEffect, useRef } from 'react';
import styles from './timeline.module.css';
import type { TimelineStore } from './timeline-store.ts';

/** Scroll bar of the timeline for the pointer; the keyboard uses shortcuts. */
export function TimelineScroll({ timeline }: { timeline: TimelineStore }) {
  const track = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      const { view, duration } = timeline.store.getState();
      const most = Math.max(duration, view.span);
      Object.assign(thumb.current!.style, {
        left: `${(view.start / most) * 100}%`,
        width: `${(view.span / most) * 100}%`,
      });
    };
    show();
    return timeline.store.subscribe(show);
  }, [timeline]);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || !track.current) return;
    const { left, width } = track.current.getBoundingClientRect();
    const { view, duration } = timeline.store.getState();
    timeline.show({ start: ((event.clientX - left) / width) * duration - view.span / 2, span: view.span });
  };
  return (
    <div
      ref={track}
      className={styles.scroll}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
    >
      <div ref={thumb} className={styles.thumb} />
    </div>
  );
}
