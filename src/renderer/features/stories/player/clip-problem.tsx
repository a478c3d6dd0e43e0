import { useEffect } from 'react';
import { isPending, usePlayableCopy } from '../../../api/playable-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './player.module.css';
import type { MomentPart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** A moment that can't be played is shown so long, in milliseconds, before the next one begins. */
const SKIP_MS = 4000;

/** Replaces a moment that the browser can't play: shows the progress of its playable copy, or goes on. */
export function ClipProblem({
  player,
  part: { moment },
  index,
  error,
}: {
  player: StoryPlayer;
  part: MomentPart;
  index: number;
  /** Problem of the file, such as that it is missing. */
  error: Error | null;
}) {
  const t = useStoryText();
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const proxy = usePlayableCopy(moment.job_id, error === null);
  const isMaking = isPending(proxy) || proxy?.state === 'ready';
  const isHopeless = error !== null || (proxy !== undefined && !isMaking);
  useEffect(() => {
    if (!isHopeless || !isPlaying) return;
    const timer = setTimeout(() => player.finish(index), SKIP_MS);
    return () => clearTimeout(timer);
  }, [isHopeless, isPlaying, player, index]);
  const progress = proxy?.state === 'running' ? proxy.progress : null;
  return (
    <div className={styles.problem} role="status">
      <p className={styles.problemTitle}>{t(isHopeless ? 'play.broken' : 'play.preparing', { title: moment.title })}</p>
      {error !== null && <p>{errorText(error)}</p>}
      {isMaking && <Progress value={progress} label={t('play.preparing', { title: moment.title })} />}
      <Button onClick={() => player.finish(index)}>{t('play.skip')}</Button>
    </div>
  );
}
