import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ProxyStatus } from '../../contract/library/proxies.ts';
import { queries } from './queries.ts';
import { invalidate } from './query-client.ts';

const POLL_MS = 1000;

/**
 * Follows the playable copy of a video that this browser can't play. Once it is ready, the address of the video is
 * requested again, which is then that of the copy.
 */
export function usePlayableCopy(jobId: string, isWanted: boolean): ProxyStatus | undefined {
  const { data: copy } = useQuery({
    ...queries.proxy(jobId),
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) => isPending(data) && POLL_MS,
  });
  const isReady = isWanted && copy?.state === 'ready';
  useEffect(() => {
    if (isReady) invalidate(['playback', jobId]);
  }, [isReady, jobId]);
  return copy;
}

/** Whether a copy is queued or being created. */
export function isPending(copy: ProxyStatus | undefined): boolean {
  return copy?.state === 'waiting' || copy?.state === 'running';
}
