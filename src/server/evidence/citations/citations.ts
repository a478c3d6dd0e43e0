import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import {
  type CitedFinding,
  type CiteRequest,
  MAX_CITED,
  type VideoCitations,
} from '../../../contract/evidence/citations.ts';
import { importedFrom } from '../../../core/evidence/imported-engine.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { parseId, requireFound, requireVideo } from '../../errors/lookup.ts';
import type { SourceFiles } from '../../library/files/source-files.ts';
import { mapInParts } from '../../library/in-parts.ts';
import { toSegment } from '../../library/mappers/segment-mapper.ts';
import { type Citable, citationIds } from './citation-ids.ts';
import type { StillHashes } from './still-hashes.ts';

export type CitationsService = ReturnType<typeof createCitationsService>;

/** Time that a request waits for the hash of a file, in milliseconds. */
const HASH_WAIT_MS = 8000;

/** Writes the citations of findings. */
export function createCitationsService(parts: {
  store: Store;
  files: Pick<SourceFiles, 'contentHash'>;
  stills: StillHashes;
}) {
  const { store, files, stills } = parts;

  /**
   * Returns the citations of findings of a video, in their order; undefined for all if the hash of its file is not
   * known, and for preview findings.
   * @param waitMs time to wait for the hash
   */
  const idsOf = async (
    video: VideoRow,
    segments: readonly Citable[],
    waitMs = HASH_WAIT_MS,
  ): Promise<(string | undefined)[]> => {
    const source = segments.length > 0 ? await files.contentHash(video, waitMs) : undefined;
    return citationIds(segments, source, (times) => stills.all(video.jobId, times));
  };

  /** Citations of all findings of a video. @throws ReelscopeError `not_found` */
  const ofVideo = async (userId: number, jobId: string, modules?: readonly ModuleName[]): Promise<VideoCitations> => {
    const video = requireVideo(store, userId, jobId);
    const segments = await mapInParts(await store.segments.listInParts(userId, jobId, modules), toSegment);
    const source = await files.contentHash(video, HASH_WAIT_MS);
    const ids = await idsOf(video, segments, 0);
    return {
      job_id: video.jobId,
      source_sha256: source ?? null,
      citations: segments.flatMap(({ id }, i) => (ids[i] === undefined ? [] : [{ segment_id: id, citation: ids[i] }])),
    };
  };

  return {
    idsOf,

    ofVideo,

    /**
     * SHA-256 of the source file of a video, which its citations name; null if it is not known yet.
     * @throws ReelscopeError `not_found`
     */
    async source(userId: number, jobId: string): Promise<string | null> {
      const video = requireVideo(store, userId, jobId);
      return (await files.contentHash(video, HASH_WAIT_MS)) ?? null;
    },

    /**
     * Cites findings by their ids, or those at a time or in a range, up to a maximum.
     * @throws ReelscopeError `not_found` (the video, or one of the findings)
     */
    async cite(
      userId: number,
      { job_id, segment_ids, start_time, end_time, modules }: CiteRequest,
    ): Promise<CitedFinding[]> {
      const video = requireVideo(store, userId, job_id);
      const rows = await store.segments.listInParts(userId, video.jobId, modules);
      const all = await mapInParts(rows, toSegment);
      const byId = new Map(all.map((segment) => [segment.id, segment]));
      const chosen = segment_ids
        ? segment_ids.map((id) => requireFound(byId.get(String(parseId(id, 'segment'))), 'segment'))
        : all.filter((segment) => isAt(segment, start_time!, end_time ?? start_time!)).slice(0, MAX_CITED);
      const ids = await idsOf(video, chosen);
      return chosen.map((segment, i) => toCited(video, segment, ids[i]));
    },

    /** Describes a present finding with its citation. */
    async describe(video: VideoRow, segment: Segment): Promise<CitedFinding> {
      const [id] = await idsOf(video, [segment]);
      return toCited(video, segment, id);
    },
  };
}

/** Whether a finding is at a time of a range; of a range of one instant, at that instant. */
function isAt({ start_time, end_time }: Citable, from: number, to: number): boolean {
  return start_time <= to && (end_time > from || start_time >= from);
}

function toCited(video: VideoRow, segment: Segment, citation: string | undefined): CitedFinding {
  const { id, module, content, start_time, end_time, data, engine } = segment;
  const imported_from = importedFrom(engine);
  return {
    citation: citation ?? null,
    job_id: video.jobId,
    video_name: video.name,
    segment_id: id,
    module,
    content,
    speaker: data?.speaker ?? null,
    start_time,
    end_time,
    corrected: data?.corrected === true || data?.added === true,
    still_time: data?.still_time ?? null,
    ...(imported_from !== undefined && { imported_from }),
  };
}
