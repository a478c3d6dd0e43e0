import { useEffect } from 'react';
import type { ProxyStatus } from '../../../../contract/proxies.ts';
import { api } from '../../../api/endpoints.ts';
import { invalidate, peekQuery, useQuery } from '../../../api/query.ts';
import { usePlayerState } from './player-store.ts';

const POLL_MS = 1000;

/**
 * The playable copy of a video, followed while it is made. Once there is one the player gets its address, but never
 * while the file itself is playing: the exchange would stop it.
 * @param source what the player has now
 * @param isWanted false: the file is not there, so nothing can be copied
 */
export function useProxy(
  jobId: string,
  source: string | undefined,
  isWanted: boolean,
): { status: ProxyStatus | undefined; retry(): Promise<void> } {
  const key = `proxy:${jobId}`;
  const isMaking = isUnderWay(peekQuery<ProxyStatus>(key));
  const { data: status, reload } = useQuery(isWanted ? key : null, (signal) => api.videos.proxy(jobId, signal), {
    staleMs: 0,
    everyMs: isMaking ? POLL_MS : undefined,
  });
  const isIdle = usePlayerState((state) => state.isBroken || !state.isPlaying);
  const isCopy = source !== undefined && new URL(source, location.href).pathname.endsWith('/proxy');
  const isDue = status?.state === 'ready' && source !== undefined && !isCopy && isIdle;
  useEffect(() => {
    if (isDue) invalidate(`playback:${jobId}`);
  }, [isDue, jobId]);
  return {
    status,
    async retry() {
      await api.videos.retryProxy(jobId);
      reload();
    },
  };
}

/** Whether a copy is being made or will be. */
export function isUnderWay(status: ProxyStatus | undefined): boolean {
  return status?.state === 'waiting' || status?.state === 'running';
}
