import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './player.module.css';
import type { MomentPart } from './program.ts';
import { type StoryPlayer, usePlayerState } from './story-player-store.ts';

/** Interval of requests while a playable copy is created, in milliseconds. */
const POLL_MS = 1000;
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
  const { data: proxy } = useQuery({
    ...queries.proxy(moment.job_id),
    enabled: error === null,
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' || data?.state === 'running') && POLL_MS,
  });
  const isReady = proxy?.state === 'ready';
  useEffect(() => {
    if (isReady) invalidate(['playback', moment.job_id]);
  }, [isReady, moment.job_id]);
  const isMaking = proxy !== undefined && ['waiting', 'running', 'ready'].includes(proxy.state);
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
