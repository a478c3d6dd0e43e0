import type { CheckVerdict } from '../../contract/evidence/checks.ts';
import type { TextClaim } from '../../core/claims/claims.ts';
import { statementAssessments } from './assess-statement.ts';
import { type Assessment, located, writtenOf } from './assessment.ts';
import { contradictionOf } from './contradiction.ts';
import { matchQuotation, partsOfQuotation, type QuotationMatch } from './match-quotation.ts';
import { type Qualification, qualificationOf } from './qualifiers.ts';
import type { Source } from './sources.ts';
import { isOtherSpeaker } from './speakers.ts';

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

/**
 * Holds a passage against sources, and returns the verdict of the one that fits best, or that they disagree; undefined
 * if none has it.
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
  const isStatement = claim.kind === 'statement';
  const contrary: Assessment[] = [];
  let best: Assessment | undefined;
  for (const source of sources) {
    // Nothing fits better, but another source may contradict a statement.
    if (best?.verdict === 'said_so' && best.similarity === 1 && !isStatement) break;
    await pause();
    for (const assessment of read(claim, [source])) {
      const own = withSpeaker(claim, assessment, speakersOf);
      if (!best || compare(own, best) < 0) best = own;
      if (own.match?.isContrary) contrary.push(own);
    }
  }
  return (isStatement && best && contradictionOf(claim.text, best, contrary.sort(compare), sources)) || best;
}

function compare(a: Assessment, b: Assessment): number {
  const isContrary = ({ match }: Assessment) => Number(match?.isContrary ?? false);
  return (
    ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || isContrary(b) - isContrary(a) || b.similarity - a.similarity
  );
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
