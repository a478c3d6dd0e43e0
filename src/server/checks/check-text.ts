import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { CodedError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { type CheckedPassage, type CheckedText, MAX_CHECKED_PASSAGES } from '../../contract/evidence/checks.ts';
import { claimSteps, sortedClaims, type TextClaim } from '../../core/claims/claims.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { engineIdOf, type GeneratingEngine } from '../../models/engine.ts';
import { requireFound } from '../errors/lookup.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import { coverageOf } from '../library/coverage.ts';
import { limitsIn } from '../library/coverage-map.ts';
import { mapInParts, TURN_MS } from '../library/in-parts.ts';
import { toSegment } from '../library/mappers/segment-mapper.ts';
import { rankByKeywords } from '../search/keyword.ts';
import { toQuery } from '../search/query.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { type Assessment, assess } from './assess.ts';
import { divideClaims } from './model-claims.ts';
import { createSourceReader, type Source, sourcesOf, type VideoFindings } from './sources.ts';
import { isSamePerson, namedSpeakers } from './speakers.ts';

export type ChecksService = ReturnType<typeof createChecksService>;

/** Videos in which a text is checked. */
export interface CheckScope {
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
}

/** Findings that a search for a passage returns. */
const MAX_HITS = 24;
/** Words around a hit that are read beside those of the passage. */
const AROUND_WORDS = 40;
const MAX_QUOTED_WORDS = 2000;
/** Videos whose findings are kept while a text is checked. */
const MAX_CACHED_VIDEOS = 40;
/** Texts around hits that are kept meanwhile. */
const MAX_CACHED_SOURCES = 300;
const MAX_LISTED_VIDEOS = 100;
/** Videos of which it is stated what could not be found in them. */
const MAX_LIMITED_VIDEOS = 20;
const MAX_SPEAKERS = 5000;
/** Time that a check waits for the hash of a file, in milliseconds. */
const HASH_WAIT_MS = 1000;
const MODULES = ['transcription', 'ocr'] as const;

/** Checks texts against transcripts and texts on screen. A language model divides claims; it decides no verdict. */
export function createChecksService(parts: {
  store: Store;
  citations: Pick<CitationsService, 'idsOf'>;
  /** The connected model; null without one. */
  languageModel(): Promise<GeneratingEngine | null>;
  log: Logger;
}) {
  const { store, citations, log } = parts;

  /** Divides claims by a model if there is one, and as the rules do when it fails. */
  const divided = async (
    text: string,
    claims: readonly TextClaim[],
    signal: AbortSignal | undefined,
  ): Promise<Pick<CheckedText, 'engine' | 'fallback'> & { claims: readonly TextClaim[] }> => {
    try {
      const model = await parts.languageModel();
      if (!model) return { claims, engine: null, fallback: null };
      return {
        claims: await divideClaims(model, text, claims, signal),
        engine: engineIdOf(model.info),
        fallback: null,
      };
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof CodedError)) throw error;
      log.warn('language model failed; rules divide the text', { reason: error.message });
      return { claims, engine: null, fallback: errorText(error) };
    }
  };

  /** @throws ReelscopeError `not_found` */
  const videosIn = async (userId: number, { jobIds, projectId }: CheckScope): Promise<VideoRow[]> => {
    const ids =
      jobIds ?? store.videos.list(userId, projectId === undefined ? {} : { projectId }).map(({ jobId }) => jobId);
    const videos = await mapInParts(ids, (jobId) => requireFound(store.videos.get(userId, jobId), 'video'));
    return projectId === undefined ? videos : videos.filter((video) => video.projectId === projectId);
  };

  /** Videos that lack a complete transcript. */
  const untranscribed = async (videos: readonly VideoRow[]): Promise<CheckedText['not_transcribed']> => {
    const heard = videos.filter(mayHaveSpeech);
    const states = await mapInParts(heard, (video) => coverageOf(store, video, ['transcription'])[0]!.status);
    return heard.filter((_, i) => states[i] !== 'completed').map(({ jobId, name }) => ({ job_id: jobId, name }));
  };

  /** Limits of the speech and the text of a video, in one line; none without limits. */
  const limitsOf = (video: VideoRow): CheckedText['limits'] => {
    const limits = limitsIn(store, video, MODULES);
    const { jobId: job_id, name } = video;
    return limits.length === 0 ? [] : [{ job_id, name, ...sentence('coverage.limits', { limits }) }];
  };

  const cited = async (
    userId: number,
    assessments: readonly (Assessment | undefined)[],
  ): Promise<ReadonlyMap<string, string | undefined>> => {
    const segments = new Map<string, Map<string, Segment>>();
    for (const assessment of assessments) {
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
  };

  return {
    /**
     * Checks the passages of a text, in text order, and answers other requests meanwhile.
     * @throws ReelscopeError `not_found` (a video), `too_large` (too many passages); CanceledError
     */
    async check(userId: number, text: string, scope: CheckScope, signal?: AbortSignal): Promise<CheckedText> {
      const videos = await videosIn(userId, scope);
      const pause = createPause(signal);
      const found: TextClaim[] = [];
      for (const step of claimSteps(text)) {
        found.push(...step);
        await pause();
      }
      const { claims: all, engine, fallback } = await divided(text, found, signal);
      const claims = sortedClaims(all);
      if (claims.length > MAX_CHECKED_PASSAGES) {
        const counts = { count: claims.length, limit: MAX_CHECKED_PASSAGES };
        throw new ReelscopeError('too_large', sentence('check.too-many', counts), { details: counts });
      }
      const library = createLibraryReader(store, userId, scope);
      const assessments: (Assessment | undefined)[] = [];
      for (const claim of claims)
        assessments.push(await assess(claim, await library.sources(claim, pause), library.speakersOf, pause));
      const missing = assessments.includes(undefined) ? await untranscribed(videos) : [];
      const ids = await cited(userId, assessments);
      const names = new Map(videos.map(({ jobId, name }) => [jobId, name]));
      const passages = claims.map((claim, i) =>
        toPassage(text, claim, assessments[i], { ids, names, isTranscribed: missing.length === 0 }),
      );
      const isComplete = !assessments.includes(undefined);
      const limits = isComplete || videos.length > MAX_LIMITED_VIDEOS ? [] : videos.flatMap(limitsOf);
      const not_transcribed = missing.slice(0, MAX_LISTED_VIDEOS);
      return { passages, videos: videos.length, not_transcribed, limits, engine, fallback };
    },
  };
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

/** Whether a file is not known to be without sound. */
function mayHaveSpeech({ media }: VideoRow): boolean {
  return media === null || (JSON.parse(media) as MediaInfoWire).audio !== null;
}

/** Finds the texts of a library that may have a passage. */
function createLibraryReader(store: Store, userId: number, { jobIds, projectId }: CheckScope) {
  const videoIds = store.search.videosOf(userId, { jobIds, projectId });
  const whole = jobIds === undefined && projectId === undefined;
  const scope = { userId, videoIds, modules: MODULES, whole };
  const known = new Map<string, VideoFindings>();
  const names = store.search.speakerNames(userId, MAX_SPEAKERS).map(({ value }) => value);
  const spoken = new Map<string, ReadonlySet<number>>();
  const readSource = createSourceReader(MAX_CACHED_SOURCES);

  const read = async (jobId: string): Promise<VideoFindings> => {
    const cached = known.get(jobId);
    if (cached) return cached;
    const rows = await store.segments.listInParts(userId, jobId, MODULES);
    const segments = (await mapInParts(rows, toSegment)).filter(({ data }) => !data?.preview);
    const lines = segments.filter(({ module }) => module === 'transcription');
    const screens = segments.filter(({ module }) => module === 'ocr');
    const findings = { jobId, lines, screens, speakers: namedSpeakers(lines) };
    if (known.size >= MAX_CACHED_VIDEOS) known.delete(known.keys().next().value!);
    known.set(jobId, findings);
    return findings;
  };

  /** Ids of the lines of the speakers whom a name may be. */
  const spokenBy = (sayer: string): ReadonlySet<number> => {
    const cached = spoken.get(sayer);
    if (cached) return cached;
    const speakers = names.filter((name) => isSamePerson(sayer, name));
    const ids = new Set(speakers.flatMap((name) => store.speakers.spokenBy(videoIds, name)));
    spoken.set(sayer, ids);
    return ids;
  };

  return {
    /** Texts around the findings that fit the words of a passage best, those of its speaker among them. */
    async sources({ text, sayer }: TextClaim, pause: () => Promise<void>): Promise<Source[]> {
      const words = text.split(/\s+/).slice(0, MAX_QUOTED_WORDS);
      const plain = words.join(' ').replace(/["“”„«»[\]()]/g, ' ');
      const query = { ...toQuery({ text: plain, required: [], excluded: [] }), phrases: [], demanded: [] };
      const found = rankByKeywords(store.search, scope, query, MAX_HITS);
      const own = sayer === null ? undefined : spokenBy(sayer);
      if (own && own.size > 0) found.push(...rankByKeywords(store.search, scope, query, MAX_HITS, own));
      const ids = new Set(found.map(({ id }) => id));
      const rows = store.search.segments(userId, [...ids]);
      const hits = new Set([...ids].map(String));
      const sources: Source[] = [];
      for (const jobId of new Set(rows.map((row) => row.jobId))) {
        await pause();
        sources.push(...sourcesOf(await read(jobId), hits, words.length + AROUND_WORDS, readSource));
      }
      return sources;
    },

    speakersOf: (jobId: string): ReadonlyMap<string, string> => known.get(jobId)?.speakers ?? new Map(),
  };
}

function toPassage(
  text: string,
  claim: TextClaim,
  assessment: Assessment | undefined,
  {
    ids,
    names,
    isTranscribed,
  }: {
    ids: ReadonlyMap<string, string | undefined>;
    names: ReadonlyMap<string, string>;
    isTranscribed: boolean;
  },
): CheckedPassage {
  const verdict = assessment?.verdict ?? (isTranscribed ? 'not_in_library' : 'not_transcribed');
  const { message, text: message_text } = sentence(`check.${verdict}`);
  const { start, end, kind, sayer } = claim;
  return {
    kind,
    start,
    end,
    text: text.slice(start, end),
    attributed_to: sayer,
    verdict,
    message,
    ...(message_text && { message_text }),
    evidence: assessment
      ? {
          job_id: assessment.source.jobId,
          video_name: names.get(assessment.source.jobId) ?? '',
          module: assessment.source.module,
          segment_ids: assessment.segments.map(({ id }) => id),
          citations: assessment.segments.flatMap(({ id }) => ids.get(id) ?? []),
          ...assessment.evidence,
        }
      : null,
    suggestion: assessment ? suggestionOf(text, claim, assessment) : null,
  };
}

/** Correction of a text: the words of the source, or the name of the speaker. */
function suggestionOf(text: string, claim: TextClaim, assessment: Assessment): CheckedPassage['suggestion'] {
  const { start, end, sayer } = claim;
  const { corrected, verdict, evidence } = assessment;
  if (verdict === 'other_speaker') {
    if (sayer === null || evidence.speaker === null) return null;
    const behind = text.indexOf(sayer, end);
    const before = text.lastIndexOf(sayer, start);
    const at = behind >= 0 && (before < 0 || behind - end < start - before - sayer.length) ? behind : before;
    return at < 0 ? null : { start: at, end: at + sayer.length, text: evidence.speaker };
  }
  return corrected === null || corrected === text.slice(start, end) ? null : { start, end, text: corrected };
}
