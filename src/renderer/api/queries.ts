import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { CloserLookRequest } from '../../contract/analysis/closer-look.ts';
import type { CheckProgress, CheckTextRequest } from '../../contract/evidence/checks.ts';
import type { Blur } from '../../contract/library/blur.ts';
import { isAudioFile, type Video } from '../../contract/library/video.ts';
import type { WatchOutcome } from '../../contract/library/watch-folders.ts';
import { MAX_MOMENTS_LIMIT } from '../../contract/search/moments.ts';
import type { SearchRequest, ValueField } from '../../contract/search/search.ts';
import { desktop } from './desktop.ts';
import { api } from './endpoints.ts';
import { queryClient } from './query-client.ts';
import { addVideo, DASHBOARD, VIDEOS, videoKey } from './video-cache.ts';

/** Interval of requests while a backup is being made, in milliseconds. */
const BACKUP_INTERVAL_MS = 1000;

/** Interval of requests while a source file is being checked or hashed, or its stills are created, in milliseconds. */
const CHECKING_INTERVAL_MS = 2000;

/** Interval of requests while a video is to be compared with others, in milliseconds. */
const COMPARING_INTERVAL_MS = 5000;
/** Interval for the progress of closer looks. */
const CLOSER_INTERVAL_MS = 1000;

const HOUR_MS = 3_600_000;
/** Signed URLs are valid for six hours; the player keeps one for long, since a new one interrupts playback. */
const PLAYBACK_STALE_MS = 5 * HOUR_MS;
const PICTURES_STALE_MS = HOUR_MS;
/** Polling interval of problems of the library, such as a full disk. */
const LIBRARY_STATE_INTERVAL_MS = 10_000;

/** Begins the keys of all lists of moments. */
export const MOMENTS = ['moments'] as const;
/** Begins the keys of the findings of all videos. */
export const RESULTS = ['results'] as const;
/** Begins the keys of all stories and lists of them. */
export const STORIES = ['stories'] as const;
/** Begins the keys of all lists of comments. */
export const COMMENTS = ['comments'] as const;

/** Begins the keys of events and their list. */
export const EVENTS = ['events'] as const;

/** Begins the keys of checked texts. */
export const CHECKS = ['checks'] as const;

/** Begins the keys of everything about people. */
export const PEOPLE = ['people'] as const;

/** Every answer of the server that screens show: its key, how to fetch it, and how long it stays fresh. */
export const queries = {
  /** All videos, newest first. */
  videos: queryOptions({ ...VIDEOS, queryFn: ({ signal }) => api.videos.list(signal) }),
  video: (jobId: string) =>
    queryOptions({
      ...videoKey(jobId),
      queryFn: async ({ signal }) => {
        const video = await api.videos.get(jobId, signal);
        // Another program may have added it after the lists were fetched, and only videos in the list are followed.
        addVideo(video);
        return video;
      },
    }),
  /** All findings of a video so far. */
  results: (jobId: string) =>
    queryOptions({ queryKey: [...RESULTS, jobId], queryFn: ({ signal }) => api.results.get(jobId, signal) }),
  speakers: (jobId: string) =>
    queryOptions({
      queryKey: ['speakers', jobId],
      queryFn: ({ signal }) => api.speakers.list(jobId, signal),
      staleTime: 0,
    }),
  /** Moments of a video in time order. */
  moments: (jobId: string) =>
    queryOptions({
      queryKey: [...MOMENTS, jobId],
      queryFn: ({ signal }) => api.moments.list({ job_id: jobId, limit: MAX_MOMENTS_LIMIT }, signal),
    }),
  /** Comments on a video in time order. */
  comments: (jobId: string) =>
    queryOptions({ queryKey: [...COMMENTS, jobId], queryFn: ({ signal }) => api.comments.ofVideo(jobId, signal) }),
  foundMoments: (q: string, projectId: string | null, tag: string | null) =>
    queryOptions({
      queryKey: [...MOMENTS, 'found', q, projectId, tag],
      queryFn: ({ signal }) =>
        api.moments.list(
          {
            ...(q !== '' && { q }),
            ...(projectId !== null && { project_id: projectId }),
            ...(tag !== null && { tag }),
          },
          signal,
        ),
    }),
  projectPeople: (projectId: string) =>
    queryOptions({
      queryKey: [...PEOPLE, 'project', projectId],
      queryFn: ({ signal }) => api.people.ofProject(projectId, signal),
    }),
  /** People in a video. @param stage changes when an analysis ends */
  videoPeople: (jobId: string, stage: string) =>
    queryOptions({
      queryKey: [...PEOPLE, 'video', jobId, stage],
      queryFn: ({ signal }) => api.people.inVideo(jobId, signal),
      placeholderData: keepPreviousData,
    }),
  /** People whom a blur of a video covers; nothing is asked without one. */
  blurCheck: (jobId: string, blur: Blur | null | undefined, range: { start_time?: number; end_time?: number } = {}) =>
    queryOptions({
      queryKey: [...PEOPLE, 'blur', jobId, JSON.stringify([blur, range])],
      queryFn: blur && jobId ? ({ signal }) => api.people.checkBlur(jobId, blur, range, signal) : skipToken,
      // Faces that are not known are refused when the choice is used.
      retry: false,
    }),
  person: (id: string) =>
    queryOptions({ queryKey: [...PEOPLE, 'one', id], queryFn: ({ signal }) => api.people.get(id, signal) }),
  personTracks: (id: string) =>
    queryOptions({ queryKey: [...PEOPLE, 'tracks', id], queryFn: ({ signal }) => api.people.tracks(id, signal) }),
  /** All stories, last changed first. */
  stories: queryOptions({ queryKey: [...STORIES, 'all'], queryFn: ({ signal }) => api.stories.list(signal) }),
  story: (id: string) =>
    queryOptions({ queryKey: [...STORIES, 'one', id], queryFn: ({ signal }) => api.stories.get(id, signal) }),
  /** All events, last changed first. */
  events: queryOptions({ queryKey: [...EVENTS, 'all'], queryFn: ({ signal }) => api.events.list(signal) }),
  event: (id: string) =>
    queryOptions({ queryKey: [...EVENTS, 'one', id], queryFn: ({ signal }) => api.events.get(id, signal) }),
  /** Videos, moments, and stories in the trash. */
  trash: queryOptions({ queryKey: ['trash'], queryFn: ({ signal }) => api.trash.list(signal) }),
  tags: queryOptions({ queryKey: ['tags'], queryFn: ({ signal }) => api.tags.list(signal) }),
  /** @param stage changes when the analysis ends, which makes thumbnails and stills */
  playback: (jobId: string, stage: string) =>
    queryOptions({
      queryKey: ['playback', jobId, stage],
      queryFn: ({ signal }) => api.videos.playback(jobId, signal),
      staleTime: PLAYBACK_STALE_MS,
    }),
  mediaFacts: (jobId: string) =>
    queryOptions({
      queryKey: ['media', jobId],
      queryFn: ({ signal }) => api.videos.media(jobId, signal),
      refetchInterval: ({ state: { data } }) =>
        (data?.source_state === 'checking' ||
          data?.pictures_state === 'rebuilding' ||
          (data?.sha256 === null && data.source_state === 'ok')) &&
        CHECKING_INTERVAL_MS,
    }),
  /** @param stage changes when the analysis ends */
  coverage: (jobId: string, stage: string) =>
    queryOptions({ queryKey: ['coverage', jobId, stage], queryFn: ({ signal }) => api.videos.coverage(jobId, signal) }),
  closerLooks: (jobId: string) =>
    queryOptions({
      queryKey: ['closer-looks', jobId],
      queryFn: ({ signal }) => api.videos.closerLooks(jobId, signal),
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ status }) => status === 'queued' || status === 'running') && CLOSER_INTERVAL_MS,
    }),
  closerEstimate: (jobId: string, part: CloserLookRequest) =>
    queryOptions({
      queryKey: ['closer-estimate', jobId, JSON.stringify(part)],
      queryFn: ({ signal }) => api.videos.closerEstimate(jobId, part, signal),
    }),
  waveform: (jobId: string, stage: string) =>
    queryOptions({ queryKey: ['waveform', jobId, stage], queryFn: ({ signal }) => api.videos.waveform(jobId, signal) }),
  /** @param stage changes when the analysis ends, after which the video is compared with others */
  appearances: (jobId: string, stage: string) =>
    queryOptions({
      queryKey: ['appearances', jobId, stage],
      queryFn: ({ signal }) => api.videos.appearances(jobId, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && COMPARING_INTERVAL_MS,
    }),
  proxy: (jobId: string) =>
    queryOptions({
      queryKey: ['proxy', jobId],
      queryFn: ({ signal }) => api.videos.proxy(jobId, signal),
      staleTime: 0,
    }),
  /** @param version changes with each run, so that the status of an earlier one is not shown for it */
  jobStatus: (jobId: string, version: string) =>
    queryOptions({ queryKey: ['job', jobId, version], queryFn: ({ signal }) => api.jobs.status(jobId, signal) }),
  sharedReports: (jobId: string) =>
    queryOptions({
      queryKey: ['shared-reports', jobId],
      queryFn: ({ signal }) => api.videos.sharedReports(jobId, signal),
    }),
  storyLinks: (storyId: string) =>
    queryOptions({
      queryKey: ['shared-reports', 'story', storyId],
      queryFn: ({ signal }) => api.stories.sharedReports(storyId, signal),
    }),

  /** @param stage changes with the video, whose history then has new entries */
  history: (jobId: string, stage: string) =>
    queryOptions({
      queryKey: ['history', jobId, stage],
      queryFn: ({ signal }) => api.evidence.history(jobId, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  /** @param stage changes when an analysis ends or is restored */
  analyses: (jobId: string, stage: string) =>
    queryOptions({
      queryKey: ['analyses', jobId, stage],
      queryFn: ({ signal }) => api.analyses.list(jobId, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  comparison: (jobId: string, stage: string, from: string, to: string) =>
    queryOptions({
      queryKey: ['comparison', jobId, stage, from, to],
      queryFn: ({ signal }) => api.analyses.compare(jobId, from, to, signal),
    }),

  dashboard: queryOptions({ ...DASHBOARD, queryFn: ({ signal }) => api.dashboard(signal), staleTime: 5000 }),
  projects: queryOptions({ queryKey: ['projects'], queryFn: ({ signal }) => api.projects.list(signal) }),
  modulesOf: (projectId: string | undefined) =>
    queryOptions({ queryKey: ['modules', projectId ?? null], queryFn: ({ signal }) => api.modules(signal, projectId) }),
  modules: queryOptions({ queryKey: ['modules'], queryFn: ({ signal }) => api.modules(signal) }),
  pictures: queryOptions({
    queryKey: ['pictures'],
    queryFn: ({ signal }) => api.pictures(signal),
    staleTime: PICTURES_STALE_MS,
    refetchInterval: PICTURES_STALE_MS,
  }),
  search: (request: SearchQuery) =>
    queryOptions({
      queryKey: ['search', JSON.stringify(request)],
      queryFn: ({ signal }) => api.search(request, signal),
    }),

  check: (request: CheckTextRequest, onProgress: (progress: CheckProgress) => void) =>
    queryOptions({
      queryKey: [...CHECKS, JSON.stringify(request)],
      queryFn: ({ signal }) => api.checks.check(request, onProgress, signal),
    }),

  savedSearches: queryOptions({
    queryKey: ['saved-searches'],
    queryFn: ({ signal }) => api.savedSearches.list(signal),
  }),
  queryValues: (field: ValueField) =>
    queryOptions({
      queryKey: ['search', 'values', field],
      queryFn: ({ signal }) => api.queryValues(field, signal),
    }),
  spokenLanguages: queryOptions({
    queryKey: ['search', 'languages'],
    queryFn: ({ signal }) => api.spokenLanguages(signal),
  }),

  /** Capture dates and speakers of videos. */
  videoFacts: queryOptions({
    queryKey: ['search', 'facts'],
    queryFn: ({ signal }) => api.videoFacts(signal),
  }),

  /** Chats about deleted videos. */
  deletedChats: queryOptions({
    queryKey: ['chats', 'deleted'],
    queryFn: ({ signal }) => api.chat.deletedSessions(signal),
    staleTime: 0,
  }),
  /** Chats about several videos. */
  scopedChats: queryOptions({
    queryKey: ['chats', 'scoped'],
    queryFn: ({ signal }) => api.chat.scopedSessions(signal),
  }),
  chatSessions: (jobId: string) =>
    queryOptions({ queryKey: ['chats', jobId], queryFn: ({ signal }) => api.chat.sessions(jobId, signal) }),
  chatMessages: (sessionId: string) =>
    queryOptions({ queryKey: ['messages', sessionId], queryFn: ({ signal }) => api.chat.messages(sessionId, signal) }),

  notifications: queryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ signal }) => api.notifications.list(signal),
    staleTime: 0,
  }),
  unreadCount: queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api.notifications.unread(signal),
  }),

  about: queryOptions({ queryKey: ['about'], queryFn: ({ signal }) => api.about.get(signal) }),
  /** Known new versions; the server itself asks at most once a day. */
  updates: queryOptions({
    queryKey: ['updates'],
    queryFn: ({ signal }) => api.updates.get(signal),
    refetchInterval: HOUR_MS,
  }),
  /** Settings of the desktop application; without it, there are no notifications outside of the window. */
  desktopNotifications: queryOptions({
    queryKey: ['desktop-notifications'],
    queryFn: async () => (await desktop()?.notifications()) ?? { enabled: false },
  }),
  licenses: queryOptions({ queryKey: ['licenses'], queryFn: ({ signal }) => api.about.licenses(signal) }),
  sharing: queryOptions({ queryKey: ['sharing'], queryFn: ({ signal }) => api.sharing.get(signal), staleTime: 0 }),
  webhooks: queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.webhooks.list(signal),
    staleTime: 0,
  }),
  watchFolders: queryOptions({
    queryKey: ['watch-folders'],
    queryFn: ({ signal }) => api.watchFolders.list(signal),
    staleTime: 0,
  }),
  watchedFiles: (id: string, outcome: WatchOutcome | null) =>
    queryOptions({
      queryKey: ['watched-files', id, outcome],
      queryFn: ({ signal }) => api.watchFolders.files(id, outcome ?? undefined, signal),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  webhookDeliveries: (id: string) =>
    queryOptions({
      queryKey: ['webhook-deliveries', id],
      queryFn: ({ signal }) => api.webhooks.deliveries(id, signal),
      staleTime: 0,
    }),
  keys: queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => api.keys.list(signal) }),
  usage: queryOptions({
    queryKey: ['usage', 'records'],
    queryFn: ({ signal }) => api.usage.list(undefined, undefined, signal),
  }),
  bonusGrants: queryOptions({ queryKey: ['usage', 'bonus'], queryFn: ({ signal }) => api.usage.grants(signal) }),
  usageSummary: queryOptions({ queryKey: ['usage', 'summary'], queryFn: ({ signal }) => api.usage.summary(signal) }),
  storedFiles: queryOptions({
    queryKey: ['storage', 'files'],
    queryFn: ({ signal }) => api.storage.use(signal),
    staleTime: 0,
  }),
  sourceProblems: queryOptions({
    queryKey: ['storage', 'sources'],
    queryFn: ({ signal }) => api.storage.sourceProblems(signal),
    staleTime: 0,
  }),
  storageSummary: queryOptions({
    queryKey: ['storage', 'summary'],
    queryFn: ({ signal }) => api.storage.summary(signal),
    staleTime: 0,
  }),

  storageOptions: queryOptions({
    queryKey: ['storage-options'],
    queryFn: ({ signal }) => api.storage.options(signal),
  }),
  queue: queryOptions({
    queryKey: ['queue'],
    queryFn: ({ signal }) => api.queue.get(signal),
  }),
  backups: queryOptions({
    queryKey: ['backups'],
    queryFn: ({ signal }) => api.backups.list(signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.progress != null && BACKUP_INTERVAL_MS,
  }),
  libraryState: queryOptions({
    queryKey: ['library-state'],
    queryFn: ({ signal }) => api.libraryState(signal),
    refetchInterval: LIBRARY_STATE_INTERVAL_MS,
  }),

  models: queryOptions({ queryKey: ['models'], queryFn: ({ signal }) => api.models.list(signal) }),
  engineOptions: queryOptions({
    queryKey: ['engine-options'],
    queryFn: ({ signal }) => api.models.options(signal),
  }),
  ollama: queryOptions({ queryKey: ['ollama'], queryFn: ({ signal }) => api.models.ollama(signal) }),
  embeddingIndex: queryOptions({
    queryKey: ['embedding-index'],
    queryFn: ({ signal }) => api.models.embeddings(signal),
    staleTime: 0,
  }),

  frameIndex: queryOptions({
    queryKey: ['frame-index'],
    queryFn: ({ signal }) => api.models.frames(signal),
    staleTime: 0,
  }),

  voices: queryOptions({ queryKey: ['voices'], queryFn: ({ signal }) => api.voices.list(signal), staleTime: 0 }),
  brandWords: queryOptions({ queryKey: ['brand-words'], queryFn: ({ signal }) => api.brandWords.get(signal) }),
  logos: queryOptions({ queryKey: ['logos'], queryFn: ({ signal }) => api.logos.list(signal) }),
  /** The bytes of a reference logo, which never change. */
  logoPicture: (id: string) =>
    queryOptions({
      queryKey: ['logo-picture', id],
      queryFn: ({ signal }) => api.logos.picture(id, signal),
      staleTime: 'static',
    }),
  brandsProgress: queryOptions({
    queryKey: ['brands-progress'],
    queryFn: ({ signal }) => api.logos.progress(signal),
    staleTime: 0,
  }),
} as const;

export type SearchQuery = Partial<SearchRequest> & Pick<SearchRequest, 'query'>;

/**
 * All videos, newest first. Screens render thousands without blocking input: the list is a deferred value, also the
 * first one.
 *
 * @param pollMs interval at which the list is fetched again, in milliseconds
 */
export function useVideos({ pollMs = 0 } = {}) {
  const { data, error, refetch } = useQuery({ ...queries.videos, refetchInterval: pollMs > 0 && pollMs });
  return { data: useDeferredValue(data, null) ?? undefined, error, refetch };
}

/** Fetches what the page of a video shows, all at once and before the page is loaded. */
export function prefetchVideo(jobId: string): void {
  void queryClient.prefetchQuery(queries.video(jobId));
  void queryClient.prefetchQuery(queries.results(jobId));
}

/** Job ids of audio files, which have no stills; the same set until they change. */
const AUDIO_FILES = queryOptions({ ...queries.videos, select: audioFilesOf });
let audioFiles: { of: readonly Video[]; ids: ReadonlySet<string> } = { of: [], ids: new Set() };

/** Returns the same set for lists with the same audio files, so that rows are not rendered again. */
function audioFilesOf(videos: readonly Video[]): ReadonlySet<string> {
  if (videos === audioFiles.of) return audioFiles.ids;
  const ids = videos.filter(isAudioFile).map(({ job_id }) => job_id);
  const isSame = ids.length === audioFiles.ids.size && ids.every((id) => audioFiles.ids.has(id));
  audioFiles = { of: videos, ids: isSame ? audioFiles.ids : new Set(ids) };
  return audioFiles.ids;
}

/** URLs of the thumbnails and stills of any video; null until they are known. */
export function useThumbnailUrls(): {
  /** Null for an audio file. */
  poster(video: Pick<Video, 'job_id' | 'storage_path'>): string | null;
  still(jobId: string, seconds: number): string;
  /**
   * The kept still nearest to an instant, for findings without their own; null for an audio file, and until that is
   * known.
   */
  near(jobId: string, seconds: number): string | null;
} | null {
  const { data } = useQuery(queries.pictures);
  const { data: audio, isPending } = useQuery(AUDIO_FILES);
  return useMemo(() => {
    if (!data) return null;
    const still = (jobId: string, ms: string) => data.still_url.replace('{job_id}', jobId).replace('{ms}', ms);
    return {
      poster: (video) => (isAudioFile(video) ? null : data.thumbnail_url.replace('{job_id}', video.job_id)),
      still: (jobId, seconds) => still(jobId, String(Math.round(seconds * 1000))),
      near: (jobId, seconds) =>
        isPending || audio?.has(jobId) ? null : still(jobId, `near/${Math.round(seconds * 1000)}`),
    };
  }, [data, audio, isPending]);
}
