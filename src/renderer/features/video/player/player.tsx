import { AudioLines } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { MediaDetails } from '../../../../contract/library/media-details.ts';
import type { Playback } from '../../../../contract/library/videos.ts';
import type { Region } from '../../../../contract/search/visual.ts';
import type { Cue } from '../../../../core/formats/cues.ts';
import { invalidate } from '../../../api/query-client.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { setSearchImage } from '../../../ui/lib/search-image-store.ts';
import { similarFrameHref } from '../../../ui/lib/similar-href.ts';
import type { Waveform } from '../../../ui/media/waveform.ts';
import { useVideoText } from '../text.ts';
import { Boxes, frameStyle } from './boxes.tsx';
import { Captions } from './captions.tsx';
import { captureFrame } from './capture-frame.ts';
import { Controls } from './controls.tsx';
import styles from './player.module.css';
import { PlayerProblem } from './player-problem.tsx';
import { usePlayer, usePlayerState } from './player-store.ts';
import { FIRST_REGION, RegionBar, RegionPicker } from './region-search.tsx';
import { SoundStage } from './sound-stage.tsx';
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
  /** Shown for audio files; null before the analysis. */
  waveform: Waveform | null;
  /** Looks closer at a region of the frame, around this time or in the marked range. */
  onCloser(region: Region): void;
}

/** Video with captions and controls. */
export function PlayerView({ jobId, playback, facts, captions, placed, waveform, onCloser }: PlayerProps) {
  const t = useVideoText();
  const player = usePlayer();
  const [, navigate] = useLocation();
  const media = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const isBroken = usePlayerState((state) => state.isBroken);
  const isSelecting = usePlayerState((state) => state.isSelecting);
  const [region, setRegion] = useState(FIRST_REGION);
  const state = facts?.source_state ?? 'ok';
  const isUnusable = state !== 'ok';
  const isAudio = facts !== undefined && facts.video === null && facts.audio !== null;
  const source = playback?.playback_url;
  const { status: proxy, retry } = useProxy(jobId, source, facts !== undefined && !isUnusable);
  // The file may have changed while it was played.
  useEffect(() => {
    if (isBroken) invalidate(['media', jobId]);
  }, [isBroken, jobId]);
  useEffect(() => {
    if (media.current && source) return player.attach(media.current);
    return undefined;
  }, [player, source]);

  const video = facts?.video && !isBroken && !isUnusable ? facts.video : undefined;
  const aspect = video && video.width / Math.max(1, video.height);
  const searchRegion = async () => {
    const time = Math.round(player.store.getState().time * 1000) / 1000;
    const frame = media.current && (await captureFrame(media.current));
    if (frame) setSearchImage(new File([frame], 'frame.jpg', { type: frame.type }), { jobId, time });
    player.stopSelecting();
    navigate(similarFrameHref(jobId, time, region));
  };

  return (
    <section ref={stage} className={styles.player} aria-label={t('player.label')}>
      <div className={cx(styles.stage, isAudio && styles.sound)}>
        {source && !isUnusable && (
          // Without a poster, which is another frame than that of the clock.
          // biome-ignore lint/a11y/useMediaCaption: captions are drawn from the transcript, see Captions
          <video
            ref={media}
            src={source}
            preload="metadata"
            playsInline
            className={cx(styles.video, isBroken && styles.hidden)}
            onClick={player.toggle}
          />
        )}
        {isAudio && !isBroken && !isUnusable && <AudioPlaceholder waveform={waveform} />}
        {(isBroken || isUnusable) && (
          <PlayerProblem
            jobId={jobId}
            facts={facts}
            proxy={proxy}
            poster={playback?.thumbnail_url ?? undefined}
            onRetry={retry}
          />
        )}
        {facts?.video && <Boxes index={placed} aspect={facts.video.width / Math.max(1, facts.video.height)} />}
        <Captions cues={captions} />
        {isSelecting && aspect !== undefined && (
          <RegionPicker
            region={region}
            frame={frameStyle(aspect)}
            onRegion={setRegion}
            onSearch={() => void searchRegion()}
            onCancel={player.stopSelecting}
          />
        )}
      </div>
      {isSelecting && aspect !== undefined ? (
        <RegionBar
          onSearch={() => void searchRegion()}
          onCloser={() => {
            player.stopSelecting();
            onCloser(region);
          }}
          onCancel={player.stopSelecting}
        />
      ) : (
        <Controls
          start={facts?.start_timecode ?? null}
          isDisabled={isBroken || isUnusable}
          hasCaptions={captions.length > 0}
          hasBoxes={placed.segments.length > 0}
          onSimilar={facts?.video ? () => navigate(similarFrameHref(jobId, player.store.getState().time)) : undefined}
          onFullscreen={() => toggleFullscreen(stage.current)}
        />
      )}
    </section>
  );
}

function AudioPlaceholder({ waveform }: { waveform: Waveform | null }) {
  const t = useVideoText();
  if (waveform) return <SoundStage waveform={waveform} />;
  return (
    <span className={styles.audio}>
      <AudioLines aria-hidden size={40} strokeWidth={1} />
      {t('audioOnly')}
    </span>
  );
}

/** Toggles full screen of the player with captions and controls. */
export function toggleFullscreen(element: Element | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen();
}
