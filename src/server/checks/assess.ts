import { trimBothOf } from '../../base/trim.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { CheckEvidence, CheckVerdict } from '../../contract/evidence/checks.ts';
import type { TextClaim } from '../../core/claims/claims.ts';
import { sentencesIn } from '../../core/claims/sentences.ts';
import { namedSpeakerOf } from '../../core/labels/named-speaker.ts';
import { wordsOf } from '../../core/transcript/words.ts';
import { matchQuotation, partsOfQuotation, type QuotationMatch } from './match-quotation.ts';
import { matchStatement, type StatementMatch } from './match-statement.ts';
import { type Qualification, qualificationOf } from './qualifiers.ts';
import { partsIn, type Source } from './sources.ts';
import { isOtherSpeaker } from './speakers.ts';
import { readStatement } from './statement.ts';

/** A verdict on a passage by one source. */
export interface Assessment {
  verdict: Exclude<CheckVerdict, 'not_in_library' | 'not_transcribed'>;
  /** How well the words fit, 0 to 1. */
  similarity: number;
  source: Source;
  segments: Segment[];
  evidence: Omit<CheckEvidence, 'job_id' | 'video_name' | 'citations' | 'segment_ids' | 'module'>;
  /** The passage as the source has it; null for no correction. */
  corrected: string | null;
}

/** Verdicts from the one that settles a passage. */
const ORDER: readonly CheckVerdict[] = [
  'said_so',
  'out_of_context',
  'other_speaker',
  'shown_on_screen',
  'said_otherwise',
];
/** Places of a quotation in one source that are looked at. */
const MAX_PLACES = 8;
/** Share of the words of a quotation that a source has, from which it is compared with it. */
const MIN_COMMON_SHARE = 0.4;
/** Text before and behind a passage in which its sentences are looked for, in UTF-16 units. */
const CONTEXT = 400;

/**
 * Holds a passage against sources, and returns the verdict of the one that fits best; undefined if none has it.
 * @param speakersOf named speakers of a video by their labels
 * @param pause called between sources, to answer other requests
 */
export async function assess(
  claim: TextClaim,
  sources: readonly Source[],
  speakersOf: (jobId: string) => ReadonlyMap<string, string>,
  pause: () => Promise<void>,
): Promise<Assessment | undefined> {
  const read = claim.kind === 'quotation' ? quotationAssessments : statementAssessments;
  let best: Assessment | undefined;
  for (const source of sources) {
    // Nothing fits better.
    if (best?.verdict === 'said_so' && best.similarity === 1) break;
    await pause();
    for (const assessment of read(claim, [source])) {
      const own = withSpeaker(claim, assessment, speakersOf);
      if (!best || compare(own, best) < 0) best = own;
    }
  }
  return best;
}

function compare(a: Assessment, b: Assessment): number {
  return ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || b.similarity - a.similarity;
}

/** Of words that were said, whether the person said them whom the text names. */
function withSpeaker(
  { sayer }: TextClaim,
  assessment: Assessment,
  speakersOf: (jobId: string) => ReadonlyMap<string, string>,
): Assessment {
  const { verdict, segments, source } = assessment;
  if (sayer === null || source.module !== 'transcription' || verdict === 'said_otherwise') return assessment;
  const isOther = segments.some((line) => isOtherSpeaker(line, sayer, speakersOf(source.jobId)));
  return isOther ? { ...assessment, verdict: 'other_speaker', corrected: null } : assessment;
}

function* quotationAssessments(claim: TextClaim, sources: readonly Source[]): Generator<Assessment, void> {
  const parts = partsOfQuotation(claim.text);
  if (parts.length === 0) return;
  const keys = parts.flatMap((part) => part.words.map(({ key }) => key));
  for (const source of sources) {
    // Words that are written apart, or in another spelling, are few.
    if (keys.filter((key) => source.keys.has(key)).length < keys.length * MIN_COMMON_SHARE) continue;
    let words = source.words;
    for (let place = 0; place < MAX_PLACES && words.length > 0; place++) {
      const match = matchQuotation(claim.text, parts, source.text, words);
      if (!match || !(match.isSame || match.isNear)) break;
      yield ofQuotation(claim, match, source);
      if (!match.isSame) break;
      words = words.filter(({ start }) => start >= match.end);
    }
  }
}

function ofQuotation(claim: TextClaim, match: QuotationMatch, source: Source): Assessment {
  const isSpoken = source.module === 'transcription';
  const qualification: Qualification | undefined =
    match.omitted !== ''
      ? { words: match.omitted, isBefore: false }
      : isSpoken && match.isSame
        ? qualificationOf(source.text, match, claim.around)
        : undefined;
  const verdict = !match.isSame
    ? 'said_otherwise'
    : qualification
      ? 'out_of_context'
      : isSpoken
        ? 'said_so'
        : 'shown_on_screen';
  const written = writtenOf(source, match);
  const corrected =
    verdict === 'said_otherwise' ? match.corrected : qualification ? qualified(written, qualification, match) : null;
  const place = located(source, match, written);
  const { differences } = match;
  return {
    ...place,
    verdict,
    similarity: match.similarity,
    corrected,
    evidence: { ...place.evidence, differences, missing: qualification?.words ?? null },
  };
}

/** The quotation with the words that it omits. */
function qualified(written: string, { words, isBefore }: Qualification, { omitted }: QuotationMatch): string {
  if (omitted !== '') return written;
  return isBefore ? `${words} ${written}` : `${written.replace(/[.,]$/, '')} ${words}`;
}

function* statementAssessments(claim: TextClaim, sources: readonly Source[]): Generator<Assessment, void> {
  const statement = readStatement(claim.text);
  if (statement.content.length === 0) return;
  for (const source of sources) {
    for (const found of source.sentences) {
      const match = matchStatement(statement, found);
      if (match.isSame || match.isNear) yield ofStatement(claim, match, found, source);
    }
  }
}

function ofStatement(
  claim: TextClaim,
  match: StatementMatch,
  range: { start: number; end: number },
  source: Source,
): Assessment {
  const isSpoken = source.module === 'transcription';
  const found = match.isSame ? (isSpoken ? 'said_so' : 'shown_on_screen') : undefined;
  const stated = { start: range.start + match.start, end: range.start + match.end };
  const denied =
    found === 'said_so' ? qualificationOf(source.text, stated, `${claim.around} ${claim.text}`) : undefined;
  const missing = match.omitted || denied?.words || null;
  const verdict = missing ? 'out_of_context' : (found ?? 'said_otherwise');
  const place = located(source, range, writtenOf(source, range));
  return {
    ...place,
    verdict,
    similarity: match.share,
    corrected: verdict === 'said_otherwise' ? match.corrected : null,
    evidence: { ...place.evidence, differences: match.isSame ? [] : match.differences, missing },
  };
}

function writtenOf({ text }: Pick<Source, 'text'>, { start, end }: { start: number; end: number }): string {
  return trimBothOf(text.slice(start, end).replace(/\s+/g, ' '), /[\s“„«",;:”»]/u);
}

function located(source: Source, { start, end }: { start: number; end: number }, quote: string) {
  const parts = partsIn(source, start, end);
  const segments = parts.map(({ segment }) => segment);
  const speaker = segments.map((line) => namedSpeakerOf(line) ?? line.data?.speaker).find((name) => name !== undefined);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const isTimed = source.module === 'transcription' && !source.isTranslation;
  const from = isTimed ? wordsOf(first.segment).find((word) => word.end > start - first.offset)?.from : undefined;
  const to = isTimed ? wordsOf(last.segment).findLast((word) => word.start < end - last.offset)?.to : undefined;
  return {
    source,
    segments,
    evidence: {
      start_time: from ?? first.segment.start_time,
      end_time: to ?? last.segment.end_time,
      quote,
      context: contextOf(source, start, end),
      speaker: speaker ?? null,
      is_translation: source.isTranslation,
    },
  };
}

/** The sentences around a passage. */
function contextOf({ text }: Source, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT);
  const near = text.slice(from, end + CONTEXT).replaceAll('\n', ' ');
  const touched = sentencesIn(near).filter((one) => one.end + from > start && one.start + from < end);
  if (touched.length === 0) return writtenOf({ text }, { start, end });
  return near.slice(touched[0]!.start, touched.at(-1)!.end).trim();
}
