import {
  Captions as CaptionsIcon,
  Crop,
  Gauge,
  Maximize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  ScanSearch,
  SquareDashed,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { StartTimecode } from '../../../../contract/library/start-timecode.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { useVideoText } from '../text.ts';
import { Clock } from './clock.tsx';
import styles from './player.module.css';
import { usePlayer, usePlayerState } from './player-store.ts';
import { RATES } from './shuttle.ts';

/** Player controls. */
export function Controls({
  start,
  isDisabled,
  hasCaptions,
  hasBoxes,
  onSimilar,
  onFullscreen,
}: {
  /** Timecode of the file, if it has one. */
  start: StartTimecode | null;
  isDisabled: boolean;
  hasCaptions: boolean;
  hasBoxes: boolean;
  /** Undefined for audio files. */
  onSimilar: (() => void) | undefined;
  onFullscreen(): void;
}) {
  const t = useVideoText();
  const player = usePlayer();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const captionsOn = usePlayerState((state) => state.hasCaptions);
  const boxesOn = usePlayerState((state) => state.hasBoxes);
  return (
    <div className={styles.controls}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? t('pause') : t('play')}
        shortcut="Space"
        disabled={isDisabled}
        onClick={player.toggle}
      />
      <span className={styles.wide}>
        <IconButton icon={RotateCcw} label={t('back')} shortcut="←" onClick={() => player.skip(-5)} />
        <IconButton icon={RotateCw} label={t('forward')} shortcut="→" onClick={() => player.skip(5)} />
      </span>
      <Clock start={start} />
      <span className={styles.space} />
      <SpeedMenu />
      {onSimilar && (
        <>
          <IconButton icon={ScanSearch} label={t('similar')} onClick={onSimilar} />
          <IconButton
            icon={Crop}
            label={t('similar.region')}
            shortcut="R"
            disabled={isDisabled}
            onClick={player.startSelecting}
          />
        </>
      )}
      {hasBoxes && (
        <IconButton
          icon={SquareDashed}
          label={t('boxes')}
          shortcut="B"
          pressed={boxesOn}
          onClick={player.toggleBoxes}
        />
      )}
      {hasCaptions && (
        <IconButton
          icon={CaptionsIcon}
          label={t('captions')}
          shortcut="C"
          pressed={captionsOn}
          onClick={player.toggleCaptions}
        />
      )}
      <Volume />
      <IconButton icon={Maximize} label={t('fullscreen')} shortcut="F" onClick={onFullscreen} />
    </div>
  );
}

function SpeedMenu() {
  const t = useVideoText();
  const player = usePlayer();
  const rate = usePlayerState((state) => state.rate);
  return (
    <Menu
      entries={RATES.map((value) => ({
        label: `${value}×`,
        checked: rate === value,
        onSelect: () => player.setRate(value),
      }))}
    >
      {rate === 1 ? (
        <IconButton icon={Gauge} label={t('speed')} />
      ) : (
        <button type="button" className={styles.rate} aria-label={`${t('speed')} ${rate}×`}>
          {rate}×
        </button>
      )}
    </Menu>
  );
}

/** Mute button and volume. */
function Volume() {
  const t = useVideoText();
  const player = usePlayer();
  const volume = usePlayerState((state) => (state.isMuted ? 0 : state.volume));
  return (
    <>
      {/* Phones have keys for it. */}
      <span className={styles.wide}>
        <IconButton
          icon={volume === 0 ? VolumeX : Volume2}
          label={volume === 0 ? t('unmute') : t('mute')}
          shortcut={showShortcut('shift+m')}
          onClick={player.toggleMuted}
        />
      </span>
      <input
        type="range"
        aria-label={t('volume')}
        className={styles.volume}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => player.setVolume(Number(event.currentTarget.value))}
      />
    </>
  );
}
