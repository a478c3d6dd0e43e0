import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ProxyStatus } from '../../../../contract/library/proxies.ts';
import { api } from '../../../api/endpoints.ts';
import { isPending } from '../../../api/playable-copy.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { usePlayerState } from './player-store.ts';

const POLL_MS = 1000;

/**
 * The playable copy of a video, followed while it is made. Once there is one the player gets its address, but never
 * while the file itself is playing: the exchange would stop it.
 * @param source the player's current source
 * @param isWanted false: the file is not there, so nothing can be copied
 */
export function useProxy(
  jobId: string,
  source: string | undefined,
  isWanted: boolean,
): { status: ProxyStatus | undefined; retry(): Promise<void> } {
  const { data: status, refetch } = useQuery({
    ...queries.proxy(jobId),
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) => isPending(data) && POLL_MS,
  });
  const isBroken = usePlayerState((state) => state.isBroken);
  const hasRetried = useRef(false);
  const isIdle = usePlayerState((state) => state.isBroken || !state.isPlaying);
  const isCopy = source !== undefined && new URL(source, location.href).pathname.endsWith('/proxy');
  const isDue = status?.state === 'ready' && source !== undefined && !isCopy && isIdle;
  useEffect(() => {
    if (isDue) invalidate(['playback', jobId]);
  }, [isDue, jobId]);
  // A copy that can't be played is damaged: it is created again, once.
  const isDamaged = isBroken && isCopy && status?.state === 'ready';
  useEffect(() => {
    if (!isDamaged || hasRetried.current) return;
    hasRetried.current = true;
    void api.videos
      .retryProxy(jobId)
      .then(() => invalidate(['proxy', jobId], ['playback', jobId]))
      // The player shows that the copy can't be played.
      .catch(() => {});
  }, [isDamaged, jobId]);
  return {
    status,
    async retry() {
      await api.videos.retryProxy(jobId);
      await refetch();
    },
  };
}
