import type { Dashboard } from '../../contract/dashboard.ts';
import type { Video } from '../../contract/video.ts';
import { api } from './endpoints.ts';
import { patchQuery, prefetchQuery, useQuery } from './query.ts';

/** The answers that several screens share, under one key each. */

export const VIDEOS = 'videos';
export const DASHBOARD = 'dashboard';
export const PROJECTS = 'projects';
export const MODULES = 'modules';
/** Signed addresses live six hours; they are renewed well before. */
const PICTURES_STALE_MS = 3_600_000;

/** All videos, newest first. */
export const useVideos = () => useQuery(VIDEOS, api.videos.list);
export const useVideo = (jobId: string) => useQuery(`video:${jobId}`, loadVideo(jobId));
/** All that was found in a video so far. */
export const useResults = (jobId: string) => useQuery(resultsKey(jobId), loadResults(jobId));
export const resultsKey = (jobId: string) => `results:${jobId}`;

const loadResults = (jobId: string) => (signal: AbortSignal) => api.results.get(jobId, signal);
const loadVideo = (jobId: string) => async (signal: AbortSignal) => {
  const video = await api.videos.get(jobId, signal);
  // One that another program took in since the list came: only what is in the list is followed as it runs.
  addVideo(video);
  return video;
};

/** Asks for what the page of a video shows, all at once and before there is a page. */
export function prefetchVideo(jobId: string): void {
  prefetchQuery(`video:${jobId}`, loadVideo(jobId));
  prefetchQuery(resultsKey(jobId), loadResults(jobId));
}

export const useDashboard = () => useQuery(DASHBOARD, api.dashboard, { staleMs: 5000 });
export const useProjects = () => useQuery(PROJECTS, api.projects.list);
export const useModules = () => useQuery(MODULES, api.modules);

/** Addresses of the pictures of any video; null until they are known. */
export function usePictures(): {
  poster(jobId: string): string;
  still(jobId: string, seconds: number): string;
  /** The kept still nearest to an instant, for findings without one of their own. */
  near(jobId: string, seconds: number): string;
} | null {
  const { data } = useQuery('pictures', api.pictures, { staleMs: PICTURES_STALE_MS, everyMs: PICTURES_STALE_MS });
  if (!data) return null;
  const still = (jobId: string, ms: string) => data.still_url.replace('{job_id}', jobId).replace('{ms}', ms);
  return {
    poster: (jobId) => data.thumbnail_url.replace('{job_id}', jobId),
    still: (jobId, seconds) => still(jobId, String(Math.round(seconds * 1000))),
    near: (jobId, seconds) => still(jobId, `near/${Math.round(seconds * 1000)}`),
  };
}

/** Shows a changed video wherever it is shown. A change that changes nothing costs nothing. */
export function patchVideo(jobId: string, change: Partial<Video>): void {
  const update = (video: Video) => (isSame(video, change) ? video : { ...video, ...change });
  const inList = (videos: Video[]) => {
    const index = videos.findIndex((video) => video.job_id === jobId);
    const video = videos[index];
    if (!video || update(video) === video) return videos;
    return videos.with(index, update(video));
  };
  patchQuery<Video[]>(VIDEOS, inList);
  patchQuery<Video>(`video:${jobId}`, update);
  patchQuery<Dashboard>(DASHBOARD, (dashboard) => {
    const videos = inList(dashboard.videos);
    return videos === dashboard.videos ? dashboard : { ...dashboard, videos };
  });
}

/** Asks for one video again, or for the first time, without asking for all the others. */
export async function refreshVideo(jobId: string): Promise<void> {
  putVideo(await api.videos.get(jobId));
}

/** Shows a video as it is now in the lists, whether they have it or not. */
export function putVideo(video: Video): void {
  addVideo(video);
  patchVideo(video.job_id, video);
}

/** Takes a video that is gone out of the lists. */
export function dropVideo(jobId: string): void {
  const without = (videos: Video[]) => {
    const kept = videos.filter((video) => video.job_id !== jobId);
    return kept.length === videos.length ? videos : kept;
  };
  patchQuery<Video[]>(VIDEOS, without);
  patchQuery<Dashboard>(DASHBOARD, (dashboard) => {
    const videos = without(dashboard.videos);
    return videos === dashboard.videos ? dashboard : { ...dashboard, videos };
  });
}

/** Puts a video that the lists don't have into them. */
function addVideo(video: Video): void {
  const isKnown = (videos: readonly Video[]) => videos.some((known) => known.job_id === video.job_id);
  patchQuery<Video[]>(VIDEOS, (videos) => (isKnown(videos) ? videos : [video, ...videos]));
  patchQuery<Dashboard>(DASHBOARD, (dashboard) =>
    isKnown(dashboard.videos) ? dashboard : { ...dashboard, videos: [video, ...dashboard.videos] },
  );
}

function isSame(video: Video, change: Partial<Video>): boolean {
  return (Object.keys(change) as (keyof Video)[]).every((key) => video[key] === change[key]);
}
