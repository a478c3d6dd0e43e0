import { sleep } from '../../../base/abort.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { type CitationId, readCitationId } from '../../../contract/evidence/citation-id.ts';
import type {
  CheckedClaim,
  CitationReason,
  CitationStatus,
  CitedFinding,
  Claim,
  QuoteMatch,
} from '../../../contract/evidence/citations.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { requireFound } from '../../errors/lookup.ts';
import type { SourceFiles } from '../../library/files/source-files.ts';
import { mapInParts } from '../../library/in-parts.ts';
import { toSegment } from '../../library/mappers/segment-mapper.ts';
import { transcribedUntil } from '../../library/untranscribed.ts';
import { toMs } from './citation-ids.ts';
import type { CitationsService } from './citations.ts';
import { type FormerFinding, formerFindings, hasForgottenAnalyses } from './former-findings.ts';
import { findQuote, type Quotable, quotable } from './passages.ts';
import { revisionOf } from './revision.ts';
import type { StillHashes } from './still-hashes.ts';

export type ClaimsService = ReturnType<typeof createClaimsService>;

/** Time that a request waits for the hashes of new files, in milliseconds. */
const HASH_WAIT_MS = 8000;
/** Times of claims are often written in whole seconds. */
const TIME_TOLERANCE = 1;

const STATUS_OF: Readonly<Record<CitationReason, CitationStatus>> = {
  as_cited: 'true',
  as_quoted: 'true',
  corrected: 'changed',
  removed: 'changed',
  reanalyzed: 'changed',
  still_changed: 'changed',
  other_words: 'untrue',
  other_time: 'untrue',
  no_finding: 'untrue',
  malformed: 'untrue',
  not_transcribed: 'unverifiable',
  unknown_source: 'unverifiable',
  analysis_gone: 'unverifiable',
  newer_version: 'unverifiable',
};

/** Result of one check before it is written. */
interface Finding {
  reason: CitationReason;
  video?: VideoRow;
  quote?: QuoteMatch | undefined;
  cited?: FormerFinding | Segment | undefined;
  present?: Segment | undefined;
  still?: CheckedClaim['still'];
}

interface ClaimParts {
  store: Store;
  files: Pick<SourceFiles, 'state' | 'hashPending'>;
  stills: StillHashes;
  citations: Pick<CitationsService, 'describe'>;
}

/**
 * Checks claims against the findings of a user's library: by citation, or by quote and time. It compares with what the
 * library knows, and reports what it could not compare.
 */
export function createClaimsService(parts: ClaimParts) {
  const { files, citations } = parts;
  const write = async ({ reason, video, quote, cited, present, still }: Finding): Promise<CheckedClaim> => {
    const now = video && present ? await citations.describe(video, present) : null;
    const before = cited && 'id' in cited ? now : cited && video ? describeFormer(video, cited) : null;
    return {
      status: STATUS_OF[reason],
      reason,
      ...sentence(`citation.${reason}`),
      quote: quote ?? null,
      cited: before,
      present: now,
      still: still ?? null,
      source_state: video ? await files.state(video) : null,
    };
  };

  return {
    /**
     * Checks claims in their order, yielding to other requests between them.
     * @throws ReelscopeError `not_found` (a video that a claim names)
     */
    async verify(userId: number, claims: readonly Claim[]): Promise<CheckedClaim[]> {
      // Once for all claims: the file of a citation may be one that was just added.
      let hashing: Promise<void> | undefined;
      const hashed = () => (hashing ??= Promise.race([files.hashPending(), sleep(HASH_WAIT_MS)]));
      const results: CheckedClaim[] = [];
      for (const claim of claims) {
        results.push(await write(await check(parts, userId, claim, hashed)));
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return results;
    },
  };
}

function describeFormer({ jobId, name }: VideoRow, { module, content, start, end }: FormerFinding): CitedFinding {
  return {
    citation: null,
    job_id: jobId,
    video_name: name,
    segment_id: null,
    module,
    content,
    speaker: null,
    start_time: start,
    end_time: end,
    corrected: false,
    still_time: null,
  };
}

async function segmentsOf({ store }: ClaimParts, { userId, jobId }: VideoRow): Promise<Segment[]> {
  return mapInParts(await store.segments.listInParts(userId, jobId), toSegment);
}

async function stillOf(
  { stills }: ClaimParts,
  { jobId }: VideoRow,
  { still }: CitationId,
  segment: Segment,
): Promise<CheckedClaim['still']> {
  if (still === null) return 'none';
  const time = segment.data?.still_time;
  const now = time === undefined ? null : await stills.of(jobId, time);
  return now === null ? 'missing' : now === still ? 'same' : 'changed';
}

/** The finding that a former one became: the segment of its correction, or the best at its time. */
function successorOf(former: FormerFinding, segments: readonly Segment[]): Segment | undefined {
  if (former.reason === 'removed') return undefined;
  const sameModule = segments.filter(({ module }) => module === former.module);
  return segments.find(({ id }) => id === String(former.segmentId)) ?? nearest(sameModule, former.start, former.end);
}

async function checkCitation(parts: ClaimParts, video: VideoRow, id: CitationId, { quote }: Claim): Promise<Finding> {
  const { store } = parts;
  const segments = await segmentsOf(parts, video);
  const isCited = ({ start, end, ...finding }: Quotable) =>
    toMs(start) === id.startMs && toMs(end) === id.endMs && revisionOf(finding) === id.revision;
  const present = segments.find((segment) => isCited(quotable(segment)));
  if (present) {
    const still = await stillOf(parts, video, id, present);
    const match = quote === undefined ? undefined : (await findQuote(quote, [quotable(present)]))?.match;
    const isOther = quote !== undefined && (match?.match ?? 'none') === 'none';
    const reason = isOther ? 'other_words' : still === 'changed' ? 'still_changed' : 'as_cited';
    return { reason, video, quote: match, cited: present, present, still };
  }
  const former = formerFindings(store, video).find(isCited);
  if (!former) return { reason: hasForgottenAnalyses(store, video) ? 'analysis_gone' : 'no_finding', video };
  const next = successorOf(former, segments);
  const texts = [former, ...(next ? [quotable(next)] : [])];
  const match = quote === undefined ? undefined : (await findQuote(quote, texts))?.match;
  const isOther = quote !== undefined && (match?.match ?? 'none') === 'none';
  return { reason: isOther ? 'other_words' : former.reason, video, quote: match, cited: former, present: next };
}

async function checkQuote(parts: ClaimParts, video: VideoRow, claim: Claim): Promise<Finding> {
  const { store } = parts;
  const { start_time: from, end_time: to = from } = claim;
  const quote = claim.quote!;
  const isInTime = ({ start, end }: Quotable) =>
    from === undefined || (Math.floor(start) - TIME_TOLERANCE <= to! && end + TIME_TOLERANCE >= from);
  const segments = await segmentsOf(parts, video);
  const all = await mapInParts(segments, quotable);
  const near = all.filter(isInTime);
  const here = await findQuote(quote, near);
  const former = formerFindings(store, video);
  const before = await findQuote(quote, former.filter(isInTime));
  const presentOf = (found: typeof here) => found?.findings[0]?.segment;
  // A quote of a former text is not one of the present text that is close to it.
  const isFormer = before?.match.match === 'exact' && here?.match.match !== 'exact';
  if (here && here.match.match !== 'none' && !isFormer)
    return { reason: 'as_quoted', video, quote: here.match, present: presentOf(here), cited: presentOf(here) };
  if (before && before.match.match !== 'none') {
    const cited = before.findings[0]!;
    const present = successorOf(cited, segments);
    return { reason: cited.reason, video, quote: before.match, cited, present };
  }
  const elsewhere = near.length < all.length ? await findQuote(quote, all) : undefined;
  if (elsewhere && elsewhere.match.match !== 'none')
    return { reason: 'other_time', video, quote: elsewhere.match, present: presentOf(elsewhere) };
  const isHeard = transcribedUntil(store, video) > (to ?? video.duration);
  const reason = !isHeard ? 'not_transcribed' : near.length === 0 ? 'no_finding' : 'other_words';
  return { reason, video, quote: here?.match, present: presentOf(here) };
}

/**
 * Checks one claim. @param hashed resolves when the files that were just added have hashes
 * @throws ReelscopeError `not_found` (a video that the claim names)
 */
async function check(parts: ClaimParts, userId: number, claim: Claim, hashed: () => Promise<void>): Promise<Finding> {
  const { store } = parts;
  if (claim.citation === undefined)
    return checkQuote(parts, requireFound(store.videos.find(userId, claim.job_id!), 'video'), claim);
  const id = readCitationId(claim.citation);
  if (id === undefined) return { reason: 'malformed' };
  if (id === 'newer') return { reason: 'newer_version' };
  const named = claim.job_id === undefined ? undefined : requireFound(store.videos.find(userId, claim.job_id), 'video');
  const matching = () =>
    store.sourceFiles
      .jobIdsOf(userId, id.source)
      .flatMap((jobId) => store.videos.get(userId, jobId) ?? [])
      .filter(({ jobId }) => named === undefined || jobId === named.jobId);
  let videos = matching();
  if (videos.length === 0) {
    await hashed();
    videos = matching();
  }
  let best: Finding = { reason: 'unknown_source' };
  for (const video of videos) {
    const found = await checkWithTime(parts, video, id, claim);
    if (best.reason === 'unknown_source' || order(found) < order(best)) best = found;
  }
  return best;
}

/** A citation with a time is also a claim about the time. */
async function checkWithTime(parts: ClaimParts, video: VideoRow, id: CitationId, claim: Claim): Promise<Finding> {
  const found = await checkCitation(parts, video, id, claim);
  const { start_time: from, end_time: to = from } = claim;
  if (from === undefined || !found.cited) return found;
  const isIn = Math.floor(id.startMs / 1000) - TIME_TOLERANCE <= to! && id.endMs / 1000 + TIME_TOLERANCE >= from;
  return isIn || STATUS_OF[found.reason] === 'untrue' ? found : { ...found, reason: 'other_time' };
}

/** Of several videos with the same file, the one that fits best counts. */
function order({ reason }: Finding): number {
  const statuses: readonly CitationStatus[] = ['true', 'changed', 'unverifiable', 'untrue'];
  return statuses.indexOf(STATUS_OF[reason]);
}

/** The finding with the largest part in a range; undefined if none overlaps it. */
function nearest(segments: readonly Segment[], start: number, end: number): Segment | undefined {
  let best: { segment: Segment; overlap: number } | undefined;
  for (const segment of segments) {
    const overlap = Math.min(end, segment.end_time) - Math.max(start, segment.start_time);
    if (overlap >= 0 && (!best || overlap > best.overlap)) best = { segment, overlap };
  }
  return best?.segment;
}
