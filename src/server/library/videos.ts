import type { PageRequest } from '../../base/page.ts';
import type { ProxyStatus } from '../../contract/library/proxies.ts';
import type { ThumbnailUrls } from '../../contract/library/thumbnails.ts';
import type { Video, VideoStatus } from '../../contract/library/video.ts';
import type { VideoFacts } from '../../contract/library/video-facts.ts';
import type { Playback, UpdateVideoRequest } from '../../contract/library/videos.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import type { Links } from './files/links.ts';
import { toVideo } from './mappers/video-mapper.ts';
import type { StillFiles } from './stills.ts';
import { createVideoRemoval, type VideoRuns } from './video-removal.ts';
import { createVideoTexts } from './video-texts.ts';

/** Playable copies of sources that browsers can't play. */
export interface PlayableCopies {
  /** Current state; a missing copy is queued. */
  ensure(video: VideoRow): Promise<ProxyStatus>;
  drop(jobId: string): Promise<void>;
}

export type VideosService = ReturnType<typeof createVideosService>;

/** The library of a user. */
export function createVideosService(parts: {
  store: Store;
  jobs: VideoRuns;
  links: Links;
  stills: StillFiles;
  proxies: PlayableCopies;
}) {
  const { store, links, stills, proxies } = parts;
  const texts = createVideoTexts();

  /** JSON of all videos of a user, newest first, in UTF-8. */
  const wholeJson = (userId: number): Buffer =>
    texts.whole(userId, store.version(), () => store.videos.list(userId, {}));

  return {
    ...createVideoRemoval(parts),

    wholeJson,

    /** Recording times and named speakers of videos that have either, newest first. */
    facts: (userId: number): VideoFacts[] =>
      store.videos.facts(userId).map(({ jobId, capturedAt, speakers }) => ({
        job_id: jobId,
        capture_time: capturedAt,
        speakers,
      })),

    /** Lists videos as JSON, newest first; empty for another user's project. */
    listJson(
      userId: number,
      filter: {
        project_id?: string | undefined;
        status?: VideoStatus | undefined;
        /** Only videos of these projects. */
        within?: readonly number[] | undefined;
      },
      page?: PageRequest,
    ): string | Buffer {
      const { project_id, status, within } = filter;
      if (project_id !== undefined && !/^\d{1,15}$/.test(project_id)) return '[]';
      const projectId = project_id === undefined ? undefined : Number(project_id);
      const chosen = {
        ...(projectId !== undefined && { projectId }),
        ...(status && { status }),
        ...(within && { projectIds: within }),
      };
      const isWhole = !page && Object.keys(chosen).length === 0;
      return isWhole ? wholeJson(userId) : texts.list(store.videos.list(userId, chosen, page));
    },

    /** Whether a video, by its id or job id, is in one of these projects. */
    isWithin(userId: number, id: string, projects: readonly number[]): boolean {
      const projectId = store.videos.find(userId, id)?.projectId;
      return projectId != null && projects.includes(projectId);
    },

    /** Job ids of the videos of these projects. */
    idsWithin: (userId: number, projects: readonly number[]): string[] =>
      store.videos.list(userId, { projectIds: projects }).map(({ jobId }) => jobId),

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, jobId: string): Video => toVideo(requireVideo(store, userId, jobId)),

    /** @throws ReelscopeError `not_found` for the video or its new project */
    update(userId: number, jobId: string, request: UpdateVideoRequest): Video {
      requireVideo(store, userId, jobId);
      const { name, description, project_id } = request;
      const row = store.videos.update(userId, jobId, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(project_id !== undefined && { projectId: project_id === null ? null : parseId(project_id, 'project') }),
      });
      return toVideo(requireFound(row, 'video'));
    },

    pictures: (userId: number, origin: string): ThumbnailUrls => links.pictures(origin, userId),

    /** Creates the video's playback URLs. @throws ReelscopeError `not_found` */
    async playback(userId: number, jobId: string, origin: string): Promise<Playback> {
      const video = requireVideo(store, userId, jobId);
      const thumbnail = (await stills.thumbnail(jobId)) !== undefined;
      return links.playback(
        origin,
        { kind: 'video', jobId, userId },
        { thumbnail, proxy: (await proxies.ensure(video)).state === 'ready' },
      );
    },
  };
}
