import { AudioLines } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Cue } from '../../../../contract/formats/cues.ts';
import type { MediaDetails } from '../../../../contract/media-details.ts';
import type { Playback } from '../../../../contract/videos.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useVideoText } from '../text.ts';
import { Boxes } from './boxes.tsx';
import { Captions } from './captions.tsx';
import { Controls } from './controls.tsx';
import styles from './player.module.css';
import { PlayerProblem } from './player-problem.tsx';
import { usePlayer, usePlayerState } from './player-store.ts';
import type { TimeIndex } from './time-index.ts';
import { useProxy } from './use-proxy.ts';

export interface PlayerProps {
  jobId: string;
  playback: Playback | undefined;
  facts: MediaDetails | undefined;
  /** In time order. */
  captions: readonly Cue[];
  /** Findings with bounding boxes. */
  placed: TimeIndex;
}

/** Video with captions and controls. */
export function PlayerView({ jobId, playback, facts, captions, placed }: PlayerProps) {
  const t = useVideoText();
  const player = usePlayer();
  const media = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isBroken = usePlayerState((state) => state.isBroken);
  const isMissing = facts?.source_exists === false;
  const isAudio = facts !== undefined && facts.video === null && facts.audio !== null;
  const source = playback?.playback_url;
  const { status: proxy, retry } = useProxy(jobId, source, facts !== undefined && !isMissing);
  useEffect(() => {
    if (media.current && source) return player.attach(media.current);
    return undefined;
  }, [player, source]);

  return (
    <section ref={stage} className={styles.player} aria-label={t('player.label')}>
      <div className={cx(styles.stage, isAudio && styles.sound)}>
        {source && !isMissing && (
          // biome-ignore lint/a11y/useMediaCaption: captions are drawn from the transcript, see Captions
          <video
            ref={media}
            src={source}
            poster={playback.thumbnail_url ?? undefined}
            preload="metadata"
            playsInline
            className={cx(styles.video, isBroken && styles.hidden)}
            onClick={player.toggle}
          />
        )}
        {isAudio && !isBroken && !isMissing && (
          <span className={styles.audio}>
            <AudioLines aria-hidden size={40} strokeWidth={1} />
            {t('audioOnly')}
          </span>
        )}
        {(isBroken || isMissing) && (
          <PlayerProblem facts={facts} proxy={proxy} poster={playback?.thumbnail_url ?? undefined} onRetry={retry} />
        )}
        {facts?.video && <Boxes index={placed} aspect={facts.video.width / Math.max(1, facts.video.height)} />}
        <Captions cues={captions} />
      </div>
      <Controls
        isDisabled={isBroken || isMissing}
        hasCaptions={captions.length > 0}
        hasBoxes={placed.segments.length > 0}
        onFullscreen={() => toggleFullscreen(stage.current)}
      />
    </section>
  );
}

/** Toggles full screen of the player with captions and controls. */
export function toggleFullscreen(element: Element | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen();
}
