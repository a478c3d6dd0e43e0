import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { type Placed, recordingEnd } from '../../../../core/events/clock.ts';
import styles from './lanes.module.css';
import { useRecordingWave, Wave } from './wave.tsx';

/** Columns of a waveform over the whole width, and their maximum. */
const [COLUMNS, MAX_COLUMNS] = [600, 4000];

/** The time in which a recording was running, with its waveform. */
export function Block({
  recording,
  duration,
  zoom,
}: {
  recording: Placed<EventRecording>;
  duration: number;
  zoom: number;
}) {
  const wave = useRecordingWave(recording.job_id);
  const length = recordingEnd(recording) - recording.offset;
  const columns = Math.max(2, Math.min(MAX_COLUMNS, Math.round((COLUMNS * zoom * length) / duration)));
  return (
    <div className={styles.track}>
      <div
        className={styles.block}
        style={{ left: `${(100 * recording.offset) / duration}%`, width: `${(100 * length) / duration}%` }}
      >
        {wave && <Wave wave={wave} start={0} span={recording.duration} columns={columns} className={styles.wave} />}
      </div>
    </div>
  );
}
