import { useQuery } from '@tanstack/react-query';
import { AudioLines } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { ClipCaptions } from './clip-captions.tsx';
import { ClipProblem } from './clip-problem.tsx';
import styles from './player.module.css';
import type { MomentPart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** A part ends so many seconds early at most, since frames are reported late. */
const END_TOLERANCE = 0.02;
/** Difference in seconds that is left alone, so that a part which was prepared starts without a seek. */
const SEEK_TOLERANCE = 0.05;

/** A moment in its media element. The next one is prepared hidden, so that it follows without a gap. */
export function Clip({ player, part, index }: { player: StoryPlayer; part: MomentPart; index: number }) {
  const media = useRef<HTMLVideoElement>(null);
  const { moment, from, length } = part;
  const { data: playback, error } = useQuery(queries.playback(moment.job_id, 'story'));
  const [isBroken, setBroken] = useState(false);
  const [isSound, setSound] = useState(false);
  const [isReady, setReady] = useState(false);
  const isActive = usePlayerState(player, (state) => state.index === index);
  const isPlaying = usePlayerState(player, (state) => state.isPlaying && state.index === index);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const seeks = usePlayerState(player, (state) => (state.index === index ? state.seeks : -1));
  const url = playback?.playback_url;

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows seeks, and starts where it is when it is ready
  useEffect(() => {
    const element = media.current;
    if (!element || !isReady) return;
    const wanted = from + (isActive ? player.store.getState().offset : 0);
    if (Math.abs(element.currentTime - wanted) > SEEK_TOLERANCE) element.currentTime = wanted;
  }, [seeks, isReady, isActive, from, player]);
  useEffect(() => {
    const element = media.current;
    if (!element || !isReady) return;
    // Rejected if it is paused again at once, or if the file can't be played, which the error event reports.
    if (isPlaying) void element.play().catch(() => {});
    else element.pause();
  }, [isPlaying, isReady]);
  useEffect(() => {
    const element = media.current;
    if (!element || !isPlaying) return;
    let frame = 0;
    const update = () => {
      if (element.seeking || element.readyState < element.HAVE_CURRENT_DATA) return;
      player.report(index, Math.max(0, element.currentTime - from));
      if (element.currentTime >= from + length - END_TOLERANCE) player.finish(index);
    };
    const follow = () => {
      update();
      frame = requestAnimationFrame(follow);
    };
    follow();
    // No frames are drawn while the window is hidden.
    element.addEventListener('timeupdate', update);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('timeupdate', update);
    };
  }, [isPlaying, player, index, from, length]);

  const hasFailed = isBroken || (error !== null && !url);
  return (
    <div className={cx(styles.clip, !isActive && styles.waiting)} {...(!isActive && { 'aria-hidden': true })}>
      {url !== undefined && (
        <video
          ref={media}
          src={url}
          preload="auto"
          playsInline
          muted={isMuted}
          className={cx(styles.video, (isBroken || isSound) && styles.hidden)}
          onClick={player.toggle}
          onLoadedMetadata={(event) => {
            setBroken(false);
            setSound(event.currentTarget.videoWidth === 0);
            setReady(true);
          }}
          onEnded={() => player.finish(index)}
          onError={() => {
            setBroken(true);
            setReady(false);
          }}
        />
      )}
      {isSound && !hasFailed && (
        <span className={styles.sound}>
          <AudioLines aria-hidden size={48} strokeWidth={1} />
          <span dir="auto">{moment.title}</span>
        </span>
      )}
      {hasFailed && isActive && <ClipProblem player={player} part={part} index={index} error={error} />}
      <ClipCaptions player={player} part={part} isActive={isActive} />
    </div>
  );
}
