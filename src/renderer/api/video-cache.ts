import type { DataTag } from '@tanstack/react-query';
import type { Dashboard } from '../../contract/library/dashboard.ts';
import type { Video } from '../../contract/library/video.ts';
import { api } from './endpoints.ts';
import { patchAnswers, queryClient } from './query-client.ts';

/** Keeps a video the same in all cached answers that contain it. */

const tag = <Data>(...key: [string, ...string[]]) => ({ queryKey: key as DataTag<typeof key, Data, Error> });

export const VIDEOS = tag<Video[]>('videos');
export const DASHBOARD = tag<Dashboard>('dashboard');
/** Common start of the keys of single videos. */
export const OPEN_VIDEOS: [string] = ['video'];
export const videoKey = (jobId: string) => tag<Video>(...OPEN_VIDEOS, jobId);

/** Applies a change to a video in every cached answer. A change without effect causes no rendering. */
export function patchVideo(jobId: string, change: Partial<Video>): void {
  const update = (video: Video) => (isSame(video, change) ? video : { ...video, ...change });
  patchAnswers(videoKey(jobId), update);
  patchLists((videos) => {
    const index = videos.findIndex((video) => video.job_id === jobId);
    const video = videos[index];
    if (!video || update(video) === video) return videos;
    return videos.with(index, update(video));
  });
}

/** Fetches one video and updates it in the lists, without fetching all others. */
export async function refreshVideo(jobId: string): Promise<void> {
  putVideo(await api.videos.get(jobId));
}

/** Adds a video to the lists or updates it there. */
export function putVideo(video: Video): void {
  addVideo(video);
  patchVideo(video.job_id, video);
  reopenVideo(video.job_id);
}

/** Fetches a video again that an open page didn't find, such as one that was in the trash. */
function reopenVideo(jobId: string): void {
  const isMissing = ({ state }: { state: { data: unknown; error: unknown } }) => !state.data && state.error !== null;
  void queryClient.resetQueries({ ...videoKey(jobId), exact: true, predicate: isMissing });
}

/** Applies a change to a video outside of the lists, such as to its page, without scanning them. */
export function patchOpenVideo(video: Video): void {
  patchAnswers(videoKey(video.job_id), (known) => (isSame(known, video) ? known : video));
  reopenVideo(video.job_id);
}

/** Fetches a deleted video again outside of the lists; its page, if open, finds that it is gone. */
export function resetOpenVideo(jobId: string): void {
  void queryClient.resetQueries({ ...videoKey(jobId), exact: true });
}

/** Removes a deleted video from the lists and from its page. */
export function removeCachedVideo(jobId: string): void {
  resetOpenVideo(jobId);
  patchLists((videos) => {
    const kept = videos.filter((video) => video.job_id !== jobId);
    return kept.length === videos.length ? videos : kept;
  });
}

/** Adds a video to the lists that lack it. */
export function addVideo(video: Video): void {
  patchLists((videos) => (videos.some((known) => known.job_id === video.job_id) ? videos : [video, ...videos]));
}

function patchLists(update: (videos: Video[]) => Video[]): void {
  patchAnswers(VIDEOS, update);
  patchAnswers(DASHBOARD, (dashboard) => {
    const videos = update(dashboard.videos);
    return videos === dashboard.videos ? dashboard : { ...dashboard, videos };
  });
}

function isSame(video: Video, change: Partial<Video>): boolean {
  return (Object.keys(change) as (keyof Video)[]).every((key) => video[key] === change[key]);
}
