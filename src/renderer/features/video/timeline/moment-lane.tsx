import { Bookmark } from 'lucide-react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { Moment } from '../../../../contract/moments.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useMomentText } from '../../../ui/lib/moment-text.ts';
import { tagColor } from '../../../ui/lib/tag-color.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { usePlayer } from '../player/player-store.ts';
import styles from './moment-lane.module.css';
import { draggedTimes, type MomentEdge, placeMoments } from './moment-rows.ts';
import type { TimelineStore } from './timeline-store.ts';
import { timeToX } from './timeline-view.ts';
import { useLane } from './use-lane.ts';

/** Times of a moment. */
export type MomentTimes = Pick<Moment, 'start_time' | 'end_time'>;

/** Width of the marker of an instant, and distance from which a press is a drag, in CSS pixels. */
const MARKER_WIDTH = 14;
const DRAG_FROM = 4;
/** As in moment-lane.module.css. */
const ROW_HEIGHT = 20;

/** Lane of marked moments above the ruler. A click opens a moment, dragging moves it or its ends. */
export function MomentLane({
  timeline,
  moments,
  onOpen,
  onMove,
}: {
  timeline: TimelineStore;
  /** In time order. */
  moments: readonly Moment[];
  onOpen(moment: Moment): void;
  onMove(moment: Moment, times: MomentTimes): Promise<void>;
}) {
  const t = useMomentText();
  const player = usePlayer();
  const { view, width, body, playhead } = useLane(timeline);
  const [draft, setDraft] = useState<{ id: string; times: MomentTimes } | null>(null);

  const { placed, rowCount } = useMemo(
    () => placeMoments(moments, (MARKER_WIDTH / Math.max(1, width)) * view.span),
    [moments, width, view.span],
  );
  const finish = async (moment: Moment, times: MomentTimes) => {
    await onMove(moment, times);
    setDraft(null);
  };
  return (
    <section className={styles.lane} aria-label={t('lane')}>
      <span className={styles.name}>
        <Bookmark aria-hidden size={14} strokeWidth={1.75} />
        <span className={styles.nameText}>{t('lane')}</span>
      </span>
      <div ref={body} className={styles.body} style={{ height: rowCount * ROW_HEIGHT + 4 }}>
        {placed.map(({ moment, row }) => {
          const times = draft?.id === moment.id ? draft.times : moment;
          const left = timeToX(view, width, times.start_time);
          const right = times.end_time === null ? left + MARKER_WIDTH : timeToX(view, width, times.end_time);
          if (right < -MARKER_WIDTH || left > width + MARKER_WIDTH) return null;
          return (
            <MomentBlock
              key={moment.id}
              moment={moment}
              times={times}
              style={{ top: row * ROW_HEIGHT + 2, left, width: Math.max(3, right - left) }}
              secondsPerPixel={view.span / Math.max(1, width)}
              duration={timeline.store.getState().duration}
              onOpen={() => onOpen(moment)}
              onDrag={(next, edge) => {
                setDraft({ id: moment.id, times: next });
                player.seek(edge === 'end' ? next.end_time! : next.start_time);
              }}
              onDrop={(next) => (next ? void finish(moment, next) : setDraft(null))}
            />
          );
        })}
        <div ref={playhead} className={styles.playhead} />
      </div>
    </section>
  );
}

function MomentBlock({
  moment,
  times,
  style,
  secondsPerPixel,
  duration,
  onOpen,
  onDrag,
  onDrop,
}: {
  moment: Moment;
  times: MomentTimes;
  style: { top: number; left: number; width: number };
  secondsPerPixel: number;
  duration: number;
  onOpen(): void;
  onDrag(times: MomentTimes, edge: MomentEdge): void;
  /** @param times null if the drag was canceled */
  onDrop(times: MomentTimes | null): void;
}) {
  const t = useMomentText();
  const held = useRef<{ x: number; edge: MomentEdge; times: MomentTimes | null } | null>(null);
  const wasDragged = useRef(false);
  const isRange = times.end_time !== null;
  const { title, tags } = moment;
  const label = isRange
    ? t('lane.range', { title, start: position(times.start_time, true), end: position(times.end_time!, true) })
    : t('lane.instant', { title, time: position(times.start_time, true) });
  const color = tags[0] ? tagColor(tags[0].color) : 'var(--text-2)';
  return (
    <button
      type="button"
      className={cx(styles.block, !isRange && styles.instant)}
      style={{ ...style, ...({ '--tag': color } as object) }}
      aria-label={label}
      title={label}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const edge = (event.target as HTMLElement).dataset['edge'] as MomentEdge | undefined;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, edge: edge ?? 'whole', times: null };
        wasDragged.current = false;
      }}
      onPointerMove={(event) => {
        const drag = held.current;
        if (!drag || (!drag.times && Math.abs(event.clientX - drag.x) <= DRAG_FROM)) return;
        drag.times = draggedTimes(moment, drag.edge, (event.clientX - drag.x) * secondsPerPixel, duration);
        wasDragged.current = true;
        onDrag(drag.times, drag.edge);
      }}
      onPointerUp={() => {
        const drag = held.current;
        held.current = null;
        if (drag?.times) onDrop(drag.times);
      }}
      onPointerCancel={() => {
        held.current = null;
        onDrop(null);
      }}
      // A drag ends with a click as well.
      onClick={() => !wasDragged.current && onOpen()}
    >
      {isRange && <span data-edge="start" className={cx(styles.edge, styles.start)} />}
      {isRange && (
        <span dir="auto" className={styles.title}>
          {title}
        </span>
      )}
      {isRange && <span data-edge="end" className={cx(styles.edge, styles.end)} />}
    </button>
  );
}
