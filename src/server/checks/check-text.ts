import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import type { Logger } from '../../base/logger.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { type CheckedText, type CheckProgress, MAX_CHECKED_PASSAGES } from '../../contract/evidence/checks.ts';
import { claimSteps, sortedClaims, type TextClaim } from '../../core/claims/claims.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { requireVideo } from '../errors/lookup.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import { limitsIn } from '../library/coverage-map.ts';
import { mapInParts, TURN_MS } from '../library/in-parts.ts';
import { untranscribed } from '../library/untranscribed.ts';
import { assess } from './assess.ts';
import type { Assessment } from './assessment.ts';
import { toPassage } from './checked-passage.ts';
import { type CheckScope, createLibraryReader, MODULES } from './library-reader.ts';
import { createClaimDivider } from './model-claims.ts';

export type ChecksService = ReturnType<typeof createChecksService>;

export interface CheckListener {
  signal?: AbortSignal | undefined;
  onProgress?(progress: CheckProgress): void;
}

const MAX_LISTED_VIDEOS = 100;
/** Videos of which it is stated what could not be found in them. */
const MAX_LIMITED_VIDEOS = 20;
/** Time that a check waits for the hash of a file, in milliseconds. */
const HASH_WAIT_MS = 1000;

interface CheckParts {
  store: Store;
  citations: Pick<CitationsService, 'idsOf'>;
  /** The connected model; null without one. */
  languageModel(): Promise<GeneratingEngine | null>;
  log: Logger;
}

/** Checks texts against transcripts and texts on screen. A language model divides claims; it decides no verdict. */
export function createChecksService(parts: CheckParts) {
  const { store } = parts;
  const divide = createClaimDivider(parts.languageModel, parts.log);

  return {
    /**
     * Checks the passages of a text, in text order, and answers other requests meanwhile.
     * @throws ReelscopeError `not_found` (a video), `too_large` (too many passages); CanceledError
     */
    async check(
      userId: number,
      text: string,
      scope: CheckScope,
      { signal, onProgress = () => {} }: CheckListener = {},
    ): Promise<CheckedText> {
      const videos = await videosIn(store, userId, scope);
      const pause = createPause(signal);
      const found: TextClaim[] = [];
      for (const step of claimSteps(text)) {
        found.push(...step);
        await pause();
      }
      const onDivided = (done: number, total: number) => onProgress({ stage: 'dividing', done, total });
      const { claims: divided, engine, fallback } = await divide(text, found, { signal, onProgress: onDivided });
      const claims = sortedClaims(divided);
      if (claims.length > MAX_CHECKED_PASSAGES) {
        const counts = { count: claims.length, limit: MAX_CHECKED_PASSAGES };
        throw new ReelscopeError('too_large', sentence('check.too-many', counts), { details: counts });
      }
      const library = createLibraryReader(store, userId, scope);
      const assessments: (Assessment | undefined)[] = [];
      for (const [done, claim] of claims.entries()) {
        onProgress({ stage: 'comparing', done, total: claims.length });
        assessments.push(await assess(claim, await library.sources(claim, pause), library.speakersOf, pause));
      }
      const missing = assessments.includes(undefined) ? await untranscribed(store, videos) : [];
      const ids = await citationIdsOf(parts, userId, assessments);
      const names = new Map(videos.map(({ jobId, name }) => [jobId, name]));
      const passages = claims.map((claim, i) =>
        toPassage(text, claim, assessments[i], { ids, names, isTranscribed: missing.length === 0 }),
      );
      const isComplete = !assessments.includes(undefined);
      const limits =
        isComplete || videos.length > MAX_LIMITED_VIDEOS ? [] : videos.flatMap((video) => limitsOf(store, video));
      const not_transcribed = missing.slice(0, MAX_LISTED_VIDEOS);
      return { passages, videos: videos.length, not_transcribed, limits, engine, fallback };
    },
  };
}

/** @throws ReelscopeError `not_found` */
async function videosIn(store: Store, userId: number, { jobIds, projectId }: CheckScope): Promise<VideoRow[]> {
  const ids =
    jobIds ?? store.videos.list(userId, projectId === undefined ? {} : { projectId }).map(({ jobId }) => jobId);
  const videos = await mapInParts(ids, (jobId) => requireVideo(store, userId, jobId));
  return projectId === undefined ? videos : videos.filter((video) => video.projectId === projectId);
}

/** Limits of the speech and the text of a video, in one line; none without limits. */
function limitsOf(store: Store, video: VideoRow): CheckedText['limits'] {
  const limits = limitsIn(store, video, MODULES);
  const { jobId: job_id, name } = video;
  return limits.length === 0 ? [] : [{ job_id, name, ...sentence('coverage.limits', { limits }) }];
}

/** Citation IDs of the segments of assessments, by segment. */
async function citationIdsOf(
  { store, citations }: Pick<CheckParts, 'store' | 'citations'>,
  userId: number,
  assessments: readonly (Assessment | undefined)[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const segments = new Map<string, Map<string, Segment>>();
  for (const assessment of assessments.flatMap((one) => [one, one?.counter])) {
    if (!assessment) continue;
    const own = segments.get(assessment.source.jobId) ?? new Map<string, Segment>();
    for (const segment of assessment.segments) own.set(segment.id, segment);
    segments.set(assessment.source.jobId, own);
  }
  const ids = new Map<string, string | undefined>();
  for (const [jobId, own] of segments) {
    const video = store.videos.get(userId, jobId);
    const list = [...own.values()];
    const found = video ? await citations.idsOf(video, list, HASH_WAIT_MS) : [];
    for (const [i, { id }] of list.entries()) ids.set(id, found[i]);
  }
  return ids;
}

/** Returns a function that answers other requests where it is time to. @throws CanceledError from it */
function createPause(signal: AbortSignal | undefined): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await setImmediate();
    throwIfAborted(signal);
    turn = performance.now();
  };
}
