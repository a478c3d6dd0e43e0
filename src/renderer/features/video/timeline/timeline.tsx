import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/segment.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import { type Hover, HoverCard } from './hover-card.tsx';
import { buildLanes } from './lanes.ts';
import { heightOf, placesOf } from './layout.ts';
import { RangeBar } from './range-bar.tsx';
import styles from './timeline.module.css';
import { TimelineScroll } from './timeline-scroll.tsx';
import type { TimelineStore } from './timeline-store.ts';
import { useTimelineCanvas } from './use-timeline-canvas.ts';
import { useTimelinePointer } from './use-timeline-pointer.ts';
import type { Waveform } from './waveform.ts';

export interface TimelineProps {
  jobId: string;
  timeline: TimelineStore;
  segments: readonly Segment[];
  waveform: Waveform | null;
  /** Ids that the list shows; null: all. */
  shown: ReadonlySet<string> | null;
  stillUrl: ((seconds: number) => string) | null;
  onPick(segment: Segment): void;
  onAsk(range: { start: number; end: number }): void;
}

const ZOOM_STEP = 1.5;

/** Timeline with a waveform, one lane per module, and a playhead. */
export function Timeline({ jobId, timeline, segments, waveform, shown, stillUrl, onPick, onAsk }: TimelineProps) {
  const t = useVideoText();
  const player = usePlayer();
  const body = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const lanes = useMemo(() => buildLanes(segments), [segments]);
  const places = useMemo(() => placesOf(lanes, waveform !== null), [lanes, waveform]);
  const height = heightOf(places, waveform !== null);
  const [hover, setHover] = useState<Hover | null>(null);
  const parts = { timeline, player, lanes, places, height };
  useTimelineCanvas({
    ...parts,
    body,
    canvas,
    playhead,
    selection,
    waveform,
    shown,
    stillUrl,
    hovered: hover?.segment?.id ?? null,
  });
  const handlers = useTimelinePointer({ ...parts, body, setHover, onPick });

  const zoom = (factor: number) => timeline.zoom(factor, player.store.getState().time);
  const onKeyDown = (event: KeyboardEvent) => {
    const { span } = timeline.store.getState().view;
    if (event.key === 'PageUp') timeline.pan(-span * 0.8);
    else if (event.key === 'PageDown') timeline.pan(span * 0.8);
    else if (event.key === 'End') player.seek(player.store.getState().duration);
    else return;
    event.preventDefault();
  };
  return (
    <section className={styles.timeline} aria-label={t('timeline.label')}>
      <div className={styles.bar}>
        <RangeBar jobId={jobId} timeline={timeline} onAsk={onAsk} />
        <span className={styles.space} />
        <IconButton size="small" icon={ZoomOut} label={t('zoom.out')} shortcut="-" onClick={() => zoom(ZOOM_STEP)} />
        <IconButton size="small" icon={ZoomIn} label={t('zoom.in')} shortcut="+" onClick={() => zoom(1 / ZOOM_STEP)} />
        <IconButton size="small" icon={Maximize2} label={t('zoom.all')} shortcut="Home" onClick={timeline.showAll} />
      </div>
      <div className={styles.scroller}>
        <div className={styles.names} style={{ height }}>
          {waveform && <span className={cx(styles.name, styles.wave)}>{t('loudness')}</span>}
          {lanes.map((lane, i) => (
            <span key={lane.module} className={styles.name} style={{ top: places[i]!.top, height: places[i]!.height }}>
              <ModuleIcon name={lane.module} withName />
            </span>
          ))}
        </div>
        <TimelineSlider onKeyDown={onKeyDown} height={height} refTo={body} {...handlers}>
          <canvas ref={canvas} className={styles.canvas} aria-hidden />
          <div ref={selection} className={styles.range} />
          <div ref={playhead} className={styles.playhead} />
          {lanes.length === 0 && !waveform && <p className={styles.empty}>{t('timeline.empty')}</p>}
        </TimelineSlider>
      </div>
      <HoverCard hover={hover} segments={segments} stillUrl={stillUrl} />
      <TimelineScroll timeline={timeline} />
    </section>
  );
}

/** Canvas of the timeline as an accessible slider. */
function TimelineSlider({
  refTo,
  height,
  children,
  ...handlers
}: {
  refTo: React.RefObject<HTMLDivElement | null>;
  height: number;
  children: React.ReactNode;
} & React.HTMLAttributes<HTMLDivElement>) {
  const t = useVideoText();
  const seconds = usePlayerState((state) => Math.floor(state.time));
  const duration = usePlayerState((state) => state.duration);
  return (
    <div
      {...handlers}
      ref={refTo}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.label')}
      aria-description={t('timeline.help')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={seconds}
      aria-valuetext={t('timeline.value', { time: position(seconds), duration: position(duration) })}
      className={styles.body}
      style={{ height }}
    >
      {children}
    </div>
  );
}
