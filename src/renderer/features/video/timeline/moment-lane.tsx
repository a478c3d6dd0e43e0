import { Bookmark } from 'lucide-react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { tagColor } from '../../../ui/lib/texts/tag-color.ts';
import { draggedTimes, type MomentEdge, type MomentTimes } from '../../../ui/lib/trim.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { TrimHandle, type TrimHandleProps } from '../../../ui/media/trim-handle.tsx';
import { usePlayer } from '../player/player-store.ts';
import styles from './moment-lane.module.css';
import { placeMoments } from './moment-rows.ts';
import type { TimelineStore } from './timeline-store.ts';
import { timeToX } from './timeline-view.ts';
import { useLane } from './use-lane.ts';

/** Width of the marker of an instant, and distance from which a press is a drag, in CSS pixels. */
const MARKER_WIDTH = 14;
const DRAG_FROM = 4;
/** As in moment-lane.module.css. */
const ROW_HEIGHT = 20;

/**
 * Lane of marked moments above the ruler. A click opens a moment, dragging moves it or its ends. The arrow keys go from
 * a moment to its ends, and move these.
 */
export function MomentLane({
  timeline,
  moments,
  frameRate,
  openId,
  onOpen,
  onMove,
}: {
  timeline: TimelineStore;
  /** In time order. */
  moments: readonly Moment[];
  /** Frames per second; 0 for audio files. */
  frameRate: number;
  openId: string | null;
  onOpen(moment: Moment): void;
  onMove(moment: Moment, times: MomentTimes): Promise<unknown>;
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
    setDraft((now) => (now?.times === times ? null : now));
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
              isOpen={moment.id === openId}
              frameRate={frameRate}
              secondsPerPixel={() => view.span / Math.max(1, width)}
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

interface MomentBlockProps extends Pick<TrimHandleProps, 'frameRate' | 'secondsPerPixel' | 'duration'> {
  moment: Moment;
  /** Times as drawn. */
  times: MomentTimes;
  style: { top: number; left: number; width: number };
  isOpen: boolean;
  onOpen(): void;
  onDrag(times: MomentTimes, edge: MomentEdge): void;
  /** @param times null if the drag was canceled */
  onDrop(times: MomentTimes | null): void;
}

function MomentBlock({ moment, times, style, isOpen, onOpen, onDrag, onDrop, ...scale }: MomentBlockProps) {
  const t = useMomentText();
  const held = useRef<{ x: number; from: MomentTimes; times: MomentTimes | null } | null>(null);
  const wasDragged = useRef(false);
  const { title, tags } = moment;
  const { start_time, end_time } = times;
  const label =
    end_time === null
      ? t('lane.instant', { title, time: position(start_time, true) })
      : t('lane.range', { title, start: position(start_time, true), end: position(end_time, true) });
  const color = tags[0] ? tagColor(tags[0].color) : 'var(--text-2)';
  return (
    <span
      className={cx(styles.block, end_time === null && styles.instant, isOpen && styles.open)}
      style={{ ...style, ...({ '--tag': color } as object) }}
    >
      <button
        type="button"
        className={styles.press}
        aria-label={label}
        title={label}
        // The ends are narrower than a target should be, so they are no stops of Tab.
        onKeyDown={(event) => {
          const edge = { ArrowLeft: 'start', ArrowRight: 'end' }[event.key];
          const handle = event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-edge="${edge}"]`);
          if (!handle) return;
          event.preventDefault();
          handle.focus();
        }}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, from: times, times: null };
          wasDragged.current = false;
        }}
        onPointerMove={(event) => {
          const drag = held.current;
          if (!drag || (!drag.times && Math.abs(event.clientX - drag.x) <= DRAG_FROM)) return;
          const seconds = (event.clientX - drag.x) * scale.secondsPerPixel();
          drag.times = draggedTimes(drag.from, 'whole', seconds, scale.duration);
          wasDragged.current = true;
          onDrag(drag.times, 'whole');
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
        {end_time !== null && (
          <span dir="auto" className={styles.title}>
            {title}
          </span>
        )}
      </button>
      {end_time !== null &&
        (['start', 'end'] as const).map((edge) => (
          <TrimHandle
            key={edge}
            {...scale}
            edge={edge}
            times={{ start_time, end_time }}
            label={t(`trim.${edge}`, { title })}
            isShown={isOpen}
            isTabStop={false}
            onPress={onOpen}
            onChange={(next) => onDrag(next, edge)}
            onDone={onDrop}
          />
        ))}
    </span>
  );
}
