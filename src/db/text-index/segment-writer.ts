import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CorrectedSegment } from '../corrections/apply-corrections.ts';
import type { Corrections } from '../corrections/corrections.ts';
import type { Speakers } from '../corrections/speakers.ts';
import type { ModuleFindings } from '../findings.ts';
import type { Db } from '../open.ts';
import { resultOf, type Steps } from '../steps.ts';
import { type IndexedSegments, ownerOf, type SegmentTarget } from './indexed-segments.ts';

interface PreparedFindings {
  items: CorrectedSegment[];
  datas: (string | null)[];
  contents: string[];
}

export type SegmentWriter = ReturnType<typeof createSegmentWriter>;

const STEP_SEGMENTS = 250;

/** Findings of a module that are stored where nobody sees them, for `adopt`. */
export interface StagedFindings {
  /** Hidden video that holds them. */
  place: number;
  ids: number[];
  /** Stored facts of each, as JSON. */
  contents: string[];
}

/** Writes the findings of analyses as segments, with the corrections and speakers' names of their video. */
export function createSegmentWriter(db: Db, segments: IndexedSegments, corrections: Corrections, speakers: Speakers) {
  const link = (items: readonly CorrectedSegment[], ids: readonly number[]): void => {
    for (const [i, { correctionId }] of items.entries())
      if (correctionId !== undefined) corrections.link(correctionId, ids[i]!);
  };

  /** Findings with the corrections and names of their video, as they would be stored now. */
  const prepare = (videoId: number, findings: ModuleFindings): PreparedFindings => {
    const items = corrections.applyTo(videoId, findings);
    const datas = items.map(({ segment }) => segments.dataOf(videoId, segment.data));
    const contents = items.map(({ segment: { content, start_time, end_time }, isAdded }, i) =>
      JSON.stringify([content, start_time, end_time, datas[i], isAdded === true]),
    );
    return { items, datas, contents };
  };

  /** Steps of `replaceModule`, each of some 20 ms, for callers that commit between them. */
  function* replaceSteps(videoId: number, findings: ModuleFindings): Steps<number[]> {
    const userId = requireOwner(db, videoId);
    const { module, engine, embeddings } = findings;
    if (embeddings && embeddings.vectors.length !== findings.segments.length) {
      throw new RangeError('There must be one vector for each segment.');
    }
    // Needs the segments of the earlier analysis.
    const identified = speakers.identify(videoId, findings.segments, findings.speakers);
    segments.remove(videoId, module);
    yield;
    const items = corrections.applyTo(videoId, { ...findings, segments: identified });
    yield;
    const ids = yield* storeSteps(segments, { videoId, module, engine, userId }, items, embeddings);
    link(items, ids);
    return ids;
  }

  return {
    remove: segments.remove,

    /**
     * Replaces a module's findings in one transaction, with corrections applied; returns the ids in time order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    replaceModule: (videoId: number, findings: ModuleFindings): number[] =>
      db.transaction(() => resultOf(replaceSteps(videoId, findings))),

    replaceSteps,

    prepare,

    /** Steps that store prepared findings where nobody sees them. @param place a hidden video */
    *stageSteps(
      videoId: number,
      place: number,
      { module, engine, embeddings }: ModuleFindings,
      { items, datas, contents }: PreparedFindings,
    ): Steps<StagedFindings> {
      const target = { videoId, place, module, engine, userId: ownerOf(db, videoId) };
      const ids = yield* storeSteps(segments, target, items, embeddings, datas);
      return { place, ids, contents };
    },

    /**
     * Replaces a module's findings by staged ones; false, without a change, if they are not what would be stored now,
     * such as after a correction.
     */
    adopt(videoId: number, findings: ModuleFindings, { place, ids, contents }: StagedFindings): boolean {
      return db.transaction(() => {
        const { module } = findings;
        const now = prepare(videoId, findings);
        if (now.contents.length !== contents.length || now.contents.some((each, i) => each !== contents[i]))
          return false;
        segments.remove(videoId, module);
        segments.move(ids, place, videoId, module);
        link(now.items, ids);
        return true;
      });
    },

    /**
     * Adds findings of a module that is still running: without embeddings, and without corrections, which need the
     * complete findings. Returns the ids in order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    append(videoId: number, { module, engine, segments: found }: Omit<ModuleFindings, 'embeddings'>): number[] {
      return db.transaction(() => {
        const target = { videoId, module, engine, userId: requireOwner(db, videoId) };
        return found.map((segment) => segments.insert(target, segment));
      });
    },
  };
}

/** Steps that store findings and their embeddings. @param datas as stored; by default as the video has them now */
function* storeSteps(
  segments: IndexedSegments,
  target: SegmentTarget,
  items: readonly CorrectedSegment[],
  embeddings: ModuleFindings['embeddings'],
  datas?: readonly (string | null)[],
): Steps<number[]> {
  const { videoId, place = videoId, module } = target;
  const added = { ...target, engine: null };
  const ids: number[] = [];
  for (const [i, { segment, isAdded }] of items.entries()) {
    ids.push(segments.insert(isAdded ? added : target, segment, datas?.[i]));
    if (ids.length % STEP_SEGMENTS === 0) yield;
  }
  if (embeddings) {
    const known = items.flatMap(({ vector }, i) => (vector ? [{ id: ids[i]!, vector }] : []));
    yield* segments.embedSteps(place, module, embeddings, known);
  }
  return ids;
}

function requireOwner(db: Db, videoId: number): number {
  const userId = ownerOf(db, videoId);
  if (userId === undefined) throw new ReelscopeError('not_found', sentence('video.deleted'));
  return userId;
}
