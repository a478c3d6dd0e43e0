import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { type Placed, recordingTime } from '../../../../core/events/clock.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { useVideos } from '../../../api/queries.ts';
import { useRecordingWave, Wave } from '../lanes/wave.tsx';
import { type EventPlayer, useEventPlayer } from '../player/event-player.ts';
import { useEventText } from '../text.ts';
import styles from './adjust.module.css';

const COLUMNS = 400;
/** Steps of the keys of the slider, which has no first and last value. */
const KEYS = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -10],
  ['PageUp', 10],
  ['Home', 0],
  ['End', 0],
]);

/** Waveforms of two recordings on top of one another, one of them moved by dragging or by keys. */
export function Waves({
  recording,
  reference,
  player,
  span,
  distance,
  onDrag,
  onDrop,
  onStep,
}: {
  recording: Placed<EventRecording>;
  reference: Placed<EventRecording>;
  player: EventPlayer;
  span: number;
  /** Text for the distance of the two. */
  distance: string;
  onDrag(seconds: number): void;
  onDrop(seconds: number): void;
  onStep(steps: number): void;
}) {
  const t = useEventText();
  const time = useEventPlayer(player, (state) => state.time);
  const upper = useRecordingWave(reference.job_id);
  const lower = useRecordingWave(recording.job_id);
  const from = useRef<number>(undefined);
  const moved = ({ clientX, currentTarget }: PointerEvent) =>
    ((clientX - (from.current ?? clientX)) / currentTarget.getBoundingClientRect().width) * span;
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = KEYS.get(event.key);
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (steps !== 0) onStep(steps);
  };
  const start = time - span / 2;
  const { data: videos } = useVideos();
  const unknown = upper === null ? reference : lower === null ? recording : null;
  const isLater = videos?.some((video) => video.job_id === unknown?.job_id && isBusy(video));
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('adjust.offset')}
      aria-valuenow={recording.offset}
      aria-valuetext={distance}
      className={styles.waves}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      }}
      onPointerMove={(event) => from.current !== undefined && onDrag(moved(event))}
      onPointerUp={(event) => {
        onDrop(moved(event));
        from.current = undefined;
      }}
      onPointerCancel={() => {
        onDrop(0);
        from.current = undefined;
      }}
    >
      {upper && (
        <Wave
          wave={upper}
          start={recordingTime(reference, start)}
          span={span}
          columns={COLUMNS}
          className={styles.reference}
        />
      )}
      {lower && (
        <Wave
          wave={lower}
          start={recordingTime(recording, start)}
          span={span}
          columns={COLUMNS}
          className={styles.moved}
        />
      )}
      <span aria-hidden className={styles.now} />
      {unknown && (
        <p className={styles.unknown}>{t(isLater ? 'adjust.waveLater' : 'adjust.noWave', { name: unknown.name })}</p>
      )}
    </div>
  );
}
