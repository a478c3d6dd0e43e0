import { join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { MAX_SEARCH_LIMIT, type SearchHit } from '../../contract/search/search.ts';
import {
  type Region,
  VISUAL_ENGINE,
  type VisualHit,
  type VisualMatch,
  type VisualResults,
} from '../../contract/search/visual.ts';
import { nearestFrame } from '../../core/formats/nearest-frame.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SegmentRow, VideoRow } from '../../db/schema.ts';
import type { VisualNeighbor } from '../../db/vectors/visual-neighbors.ts';
import { parseId, requireFound } from '../errors/lookup.ts';
import type { Links } from '../library/files/links.ts';
import type { StillFiles } from '../library/stills.ts';
import { fuseRankings } from '../search/fusion.ts';
import type { SearchService } from '../search/search-service.ts';
import { TIMED_MODULES } from '../search/timed-modules.ts';
import type { MediaService, PictureViews } from '../workers/types.ts';
import { neighborsOf } from './neighbors.ts';

export type VisualSearch = ReturnType<typeof createVisualSearch>;

/** Picture to search with. */
export type VisualSource =
  | { kind: 'upload'; picture: Uint8Array<ArrayBuffer> }
  | { kind: 'segment'; segmentId: string }
  /** With the picture itself, it is searched with, and the video and time say where it is from. */
  | { kind: 'frame'; jobId: string; time: number; picture?: Uint8Array<ArrayBuffer> | undefined };

export interface VisualOptions {
  region: Region | null;
  words?: string | undefined;
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
  limit: number;
  /** Origin of presigned URLs. */
  origin: string;
}

/** Minimum similarities, measured on pictures that are held out; see docs/benchmarks.md. */
const MIN_SIMILARITY = { same: 0.88, similar: 0.7, weak: 0.55 } as const satisfies Record<VisualMatch, number>;
/** Hits of the words that narrow a search. */
const WORD_HITS = 100;
/** A frame is this near to a time, in milliseconds. */
const FRAME_MS = 3000;
/** Without shot detection, pictures this near to each other are one hit, in seconds. */
const GROUP_SECONDS = 5;

/** The most similar picture of a shot. */
interface Found extends VisualNeighbor {
  video: VideoRow;
  shot: SegmentRow | undefined;
  start: number;
  end: number;
}

interface VisualSearchParts {
  store: Store;
  media: Pick<MediaService, 'describeUpload' | 'describeStill'>;
  stills: StillFiles;
  links: Pick<Links, 'pictures'>;
  search: SearchService;
}

/** Finds shots by a picture. */
export function createVisualSearch(parts: VisualSearchParts) {
  const { store, media, links, search } = parts;

  /** Descriptors of the picture, and where it is from. */
  async function describe(userId: number, source: VisualSource, region: Region | null) {
    if (source.kind === 'upload') return { views: await media.describeUpload(source.picture, region) };
    if (source.kind === 'frame') {
      const { time, picture } = source;
      const video = requireFound(store.videos.get(userId, source.jobId), 'video');
      const views = picture
        ? await media.describeUpload(picture, region)
        : await describeFrame(parts, video, Math.round(time * 1000), region);
      return { views, videoId: video.id, time };
    }
    const segment = requireFound(store.segments.get(userId, parseId(source.segmentId, 'segment')), 'segment');
    const video = requireFound(store.videos.find(userId, String(segment.videoId)), 'video');
    const time = stillTimeOf(segment);
    const views = await describeFrame(parts, video, Math.round(time * 1000), region);
    return { views, videoId: video.id, time };
  }

  /** The best picture of each shot, without the shot that the search is from. */
  function shotsOf(neighbors: readonly VisualNeighbor[], own: { videoId?: number; time?: number }): Found[] {
    const videos = new Map<number, VideoRow | undefined>();
    const shots = new Map<string, Found>();
    for (const neighbor of neighbors) {
      const { videoId } = neighbor;
      if (!videos.has(videoId)) videos.set(videoId, store.videos.byId(videoId));
      const video = videos.get(videoId);
      if (!video) continue;
      const found = place(parts, neighbor, video);
      const isOwn = own.videoId === videoId && own.time! >= found.start && own.time! < found.end;
      const key = `${videoId} ${found.start}`;
      const before = shots.get(key);
      // The place of the first picture, with the most similar one.
      if (!isOwn && (!before || found.similarity > before.similarity)) shots.set(key, found);
    }
    return [...shots.values()];
  }

  /** Shots with findings that match words, by both rankings. */
  async function narrow(userId: number, shots: readonly Found[], words: string | undefined): Promise<Found[]> {
    if (!words || shots.length === 0) return [...shots];
    // Only in their videos, so that hits elsewhere don't use up the limit.
    const jobIds = [...new Set(shots.map(({ video }) => video.jobId))];
    const { hits } = await search.search(userId, { query: words, limit: WORD_HITS, jobIds, modules: TIMED_MODULES });
    const clear = hits.filter(({ match }) => match !== 'weak');
    const rankOf = (shot: Found) => clear.findIndex((hit) => isWithin(hit, shot));
    const said = shots.filter((shot) => rankOf(shot) >= 0);
    return fuseRankings([said, said.toSorted((a, b) => rankOf(a) - rankOf(b))]);
  }

  function toHit({ video, shot, start, end, timeMs, similarity }: Found, rank: number, stillUrl: string): VisualHit {
    const still = nearestFrame(stillTimesOf(parts, video), timeMs, shot);
    return {
      job_id: video.jobId,
      time: timeMs / 1000,
      start_time: start,
      end_time: end,
      segment_id: shot ? String(shot.id) : null,
      content: shot?.content ?? '',
      rank,
      similarity: Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000,
      match: matchOf(similarity),
      still_url: still === undefined ? null : stillUrl.replace('{job_id}', video.jobId).replace('{ms}', String(still)),
    };
  }

  return {
    /**
     * Finds the shots that look like a picture, best match first, one hit per shot.
     * @throws ReelscopeError `not_found`, `unsupported_media_type`, `invalid_request`, `model_unavailable`
     */
    async search(userId: number, source: VisualSource, options: VisualOptions): Promise<VisualResults> {
      const { jobIds, projectId, origin } = options;
      const { views, ...own } = await describe(userId, source, options.region);
      const videoIds = store.search.videosOf(userId, { jobIds, projectId });
      const neighbors = await neighborsOf(store.visual, views, videoIds);
      const found = neighbors.filter(({ similarity }) => similarity >= MIN_SIMILARITY.weak);
      const shots = await narrow(userId, shotsOf(found, own), options.words);
      const { still_url } = links.pictures(origin, userId);
      const { all, indexed } = store.visual.count(VISUAL_ENGINE, videoIds);
      return {
        hits: shots.slice(0, Math.min(options.limit, MAX_SEARCH_LIMIT)).map((shot, i) => toHit(shot, i + 1, still_url)),
        indexed_videos: indexed,
        videos: all,
      };
    },
  };
}

function stillTimesOf({ store }: VisualSearchParts, { userId, jobId }: VideoRow): number[] {
  return store.stills.list(userId, jobId).map(({ timeMs }) => timeMs);
}

/**
 * Describes the frame at a time: the saved still, or part of it; without a region, a described frame near it in
 * the same shot will do.
 */
async function describeFrame(
  parts: VisualSearchParts,
  video: VideoRow,
  timeMs: number,
  region: Region | null,
): Promise<PictureViews> {
  const { store, media, stills } = parts;
  const shot = store.visual.shotAt(video.id, timeMs / 1000);
  const from = Math.max(timeMs - FRAME_MS, Math.round((shot?.startTime ?? 0) * 1000));
  const to = Math.min(timeMs + FRAME_MS, shot ? Math.round(shot.endTime * 1000) - 1 : Number.POSITIVE_INFINITY);
  if (!region) {
    const descriptor = store.visual.at(video.id, timeMs, from, to);
    if (descriptor) return { descriptor };
  }
  const near = stillTimesOf(parts, video).filter((time) => time >= from && time <= to);
  const still = nearestFrame(near, timeMs, shot);
  const file = still === undefined ? undefined : join(await stills.folder(video.jobId), `${still}.jpg`);
  const views = file ? await media.describeStill(file, region) : null;
  if (!views) throw new ReelscopeError('not_found', sentence('visual.no-frame'));
  return views;
}

function place({ store }: VisualSearchParts, neighbor: VisualNeighbor, video: VideoRow): Found {
  const time = neighbor.timeMs / 1000;
  const shot = store.visual.shotAt(neighbor.videoId, time);
  const start = Math.floor(time / GROUP_SECONDS) * GROUP_SECONDS;
  return {
    ...neighbor,
    video,
    shot,
    start: shot?.startTime ?? start,
    end: shot?.endTime ?? Math.min(start + GROUP_SECONDS, Math.max(video.duration, time)),
  };
}

function matchOf(similarity: number): VisualMatch {
  if (similarity >= MIN_SIMILARITY.same) return 'same';
  return similarity >= MIN_SIMILARITY.similar ? 'similar' : 'weak';
}

function isWithin({ job_id, start_time, end_time }: SearchHit, { video, start, end }: Found): boolean {
  return job_id === video.jobId && start_time < end && end_time > start;
}

/** Time of the frame that a finding is seen in, in seconds. */
function stillTimeOf({ data, startTime, endTime }: SegmentRow): number {
  const { still_time } = (data === null ? {} : JSON.parse(data)) as { still_time?: unknown };
  return typeof still_time === 'number' ? still_time : Math.min(startTime + 0.5, (startTime + endTime) / 2);
}
