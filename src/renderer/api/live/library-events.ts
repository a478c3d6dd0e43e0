import { useLayoutEffect } from 'react';
import { sleep } from '../../../base/abort.ts';
import { CanceledError } from '../../../base/errors.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { LIBRARY_EVENT_BODIES, type LibraryEvent, type VideoChange } from '../../../contract/library/library-events.ts';
import { reportConnected, reportLost } from '../connection.ts';
import { CHECKS, COMMENTS, EVENTS, MOMENTS, PEOPLE, queries, STORIES } from '../queries.ts';
import { invalidate, queryClient } from '../query-client.ts';
import { isOffline, send } from '../request.ts';
import {
  DASHBOARD,
  OPEN_VIDEOS,
  patchOpenVideo,
  putVideo,
  removeCachedVideo,
  resetOpenVideo,
  VIDEOS,
} from '../video-cache.ts';
import { readEvents } from './event-stream.ts';
import { invalidatePeople } from './people-changes.ts';
import { invalidateStories } from './story-changes.ts';

/** Interval at which changes are applied; they arrive in bursts, such as when a folder is added. */
const BATCH_INTERVAL_MS = 250;
/** Larger batches reload the list, since each single change scans a list of thousands. */
const MAX_SINGLE_CHANGES = 8;
/** Delay before a broken stream is reopened. */
const RETRY_DELAY_MS = 2000;

/**
 * Keeps the lists in sync with the server, including changes by other windows, scripts, and the command line. Only
 * visible windows subscribe, since a browser opens at most six connections to a server across all of its tabs. Mounted
 * once, by the shell.
 */
export function useLibraryEvents(): void {
  // A layout effect subscribes before the screens send their requests, so few answers predate the stream.
  useLayoutEffect(() => {
    let subscription: AbortController | undefined;
    let isFirst = true;
    const update = () => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible === (subscription !== undefined)) return;
      subscription?.abort();
      subscription = undefined;
      if (!isVisible) return;
      subscription = new AbortController();
      // Rejections, such as an expired sign-in, are reported by the next request of a screen.
      void followLibrary(subscription.signal, isFirst).catch(() => {});
      isFirst = false;
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      subscription?.abort();
    };
  }, []);
}

/**
 * Applies the changes that the server reports, in batches, until the signal ends it.
 * @param isFirst whether the window has just been opened
 * @throws CanceledError when it ends @throws ReelscopeError such as for an expired sign-in
 */
export async function followLibrary(signal: AbortSignal, isFirst: boolean): Promise<void> {
  const videos = new Map<string, VideoChange>();
  const names = new Set<LibraryEvent['name']>();
  let removedProject = false;
  const applyAll = () => {
    // Requested again for each batch of an import, a list of thousands would not arrive before its end.
    if (videos.size > MAX_SINGLE_CHANGES && queryClient.isFetching(VIDEOS) > 0)
      return void setTimeout(applyAll, BATCH_INTERVAL_MS);
    if (removedProject) names.add('people');
    invalidateLists(names, [...videos.values()]);
    if (videos.size > 0) apply(videos);
    // Videos of a deleted project remain, without it.
    if (removedProject) invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, OPEN_VIDEOS);
    removedProject = false;
    names.clear();
    videos.clear();
  };
  for (let isNew = isFirst; ; isNew = false) {
    try {
      const response = await send('GET /events', { headers: { Accept: 'text/event-stream' }, signal });
      const hasReloaded = reportConnected();
      // The stream has no history: answers that predate it may miss a change.
      if (!hasReloaded) invalidateEarlier(isNew);
      for await (const { name, body } of readEvents(response.body!, LIBRARY_EVENT_BODIES)) {
        if (names.size === 0) setTimeout(applyAll, BATCH_INTERVAL_MS);
        names.add(name);
        if (name === 'video') videos.set(body.job_id, body);
        if (name === 'project') removedProject ||= body.change === 'removed';
      }
    } catch (error) {
      if (signal.aborted) throw new CanceledError();
      if (error instanceof ReelscopeError && !isOffline(error)) throw error;
      if (isOffline(error)) reportLost();
    }
    await sleep(RETRY_DELAY_MS, signal);
  }
}

/** Fetches again the lists that changes of these kinds alter. */
function invalidateLists(names: ReadonlySet<LibraryEvent['name']>, videos: readonly VideoChange[]): void {
  // Moments of a video are deleted, and go to the trash and back, with it.
  const isVideoGone = videos.some(({ change }) => change !== 'changed');
  const isAnyIdle = videos.some(({ video }) => video?.status !== 'processing');
  const hasMomentChanges = names.has('moment') || names.has('tag') || isVideoGone;
  // Tags appear in moments, and moments are few: all lists on screen are fetched again.
  if (hasMomentChanges) invalidate(MOMENTS, queries.tags.queryKey);
  // Stories contain moments.
  if (hasMomentChanges || names.has('story')) {
    invalidateStories();
    invalidate(queries.trash.queryKey);
  }
  // A new comment comes with a notification.
  if (names.has('comment')) invalidate(COMMENTS, queries.notifications.queryKey, queries.unreadCount.queryKey);
  if (isAnyIdle) invalidate(CHECKS);
  // An event has the names of its videos, and forgets the place of one that gets another file.
  if (names.has('event_group') || isAnyIdle) invalidate(EVENTS);
  if (names.has('saved_search')) invalidate(queries.savedSearches.queryKey);
  // Projects contain the number of their videos.
  if (names.has('project') || names.has('video')) invalidate(queries.projects.queryKey);
  if (names.has('people')) invalidatePeople();
  // An analysis finds people, and what happens to a video happens to its people.
  else if (isAnyIdle) invalidate(PEOPLE);
}

/** Fetches again what was fetched before the stream opened; after an interruption, also what is still being fetched. */
function invalidateEarlier(isFirst: boolean): void {
  const keys = [
    VIDEOS.queryKey,
    DASHBOARD.queryKey,
    OPEN_VIDEOS,
    queries.projects.queryKey,
    MOMENTS,
    COMMENTS,
    queries.tags.queryKey,
    STORIES,
    EVENTS,
    PEOPLE,
    queries.trash.queryKey,
    queries.savedSearches.queryKey,
  ];
  if (!isFirst) return invalidate(...keys);
  for (const queryKey of keys) {
    void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  }
}

function apply(changes: ReadonlyMap<string, VideoChange>): void {
  const all = [...changes.values()];
  const isLarge = all.length > MAX_SINGLE_CHANGES;
  if (isLarge) invalidate(VIDEOS.queryKey, DASHBOARD.queryKey);
  for (const { job_id, video } of all) {
    if (video && isLarge) patchOpenVideo(video);
    else if (video) putVideo(video);
    else if (isLarge) resetOpenVideo(job_id);
    else removeCachedVideo(job_id);
  }
}
