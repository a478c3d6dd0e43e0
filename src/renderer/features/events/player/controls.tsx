import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { IconButton } from '../../../ui/controls/button.tsx';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { SKIP_SECONDS } from '../../../ui/media/skip-seconds.ts';
import { useEventText } from '../text.ts';
import styles from './controls.module.css';
import { type EventPlayer, useEventPlayer } from './event-player.ts';

const NUDGE_SECONDS = 1;

/** Buttons and keys of the player. */
export function Controls({ player }: { player: EventPlayer }) {
  const t = useEventText();
  const isPlaying = useEventPlayer(player, (state) => state.isPlaying);
  const time = useEventPlayer(player, (state) => position(state.time, true));
  const duration = useEventPlayer(player, (state) => state.duration);
  useShortcuts({
    space: player.toggle,
    k: player.toggle,
    arrowleft: () => player.skip(-SKIP_SECONDS),
    arrowright: () => player.skip(SKIP_SECONDS),
    'shift+arrowleft': () => player.skip(-NUDGE_SECONDS),
    'shift+arrowright': () => player.skip(NUDGE_SECONDS),
    home: () => player.seek(0),
    end: () => player.seek(duration),
  });
  return (
    <div className={styles.controls}>
      <IconButton
        icon={SkipBack}
        label={t('back')}
        shortcut={showShortcut('arrowleft')}
        onClick={() => player.skip(-SKIP_SECONDS)}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        look="primary"
        label={t(isPlaying ? 'pause' : 'play')}
        shortcut={showShortcut('space')}
        onClick={player.toggle}
      />
      <IconButton
        icon={SkipForward}
        label={t('forward')}
        shortcut={showShortcut('arrowright')}
        onClick={() => player.skip(SKIP_SECONDS)}
      />
      <span className={styles.clock}>
        {time} <span className={styles.total}>/ {position(duration)}</span>
      </span>
    </div>
  );
}
