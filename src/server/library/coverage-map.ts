import { roundSeconds } from '../../base/time.ts';
import { CLOSER_MODULES } from '../../contract/analysis/closer-look.ts';
import {
  type CoverageMap,
  type ExaminedModule,
  type MissExplanation,
  type MissQuery,
  type MissReason,
  SENSES,
  type Sense,
  type SenseCoverage,
} from '../../contract/analysis/coverage-map.ts';
import { DEFAULT_MODULES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { TrackUse } from '../../contract/library/tracks.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { closerLookAt, closerLooksOf } from '../../core/coverage-map/closer.ts';
import { explainMiss } from '../../core/coverage-map/explain.ts';
import { type AnalysisFacts, isSufficient } from '../../core/coverage-map/facts.ts';
import { closerText, limitsOf } from '../../core/coverage-map/limits.ts';
import { missText } from '../../core/coverage-map/miss-text.ts';
import { coverageSpans } from '../../core/coverage-map/spans.ts';
import { minTextHeight } from '../../core/coverage-map/text-height.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { coverageOf } from './coverage.ts';
import { partOfVideo } from './part-of-video.ts';

/** Seconds before and after an instant that belong to it: the distance of stills is twice as long. */
const AROUND_SECONDS = 0.25;

export type CoverageMapService = ReturnType<typeof createCoverageMapService>;

/** Coverage maps of videos, and reasons why something was missed. */
export function createCoverageMapService(store: Store) {
  return {
    /** @throws ReelscopeError `not_found` */
    get: (userId: number, jobId: string): CoverageMap => coverageMapOf(store, requireVideo(store, userId, jobId)),

    /** @throws ReelscopeError `not_found`, `invalid_request` for a range that is empty or behind the video’s end */
    explain(userId: number, jobId: string, query: MissQuery): MissExplanation {
      const video = requireVideo(store, userId, jobId);
      const facts = factsOf(store, video);
      const { module, start_time, end_time, text, height } = query;
      const range =
        end_time === undefined
          ? partOfVideo(video, Math.max(0, start_time - AROUND_SECONDS), start_time + AROUND_SECONDS)
          : partOfVideo(video, start_time, end_time);
      const miss = { module, ...range, text, height };
      const found = store.segments.list(userId, jobId, [module]).map((row) => ({
        id: String(row.id),
        content: row.content,
        start: row.startTime,
        end: row.endTime,
      }));
      const removed = store.segments
        .corrections(video.id)
        .filter((one) => one.isRemoved === 1 && one.module === module)
        .map(({ id, foundContent: content, startTime: start, endTime: end }) => ({
          id: String(id),
          content,
          start,
          end,
        }));
      const explained = explainMiss(facts, miss, { found, removed });
      return {
        ...missText(miss, explained, minTextHeight(facts)),
        module,
        start_time: miss.start,
        end_time: miss.end,
        reason: explained.reason,
        segment_id: explained.reason === 'found' ? explained.finding!.id : null,
        score: explained.dropped?.score ?? null,
        min_score: explained.dropped?.minScore ?? null,
        recall: explained.recall,
        can_look_closer: canLookCloser(explained.reason, module) && !closerLookAt(facts, module, miss),
      };
    },
  };
}

/** Whether a closer look may find what was missed. Pure. */
function canLookCloser(reason: MissReason, module: Sense): boolean {
  const cannot: ReadonlySet<MissReason> = new Set<MissReason>([
    'found',
    'removed',
    'no_picture',
    'no_sound',
    'not_decoded',
    'unknown_label',
  ]);
  return CLOSER_MODULES.some((name) => name === module) && !cannot.has(reason);
}

/** Returns what of a video was looked at and listened to. */
function coverageMapOf(store: Pick<Store, 'coverage' | 'conditions'>, video: VideoRow): CoverageMap {
  const facts = factsOf(store, video);
  return {
    job_id: video.jobId,
    duration: roundSeconds(video.duration),
    is_recorded: facts.conditions?.picture !== undefined || facts.conditions?.sound !== undefined,
    skipped_tracks: [...facts.skippedTracks],
    modules: sensesOf(facts).map((module) => senseOf(facts, module)),
  };
}

/** States how much of a video each module examined, and what it could not find. */
export function examinedIn(store: Pick<Store, 'coverage' | 'conditions'>, video: VideoRow): ExaminedModule[] {
  const facts = factsOf(store, video);
  return coverageMapOf(store, video).modules.map(({ module, status, limits, spans }) => {
    const examined = spans.filter(({ state }) => isSufficient(state));
    const seconds = examined.reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0);
    const closer = closerText(facts, module);
    return { module, status, limits: closer ? [...limits, closer] : limits, examined: roundSeconds(seconds) };
  });
}

/** States what modules could not find in a video, as sentences; none where it was not recorded, or nothing is. */
export function limitsIn(
  store: Pick<Store, 'coverage' | 'conditions'>,
  video: VideoRow,
  modules: readonly ModuleName[],
): LocalizedText[] {
  const facts = factsOf(store, video);
  if (facts.conditions === null) return [];
  return modules.flatMap((module) => {
    const spans = coverageSpans(facts, module);
    const isAbsent = spans.every(({ state }) => state === 'no_picture' || state === 'no_sound');
    return isAbsent ? [] : limitsOf(facts, module, spans);
  });
}

/** Modules that run in every analysis, and others that ran. */
const sensesOf = ({ coverage }: AnalysisFacts): Sense[] =>
  SENSES.filter(
    (module) => DEFAULT_MODULES.includes(module) || coverage.find((one) => one.module === module)?.status !== 'not_run',
  );

function senseOf(facts: AnalysisFacts, module: Sense): SenseCoverage {
  const spans = coverageSpans(facts, module);
  return {
    module,
    status: facts.coverage.find((one) => one.module === module)!.status,
    spans,
    min_text_height: module === 'ocr' ? minTextHeight(facts) : null,
    limits: limitsOf(facts, module, spans),
    closer_looks: closerLooksOf(facts, module).map(({ id }) => id),
  };
}

function factsOf(store: Pick<Store, 'coverage' | 'conditions'>, video: VideoRow): AnalysisFacts {
  const media = video.media === null ? null : (JSON.parse(video.media) as MediaInfoWire);
  const use = video.trackUse === null ? null : (JSON.parse(video.trackUse) as TrackUse);
  return {
    duration: video.duration,
    coverage: coverageOf(store, video, SENSES),
    conditions: store.conditions.get(video.id),
    picture: media?.video ?? null,
    hasSound: media?.audio !== null,
    skippedTracks: (use?.audio ?? [])
      .filter(({ state }) => state === 'unheard' || state === 'undecodable')
      .map(({ number }) => number),
  };
}
