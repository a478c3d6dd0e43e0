import { ArrowLeftToLine, ArrowRightToLine, Maximize2, Play, Plus, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import type { VideoPerson } from '../../../../contract/analysis/people.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { cachedByList } from '../../../ui/lib/cached-by-list.ts';
import { cx } from '../../../ui/lib/classes.ts';
import type { MomentTimes } from '../../../ui/lib/trim.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import type { Waveform } from '../../../ui/media/waveform.ts';
import { usePlayer } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import { type Hover, HoverCard } from './hover-card.tsx';
import { buildLanes } from './lanes.ts';
import { heightOf, placesOf } from './layout.ts';
import { MomentLane } from './moment-lane.tsx';
import { PeopleLanes } from './people-lanes.tsx';
import { RangeBar } from './range-bar.tsx';
import styles from './timeline.module.css';
import { TimelineScroll } from './timeline-scroll.tsx';
import { TimelineSlider } from './timeline-slider.tsx';
import type { TimelineStore } from './timeline-store.ts';
import { useTimelineCanvas } from './use-timeline-canvas.ts';
import { useTimelinePointer } from './use-timeline-pointer.ts';

export interface TimelineProps {
  jobId: string;
  timeline: TimelineStore;
  segments: readonly Segment[];
  /** Whether there are no findings, rather than none yet. */
  isEmpty: boolean;
  waveform: Waveform | null;
  /** Whether there is a lane for the waveform, also while it loads. */
  hasWave: boolean;
  /** Ids that the list shows; null: all. */
  shown: ReadonlySet<string> | null;
  stillUrl: ((seconds: number) => string) | null;
  /** Marked moments in time order. */
  moments: readonly Moment[];
  /** People in the video, most time on screen first. */
  people: readonly VideoPerson[];
  onOpenPerson(id: string): void;
  onPick(segment: Segment): void;
  /** Context menu of a finding. */
  menuOf(segment: Segment): readonly MenuEntry[];
  onAsk(range: { start: number; end: number }): void;
  onMark(): void;
  /** Opens the form for a new finding. @param time seconds; undefined for the marked range or the playhead */
  onAdd(time?: number): void;
  /** Asks why something was missed. @param time seconds */
  onMiss(time: number, end?: number): void;
  /** Frames per second; 0 for audio files. */
  frameRate: number;
  /** Moment whose ends are drawn. */
  openMoment: string | null;
  onOpenMoment(moment: Moment): void;
  onMoveMoment(moment: Moment, times: MomentTimes): Promise<unknown>;
}

const ZOOM_STEP = 1.5;
const lanesOf = cachedByList(buildLanes);
const hasPreview = cachedByList((segments: readonly Segment[]) => segments.some(({ data }) => data?.preview));

/** Timeline with marked moments, a waveform, one lane per module, and a playhead. */
export function Timeline(props: TimelineProps) {
  const { jobId, timeline, segments, waveform, hasWave, shown, stillUrl, moments, onPick, menuOf } = props;
  const t = useVideoText();
  const player = usePlayer();
  const body = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const lanes = lanesOf(segments);
  const places = useMemo(() => placesOf(lanes, hasWave), [lanes, hasWave]);
  const height = heightOf(places, hasWave);
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
  const { handlers, at } = useTimelinePointer({ ...parts, body, setHover, onPick });

  const onKeyDown = (event: KeyboardEvent) => {
    const { span } = timeline.store.getState().view;
    if (event.key === 'PageUp') timeline.pan(-span * 0.8);
    else if (event.key === 'PageDown') timeline.pan(span * 0.8);
    else if (event.key === 'End') player.seek(player.store.getState().duration);
    else return;
    event.preventDefault();
  };
  const menuAt = (target: Element, event: MouseEvent): MenuEntry[] => {
    if (!body.current?.contains(target)) return [];
    const { time, segment } = at(event);
    setHover(null);
    const shown = position(time, true);
    const marks: MenuEntry[] = [
      { label: t('menu.in', { time: shown }), icon: ArrowRightToLine, onSelect: () => player.markInAt(time) },
      { label: t('menu.out', { time: shown }), icon: ArrowLeftToLine, onSelect: () => player.markOutAt(time) },
      { label: t('menu.add', { time: shown }), icon: Plus, onSelect: () => props.onAdd(time) },
      { label: t('menu.miss', { time: shown }), icon: ScanSearch, onSelect: () => props.onMiss(time) },
    ];
    if (!segment) {
      return [{ label: t('menu.playAt', { time: shown }), icon: Play, onSelect: () => player.seek(time) }, ...marks];
    }
    return [...menuOf(segment), { separator: true }, ...marks];
  };
  return (
    <section className={styles.timeline} aria-label={t('timeline.label')}>
      <div className={styles.bar}>
        <RangeBar
          jobId={jobId}
          timeline={timeline}
          onAsk={props.onAsk}
          onMiss={({ start, end }) => props.onMiss(start, end)}
          onMark={props.onMark}
          onAdd={() => props.onAdd()}
        />
        {hasPreview(segments) && <Badge tone="warn">{t('preview')}</Badge>}
        <span className={styles.space} />
        <ZoomButtons timeline={timeline} />
      </div>
      {moments.length > 0 && (
        <MomentLane
          timeline={timeline}
          moments={moments}
          frameRate={props.frameRate}
          openId={props.openMoment}
          onOpen={props.onOpenMoment}
          onMove={props.onMoveMoment}
        />
      )}
      <ContextMenu className={styles.scroller} label={t('menu.label')} entriesAt={menuAt}>
        <div className={styles.names} style={{ height }}>
          {hasWave && <span className={cx(styles.name, styles.wave)}>{t('loudness')}</span>}
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
          {props.isEmpty && !hasWave && <p className={styles.empty}>{t('timeline.empty')}</p>}
        </TimelineSlider>
      </ContextMenu>
      <HoverCard hover={hover} segments={segments} stillUrl={stillUrl} />
      {props.people.length > 0 && <PeopleLanes timeline={timeline} people={props.people} onOpen={props.onOpenPerson} />}
      <TimelineScroll timeline={timeline} />
    </section>
  );
}

function ZoomButtons({ timeline }: { timeline: TimelineStore }) {
  const t = useVideoText();
  const player = usePlayer();
  const zoom = (factor: number) => timeline.zoom(factor, player.store.getState().time);
  return (
    <span className={styles.zoom}>
      <IconButton size="small" icon={ZoomOut} label={t('zoom.out')} shortcut="-" onClick={() => zoom(ZOOM_STEP)} />
      <IconButton size="small" icon={ZoomIn} label={t('zoom.in')} shortcut="+" onClick={() => zoom(1 / ZOOM_STEP)} />
      <IconButton size="small" icon={Maximize2} label={t('zoom.all')} shortcut="Home" onClick={timeline.showAll} />
    </span>
  );
}
