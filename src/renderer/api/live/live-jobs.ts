import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { CanceledError } from '../../../base/errors.ts';
import type { JobEvent, SegmentEvent } from '../../../contract/analysis/events.ts';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../endpoints.ts';
import { queries, RESULTS } from '../queries.ts';
import { invalidate, queryClient } from '../query-client.ts';
import { DASHBOARD, patchVideo, refreshVideo, VIDEOS } from '../video-cache.ts';
import { followJob } from './job-events.ts';
import { useLibraryEvents } from './library-events.ts';

/**
 * Number of jobs followed by their events; the others are polled. A browser opens at most six connections to a server
 * across all of its tabs, each visible tab uses one for the library, and by default one job runs at a time.
 */
const MAX_STREAMS = 1;
/** Poll interval of jobs that are not followed. */
const POLL_INTERVAL_MS = 2000;
/** Time that a page takes to show what it has received. */
const PAGE_SETTLE_MS = 500;

interface JobsState {
  statuses: Readonly<Record<string, JobStatus>>;
}

/** Latest known status of each job since the page was opened. */
export const useJobs = create<JobsState>(() => ({ statuses: {} }));

export const useJobStatus = (jobId: string): JobStatus | undefined => useJobs((state) => state.statuses[jobId]);

/** Returns the status of a video's last run if it was stopped or failed; undefined otherwise and while it loads. */
export function useFailure(video: Pick<Video, 'job_id' | 'status' | 'updated_at'> | undefined): JobStatus | undefined {
  const hasFailed = video?.status === 'failed';
  const live = useJobs((state) => (hasFailed ? state.statuses[video.job_id] : undefined));
  const known = live?.status === 'failed' ? live : undefined;
  const { data } = useQuery({
    ...queries.jobStatus(video?.job_id ?? '', `failed:${video?.updated_at}`),
    enabled: hasFailed && !known,
  });
  return known ?? (hasFailed ? data : undefined);
}

/** Whether a video has findings to share, export, and ask about, from its last or an earlier run. */
export function useHasResults(video: Video | undefined): boolean {
  const failure = useFailure(video);
  const isRunning = video !== undefined && isBusy(video);
  const live = useJobStatus(video?.job_id ?? '');
  const { data } = useQuery({ ...queries.jobStatus(video?.job_id ?? '', 'busy'), enabled: isRunning && !live });
  return video?.status === 'completed' || ((isRunning ? (live ?? data) : failure)?.has_results ?? false);
}

type SegmentListener = (jobId: string, segment: SegmentEvent) => void;
const segmentListeners = new Set<SegmentListener>();

/** Subscribes to new findings. @returns a function that unsubscribes */
export function onSegment(listener: SegmentListener): () => void {
  segmentListeners.add(listener);
  return () => void segmentListeners.delete(listener);
}

/** Stores a status from an event or from the response to a start or cancel request. */
export function applyStatus(status: JobStatus): void {
  useJobs.setState(({ statuses }) => ({ statuses: { ...statuses, [status.job_id]: status } }));
  patchVideo(status.job_id, { status: status.status });
}

function applyEvent(event: JobEvent): void {
  if (event.name === 'segment') {
    for (const listener of segmentListeners) listener(event.body.job_id, event.body);
    return;
  }
  if (event.name === 'module') return;
  if (event.name === 'reset') return invalidate(queries.results(event.body.job_id).queryKey);
  applyStatus(event.body);
  if (event.name === 'completed' || event.name === 'failed') {
    void refreshVideo(event.body.job_id).catch(() => invalidate(VIDEOS.queryKey));
    invalidate(DASHBOARD.queryKey, ['notifications'], queries.results(event.body.job_id).queryKey);
  }
}

const streams = new Map<string, AbortController>();

/** Follows the library and its jobs while the calling component, the shell, is mounted. */
export function useLiveJobs(): void {
  useLibraryEvents();
  const isTurn = useTurn();
  const { data: videos } = useQuery({ ...queries.videos, enabled: isTurn });
  const busy = (videos ?? []).filter(isBusy);
  const running = busy.filter((video) => video.status === 'processing').map((video) => video.job_id);
  const key = running.slice(0, MAX_STREAMS).join(' ');
  const waiting = busy.filter((video) => !running.slice(0, MAX_STREAMS).includes(video.job_id));
  const waitingKey = waiting.map((video) => video.job_id).join(' ');

  useEffect(() => {
    const wanted = key === '' ? [] : key.split(' ');
    for (const [jobId, controller] of streams) if (!wanted.includes(jobId)) controller.abort();
    for (const jobId of wanted) if (!streams.has(jobId)) follow(jobId);
  }, [key]);
  useEffect(() => {
    if (waitingKey === '') return;
    const jobIds = waitingKey.split(' ');
    const timer = setInterval(() => void pollJobs(jobIds), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [waitingKey]);
}

/**
 * Whether the list of videos may be fetched: a large one keeps server and page as busy as the findings of a video,
 * which come first.
 */
function useTurn(): boolean {
  const isPageLoading = useIsFetching({ queryKey: RESULTS }) > 0;
  const [isTurn, setTurn] = useState(() => !isPageLoading || queryClient.getQueryData(VIDEOS.queryKey) !== undefined);
  useEffect(() => {
    if (isTurn || isPageLoading) return;
    const timer = setTimeout(() => setTurn(true), PAGE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isTurn, isPageLoading]);
  return isTurn;
}

/**
 * Updates jobs that are not followed: two short lists contain those that are queued or running; all others have ended.
 */
async function pollJobs(jobIds: readonly string[]): Promise<void> {
  const statuses = ['queued', 'processing'] as const;
  const lists = await Promise.all(statuses.map((status) => api.videos.withStatus(status))).catch(() => null);
  // The next poll retries; user actions report the error.
  if (!lists) return;
  const busy = new Map(lists.flat().map((video) => [video.job_id, video]));
  for (const jobId of jobIds) {
    const video = busy.get(jobId);
    if (video) patchVideo(jobId, video);
    else await refreshVideo(jobId).catch(() => invalidate(VIDEOS.queryKey));
  }
}

function follow(jobId: string): void {
  const controller = new AbortController();
  streams.set(jobId, controller);
  followJob(jobId, applyEvent, controller.signal)
    .catch((error: unknown) => {
      // The video was deleted, or the user signed out: refresh the list.
      if (!(error instanceof CanceledError)) invalidate(VIDEOS.queryKey);
    })
    .finally(() => streams.delete(jobId));
}

/** Whether the video is queued or being analyzed. */
export function isBusy(video: Pick<Video, 'status'>): boolean {
  return video.status === 'queued' || video.status === 'processing';
}
