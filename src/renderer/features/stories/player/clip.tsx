import { useQuery } from '@tanstack/react-query';
import { AudioLines } from 'lucide-react';
import { useCallback, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { ClipCaptions } from './clip-captions.tsx';
import { playClip } from './clip-playback.ts';
import { ClipProblem } from './clip-problem.tsx';
import styles from './player.module.css';
import type { MomentPart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** A moment in its media element. The next one is prepared hidden, so that it follows without a gap. */
export function Clip({ player, part, index }: { player: StoryPlayer; part: MomentPart; index: number }) {
  const { moment } = part;
  const { data: playback, error } = useQuery(queries.playback(moment.job_id, 'story'));
  const [isBroken, setBroken] = useState(false);
  const [isSound, setSound] = useState(false);
  const isActive = usePlayerState(player, (state) => state.index === index);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  const url = playback?.playback_url;

  // Parts don't change while a story plays.
  const play = useCallback(
    (element: HTMLVideoElement) => playClip(element, player, part, index),
    [player, part, index],
  );

  const hasFailed = isBroken || (error !== null && !url);
  return (
    <div className={cx(styles.clip, !isActive && styles.waiting)} {...(!isActive && { 'aria-hidden': true })}>
      {url !== undefined && (
        <video
          ref={play}
          src={url}
          preload="auto"
          playsInline
          muted={isMuted}
          className={cx(styles.video, (isBroken || isSound) && styles.hidden)}
          onClick={player.toggle}
          onLoadedMetadata={(event) => {
            setBroken(false);
            setSound(event.currentTarget.videoWidth === 0);
          }}
          onError={() => setBroken(true)}
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
