import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { CancelledError } from '../../base/errors.ts';
import type { JobEvent } from '../../contract/events.ts';
import type { JobStatus } from '../../contract/job.ts';
import type { Segment } from '../../contract/segment.ts';
import type { Video } from '../../contract/video.ts';
import { api } from './endpoints.ts';
import { followJob } from './job-events.ts';
import { useLibraryEvents } from './library-events.ts';
import { queries, useVideos } from './queries.ts';
import { invalidate } from './query-client.ts';
import { DASHBOARD, patchVideo, refreshVideo, VIDEOS } from './video-cache.ts';

/**
 * Jobs as they run. A browser opens at most six connections to one server for all of its tabs, and each tab that is
 * looked at has one for the library: so only the job that runs is followed by its events, as there is one at a time by
 * default; those that wait are asked for by their status.
 */
const STREAMS_MAX = 1;
/** How often jobs that wait are asked for, in milliseconds. */
const WAITING_MS = 2000;

interface JobsState {
  statuses: Readonly<Record<string, JobStatus>>;
}

/** The newest known status of each job that was followed since the page opened. */
export const useJobs = create<JobsState>(() => ({ statuses: {} }));

export const useJobStatus = (jobId: string): JobStatus | undefined => useJobs((state) => state.statuses[jobId]);

/** How the last run of a video came to its end, when it was stopped or failed; undefined otherwise, and until it is known. */
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

/** Whether there are findings to share, export and ask about: of the last run, or of one before it. */
export function useHasResults(video: Video | undefined): boolean {
  const failure = useFailure(video);
  return video?.status === 'completed' || failure?.has_results === true;
}

type SegmentListener = (jobId: string, segment: Segment) => void;
const segmentListeners = new Set<SegmentListener>();

/** Calls back with each finding as it is made. Returns how to stop that. */
export function onSegment(listener: SegmentListener): () => void {
  segmentListeners.add(listener);
  return () => void segmentListeners.delete(listener);
}

/** Takes over a status, wherever it came from: an event, or the answer to start and cancel. */
export function takeStatus(status: JobStatus): void {
  useJobs.setState(({ statuses }) => ({ statuses: { ...statuses, [status.job_id]: status } }));
  patchVideo(status.job_id, { status: status.status });
}

function take(event: JobEvent): void {
  if (event.name === 'segment') {
    for (const listener of segmentListeners) listener(event.body.job_id, event.body);
    return;
  }
  if (event.name === 'module') return;
  takeStatus(event.body);
  if (event.name === 'completed' || event.name === 'failed') {
    void refreshVideo(event.body.job_id).catch(() => invalidate(VIDEOS.queryKey));
    invalidate(DASHBOARD.queryKey, ['notifications'], queries.results(event.body.job_id).queryKey);
  }
}

const streams = new Map<string, AbortController>();

/** Follows the library and what runs in it, as long as the component that calls this is mounted. Mounted once, by the shell. */
export function useLiveJobs(): void {
  useLibraryEvents();
  const { data: videos } = useVideos();
  const busy = (videos ?? []).filter(isBusy);
  const running = busy.filter((video) => video.status === 'processing').map((video) => video.job_id);
  const key = running.slice(0, STREAMS_MAX).join(' ');
  const waiting = busy.filter((video) => !running.slice(0, STREAMS_MAX).includes(video.job_id));
  const waitingKey = waiting.map((video) => video.job_id).join(' ');

  useEffect(() => {
    const wanted = key === '' ? [] : key.split(' ');
    for (const [jobId, controller] of streams) if (!wanted.includes(jobId)) controller.abort();
    for (const jobId of wanted) if (!streams.has(jobId)) follow(jobId);
  }, [key]);
  useEffect(() => {
    if (waitingKey === '') return;
    const jobIds = waitingKey.split(' ');
    const timer = setInterval(() => void lookAfter(jobIds), WAITING_MS);
    return () => clearInterval(timer);
  }, [waitingKey]);
}

/** Sees how jobs are that are not followed: those that are busy come in two small lists, the rest has ended. */
async function lookAfter(jobIds: readonly string[]): Promise<void> {
  const statuses = ['queued', 'processing'] as const;
  const lists = await Promise.all(statuses.map((status) => api.videos.withStatus(status))).catch(() => null);
  // No answer: the next turn asks again, and the screen says so when somebody asks it for something.
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
  followJob(jobId, take, controller.signal)
    .catch((error: unknown) => {
      // Deleted meanwhile, or signed out: the list says what is there now.
      if (!(error instanceof CancelledError)) invalidate(VIDEOS.queryKey);
    })
    .finally(() => streams.delete(jobId));
}

/** Whether work is on its way to this video or being done. */
export function isBusy(video: Pick<Video, 'status'>): boolean {
  return video.status === 'queued' || video.status === 'processing';
}
