import { ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import type { EventGroup } from '../../../../contract/library/event-groups.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { position } from '../../../ui/lib/use-formats.ts';
import { type EventPlayer, useEventPlayer } from '../player/event-player.ts';
import { useEventText } from '../text.ts';
import { Block } from './block.tsx';
import { type LaneCommands, LaneLabel } from './lane-label.tsx';
import styles from './lanes.module.css';

const [ZOOM, MAX_ZOOM] = [2, 64];
/** Distances of times on the ruler in seconds, and their maximum number in the width of the lanes. */
const STEPS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400];
const MAX_TIMES = 6;

/** One timeline with a lane per recording. */
export function Lanes({ event, player, ...commands }: { event: EventGroup; player: EventPlayer } & LaneCommands) {
  const t = useEventText();
  const recordings = useEventPlayer(player, (state) => state.recordings);
  const duration = useEventPlayer(player, (state) => state.duration) || 1;
  const [zoom, setZoom] = useState(1);
  const tracks = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const zoomTo = (next: number) => {
    setZoom(Math.min(MAX_ZOOM, Math.max(1, next)));
    requestAnimationFrame(() => {
      const view = scroller.current!;
      view.scrollLeft = (player.store.getState().time / duration) * view.scrollWidth - view.clientWidth / 2;
    });
  };
  const seek = ({ clientX, buttons, type }: PointerEvent) => {
    if (type === 'pointermove' && buttons !== 1) return;
    const { left, width } = tracks.current!.getBoundingClientRect();
    player.seek(((clientX - left) / width) * duration);
  };
  return (
    <section aria-label={t('lanes')} className={styles.lanes}>
      <div className={styles.labels}>
        <div className={styles.zoom}>
          <IconButton
            size="small"
            icon={ZoomOut}
            label={t('zoom.out')}
            disabled={zoom === 1}
            onClick={() => zoomTo(zoom / ZOOM)}
          />
          <IconButton
            size="small"
            icon={ZoomIn}
            label={t('zoom.in')}
            disabled={zoom === MAX_ZOOM}
            onClick={() => zoomTo(zoom * ZOOM)}
          />
        </div>
        {recordings.map((recording) => (
          <LaneLabel
            key={recording.job_id}
            recording={recording}
            player={player}
            canRemove={event.recordings.length > 2}
            {...commands}
          />
        ))}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <div
          ref={tracks}
          className={styles.tracks}
          style={{ width: `${zoom * 100}%` }}
          onPointerDown={seek}
          onPointerMove={seek}
        >
          <Ruler duration={duration} zoom={zoom} />
          {recordings.map((recording) => (
            <Block key={recording.job_id} recording={recording} duration={duration} zoom={zoom} />
          ))}
          <Playhead player={player} duration={duration} />
        </div>
      </div>
    </section>
  );
}

function Ruler({ duration, zoom }: { duration: number; zoom: number }) {
  const step = STEPS.find((seconds) => duration / zoom / seconds <= MAX_TIMES) ?? STEPS.at(-1)!;
  return (
    <div aria-hidden className={styles.ruler}>
      {Array.from({ length: Math.ceil(duration / step) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: times are places
        <span key={i} className={styles.tick} style={{ left: `${(100 * i * step) / duration}%` }}>
          {position(i * step)}
        </span>
      ))}
    </div>
  );
}

function Playhead({ player, duration }: { player: EventPlayer; duration: number }) {
  const t = useEventText();
  const time = useEventPlayer(player, (state) => state.time);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('playhead')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={position(time)}
      className={styles.playhead}
      style={{ left: `${(100 * time) / duration}%` }}
    />
  );
}
