import {
  CircleMinus,
  Clock,
  Ellipsis,
  Eye,
  EyeOff,
  MoveHorizontal,
  Play,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useLocation } from 'wouter';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { type Placed, recordingTime } from '../../../../core/events/clock.ts';
import { STRONG_MATCH } from '../../../../core/sync/strong-match.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { Tooltip } from '../../../ui/controls/tooltip.tsx';
import { position } from '../../../ui/lib/use-formats.ts';
import { type EventPlayer, useEventPlayer } from '../player/event-player.ts';
import { useEventText } from '../text.ts';
import styles from './lanes.module.css';

/** Smallest difference of a stated start that is shown in seconds: capture times are exact to a second or two. */
const MIN_CLOCK_ERROR = 5;

/** Commands on a recording. */
export interface LaneCommands {
  onAdjust(jobId: string): void;
  onLeaveOut(jobId: string): void;
  onRemove(jobId: string): void;
}

/** Name and state of a recording beside its lane. */
export function LaneLabel({
  recording,
  player,
  canRemove,
  onAdjust,
  onLeaveOut,
  onRemove,
}: { recording: Placed<EventRecording>; player: EventPlayer; canRemove: boolean } & LaneCommands) {
  const t = useEventText();
  const [, navigate] = useLocation();
  const { job_id, name, offset, confidence, stated_offset } = recording;
  const isHeard = useEventPlayer(player, ({ sound }) => sound === job_id);
  const isShown = useEventPlayer(player, ({ shown }) => shown.includes(job_id));
  const error = stated_offset === null ? 0 : stated_offset - offset;
  const open = () => {
    const time = Math.max(0, recordingTime(recording, player.store.getState().time));
    navigate(`/videos/${job_id}?t=${time.toFixed(3)}`);
  };
  return (
    <div className={styles.label}>
      <span className={styles.name} dir="auto" title={name}>
        {name}
      </span>
      <span className={styles.facts}>
        {confidence !== null && confidence < STRONG_MATCH ? (
          <Tooltip text={t('weak.hint')}>
            <span className={styles.clock}>{t('weak')}</span>
          </Tooltip>
        ) : (
          <span>{t(confidence === null ? 'byHand' : 'bySound')}</span>
        )}
        {Math.abs(error) >= MIN_CLOCK_ERROR && (
          <Tooltip text={t(error > 0 ? 'clock.ahead' : 'clock.behind', { time: position(Math.abs(error)) })}>
            <span
              role="img"
              className={styles.clock}
              aria-label={t(error > 0 ? 'clock.ahead' : 'clock.behind', { time: position(Math.abs(error)) })}
            >
              <Clock aria-hidden size={12} />
            </span>
          </Tooltip>
        )}
      </span>
      <span className={styles.tools}>
        <IconButton
          size="small"
          icon={isHeard ? Volume2 : VolumeX}
          label={t('listen', { name })}
          pressed={isHeard}
          onClick={() => player.listenTo(job_id)}
        />
        <IconButton
          size="small"
          icon={isShown ? Eye : EyeOff}
          label={t('show', { name })}
          pressed={isShown}
          onClick={() => player.show(job_id)}
        />
        <Menu
          entries={[
            { label: t('adjust'), icon: MoveHorizontal, onSelect: () => onAdjust(job_id) },
            { label: t('open'), icon: Play, onSelect: open },
            { separator: true },
            { label: t('leaveOut'), icon: CircleMinus, onSelect: () => onLeaveOut(job_id) },
            { label: t('remove'), icon: Trash2, danger: true, disabled: !canRemove, onSelect: () => onRemove(job_id) },
          ]}
        >
          <IconButton size="small" icon={Ellipsis} label={t('actionsOf', { name })} />
        </Menu>
      </span>
    </div>
  );
}
