import type { StartTimecode } from '../../../../contract/library/start-timecode.ts';
import { timecodeAt } from '../../../../core/formats/timecode.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { setPreferences, usePreferences } from '../../../ui/lib/preferences.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import styles from './player.module.css';
import { usePlayerState } from './player-store.ts';

/** Position and duration, or the timecode of the file; separate, since it renders ten times a second. */
export function Clock({ start }: { start: StartTimecode | null }) {
  const t = useVideoText();
  const isTimecode = usePreferences(({ clock }) => clock === 'timecode') && start !== null;
  const time = usePlayerState((state) =>
    isTimecode ? timecodeAt(start, state.time, 'shown') : position(Math.floor(state.time * 10) / 10, true),
  );
  const duration = usePlayerState((state) => state.duration);
  const total = isTimecode ? timecodeAt(start, duration) : position(duration);
  const clock = (
    <>
      {time} <span className={styles.total}>/ {total}</span>
    </>
  );
  if (start === null) return <span className={styles.clock}>{clock}</span>;
  return (
    <button
      type="button"
      className={cx(styles.clock, styles.toggle)}
      title={t(isTimecode ? 'clock.position' : 'clock.timecode')}
      onClick={() => setPreferences({ clock: isTimecode ? 'position' : 'timecode' })}
    >
      {clock}
    </button>
  );
}
