import { Captions, CaptionsOff, Maximize, Pause, Play, SkipBack, SkipForward, Volume2, VolumeX, X } from 'lucide-react';
import { MAX_TENTHS } from '../../../../base/time.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import styles from './player.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** Buttons, progress, and the current item of a story that is played. */
export function Controls({
  player,
  onFullscreen,
  onClose,
}: {
  player: StoryPlayer;
  onFullscreen(): void;
  onClose(): void;
}) {
  const t = useStoryText();
  const { parts } = player;
  const index = usePlayerState(player, (state) => state.index);
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const hasCaptions = usePlayerState(player, (state) => state.hasCaptions);
  const part = parts[index]!;
  const moments = parts.filter(({ kind }) => kind === 'moment');
  const number = parts.slice(0, index + 1).filter(({ kind }) => kind === 'moment').length;
  return (
    <div className={styles.controls}>
      <ProgressBar player={player} />
      <div className={styles.buttons}>
        <IconButton
          icon={SkipBack}
          label={t('play.previous')}
          shortcut={showShortcut('arrowup')}
          onClick={player.previous}
        />
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={t(isPlaying ? 'play.pause' : 'play')}
          shortcut={showShortcut('space')}
          onClick={player.toggle}
        />
        <IconButton
          icon={SkipForward}
          label={t('play.next')}
          shortcut={showShortcut('arrowdown')}
          disabled={index === parts.length - 1}
          onClick={player.next}
        />
        <Clock player={player} />
        <p className={styles.now}>
          <span className={styles.nowTitle} dir="auto">
            {part.kind === 'title' ? part.text : part.moment.title}
          </span>
          {part.kind === 'moment' && (
            <span className={styles.nowVideo} dir="auto">
              {part.moment.video_title}
            </span>
          )}
        </p>
        <span className={styles.count}>{t('play.of', { number, count: moments.length })}</span>
        <IconButton
          icon={hasCaptions ? Captions : CaptionsOff}
          label={t('play.captions')}
          shortcut={showShortcut('c')}
          pressed={hasCaptions}
          onClick={player.toggleCaptions}
        />
        <IconButton
          icon={isMuted ? VolumeX : Volume2}
          label={t(isMuted ? 'play.unmute' : 'play.mute')}
          shortcut={showShortcut('shift+m')}
          onClick={player.toggleMuted}
        />
        <span className={styles.wide}>
          <IconButton
            icon={Maximize}
            label={t('play.fullscreen')}
            shortcut={showShortcut('f')}
            onClick={onFullscreen}
          />
        </span>
        <IconButton icon={X} label={t('play.close')} shortcut={showShortcut('escape')} onClick={onClose} />
      </div>
    </div>
  );
}

function Clock({ player }: { player: StoryPlayer }) {
  // As exact as the length of a short story is stated elsewhere.
  const clock = (seconds: number) => position(seconds, player.total < MAX_TENTHS);
  const time = usePlayerState(player, ({ index, offset }) => clock(player.parts[index]!.start + offset));
  return (
    <span className={styles.clock}>
      {time} <span className={styles.total}>/ {clock(player.total)}</span>
    </span>
  );
}
