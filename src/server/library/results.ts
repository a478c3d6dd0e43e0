import { roundSeconds } from '../../base/time.ts';
import { isModuleName, MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { isErrorCode, ReelscopeError } from '../../contract/errors.ts';
import type { TrackUse } from '../../contract/library/tracks.ts';
import type { NamedVideo } from '../../contract/library/video.ts';
import { message } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SearchFilter } from '../../db/repositories/video-scopes.ts';
import type { SegmentRow, VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { coverageOf } from './coverage.ts';
import { mapInParts } from './in-parts.ts';
import { isPreview, toSegment } from './mappers/segment-mapper.ts';
import { readSelection } from './module-selection.ts';
import { untranscribed } from './untranscribed.ts';

/** Videos without a transcript that a search names. */
const MAX_NAMED_VIDEOS = 100;

export interface ResultsChoice {
  modules?: readonly ModuleName[] | undefined;
  partial?: boolean;
}

export type ResultsService = ReturnType<typeof createResultsService>;

/** Findings of a processed video. */
export function createResultsService(store: Store) {
  /** Whether there are results; those of an earlier run remain available while a new one waits or works. */
  const has = ({ userId, jobId }: VideoRow): boolean => store.jobs.get(userId, jobId)?.hasResults === true;
  /** @throws ReelscopeError `not_found`, `not_ready` */
  const completed = (userId: number, jobId: string): VideoRow => {
    const video = requireVideo(store, userId, jobId);
    if (!has(video)) {
      const status = message(`video-status.${video.status}`);
      throw new ReelscopeError('not_ready', sentence('results.not-ready', { status }), {
        details: { status: video.status },
      });
    }
    return video;
  };

  /** Status of the run that the results are of, and the later run if there is one. */
  const runOf = ({ userId, jobId, status }: VideoRow): Pick<Results, 'status' | 'latest_run'> => {
    const job = store.jobs.get(userId, jobId)?.job;
    if (status === 'completed' || job?.keepsResults !== 1) return { status };
    const code = job.errorCode;
    const error_code = code !== null && isErrorCode(code) ? code : null;
    return { status: 'completed', latest_run: { status, error: job.error, error_code } };
  };

  const segments = async ({ userId, jobId }: VideoRow, modules?: readonly ModuleName[]): Promise<Segment[]> =>
    mapInParts(await store.segments.listInParts(userId, jobId, modules), toSegment);

  const find = (userId: number, jobId: string, { partial }: ResultsChoice): VideoRow =>
    partial ? requireVideo(store, userId, jobId) : completed(userId, jobId);

  const describe = (video: VideoRow, rows: readonly SegmentRow[], { modules, partial }: ResultsChoice) => {
    const present = new Set(readSelection(video.selectedInsights));
    for (const { module } of rows) present.add(module);
    const head = {
      job_id: video.jobId,
      video_name: video.name,
      duration: roundSeconds(video.duration),
      ...runOf(video),
      processing_time: roundSeconds(video.processingTime),
      ...(rows.some(isPreview) && { preview: true }),
      ...tracksOf(video),
      analysis: coverageOf(store, video, modules),
    };
    // Clients that show partial results sort them on their own; arrays per module would only double the size.
    const perModule = partial ? [] : (modules ?? MODULE_NAMES.filter((name) => present.has(name)));
    return { head, perModule, rows };
  };

  return {
    completed,
    has,
    /** Findings of a video in time order, read in parts. */
    segments,

    /**
     * Reads results, in parts if they are long, so that other requests are answered meanwhile: the results document
     * without findings, the modules that have lists of their own, and the findings. `modules` limits it to these
     * modules; `partial` also allows videos that are not completed.
     * @throws ReelscopeError `not_found`, `not_ready`
     */
    async read(userId: number, jobId: string, choice: ResultsChoice = {}) {
      find(userId, jobId, choice);
      const rows = await store.segments.listInParts(userId, jobId, choice.modules);
      return describe(find(userId, jobId, choice), rows, choice);
    },

    /** Videos in scope that may have speech and lack a complete transcript, up to a limit. */
    async untranscribed(userId: number, scope: SearchFilter): Promise<NamedVideo[]> {
      const transcribed = store.coverage.completedBy('transcription');
      const ids = store.search.videosOf(userId, scope).filter((id) => !transcribed.has(id));
      const found: NamedVideo[] = [];
      for (let at = 0; at < ids.length && found.length < MAX_NAMED_VIDEOS; at += MAX_NAMED_VIDEOS) {
        const rows = ids.slice(at, at + MAX_NAMED_VIDEOS).map((id) => store.videos.find(userId, String(id)));
        const videos = rows.flatMap((video) => video ?? []);
        found.push(...(await untranscribed(store, videos)));
      }
      return found.slice(0, MAX_NAMED_VIDEOS);
    },
  };
}

/** Tracks of the file, and their use by the analysis, if they are known. */
function tracksOf({ media, trackUse }: VideoRow): Pick<Results, 'tracks'> {
  const tracks = media === null ? undefined : (JSON.parse(media) as MediaInfoWire).tracks;
  if (!tracks) return {};
  return { tracks: { ...tracks, use: trackUse === null ? null : (JSON.parse(trackUse) as TrackUse) } };
}

/** Parses a comma-separated list of module names. @throws ReelscopeError `invalid_request` */
export function parseModuleList(text: string | undefined): ModuleName[] | undefined {
  if (text === undefined) return undefined;
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const known = names.filter(isModuleName);
  if (known.length < names.length) {
    throw new ReelscopeError(
      'invalid_request',
      sentence('results.unknown-module', { modules: MODULE_NAMES.join(', ') }),
      {
        details: { unknown: names.filter((name) => !isModuleName(name)).slice(0, 20), modules: MODULE_NAMES },
      },
    );
  }
  return known;
}
