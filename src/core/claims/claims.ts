import { datesIn } from '../texts/stated-dates.ts';
import { numbersIn } from '../texts/stated-numbers.ts';
import { type Quotation, quotationsIn, type TextRange, trimmed } from './quotations.ts';
import { reportedSpeechIn, sayerOf } from './sayers.ts';
import { sentencesIn } from './sentences.ts';

/** A passage of a text that can be held against recordings. */
export interface TextClaim extends TextRange {
  /** Words in quotation marks, reported speech, or a sentence with numbers, dates, or names. */
  kind: 'quotation' | 'reported' | 'statement';
  /** Words to compare, as long as the range. */
  text: string;
  /** Person to whom the text attributes it; null if it names none. */
  sayer: string | null;
  /** The text of its sentences outside the range. */
  around: string;
}

/** Words of a sentence with a quotation that make the quotation the claim, rather than the sentence. */
const MIN_QUOTED_WORDS = 2;
/** Text around a quotation that may qualify it, in UTF-16 units. */
const AROUND = 300;

/** Longest passage, in UTF-16 units: comparing one with speech takes time by the product of their lengths. */
const MAX_PASSAGE = 2000;

/**
 * Finds the passages of a text that recordings can confirm or contradict, in text order: quotations, reported speech in
 * English and German, and sentences that state numbers, dates, or names. A long quotation has several. Pure.
 */
export function claimsIn(text: string): TextClaim[] {
  return sortedClaims([...claimSteps(text)].flat());
}

/** Reads the passages in steps of some microseconds, in any order; see {@link claimsIn}. */
export function* claimSteps(text: string): Generator<TextClaim[]> {
  const quotations = quotationsIn(text);
  let [lineStart, read] = [0, 0];
  for (const quotation of quotations) {
    // Not from the start of the quotation, which would read a long line once for each of its quotations.
    const newline = text.slice(read, quotation.start).lastIndexOf('\n');
    if (newline >= 0) lineStart = read + newline + 1;
    read = quotation.start;
    yield quotedClaims(text, quotation, lineStart);
  }
  const quoted = quotations.filter(isClaim);
  let next = 0;
  let sayer: string | null = null;
  for (const range of sentencesIn(text)) {
    while (next < quoted.length && quoted[next]!.end <= range.start) next++;
    const isQuoted = next < quoted.length && quoted[next]!.start < range.end;
    const claim: TextClaim | undefined = isQuoted ? undefined : sentenceClaim(text, range, sayer);
    if (!isQuoted) sayer = claim?.kind === 'reported' ? claim.sayer : null;
    yield claim ? [claim] : [];
  }
}

/** Puts passages in the order of their text. */
export function sortedClaims(claims: readonly TextClaim[]): TextClaim[] {
  return claims.toSorted((a, b) => a.start - b.start);
}

function isClaim({ text }: Quotation): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_QUOTED_WORDS || /[^\p{ASCII}]{4}/u.test(text);
}

/** @param lineStart offset of the line in which the quotation begins */
function quotedClaims(text: string, quotation: Quotation, lineStart: number): TextClaim[] {
  const { start, end } = quotation;
  const before = text
    .slice(Math.max(0, start - AROUND), start)
    .split(/\n\s*\n/)
    .at(-1)!;
  // The closing mark.
  const after = text.slice(end, end + AROUND).replace(/^\s?["”“»«›‹’‘」』']/u, '');
  const own = after.split(/\n\s*\n/)[0]!;
  const isBlock = /^[ \t]{0,3}>/.test(text.slice(lineStart, Math.min(start, lineStart + 4)));
  const sayer = isBlock ? sayerOf('', own.replace(/^\s*>\s*/, '')) : sayerOf(before, own);
  const around = `${before.split(/[.!?]\s/).at(-1)} … ${own.split(/[.!?](?:\s|$)/)[0]}`;
  return passagesOf(quotation)
    .filter(({ text: words }) => /[\p{L}\p{N}]/u.test(words))
    .map((passage) => ({ kind: 'quotation', ...passage, sayer, around }));
}

/** Divides a long quotation between sentences, or else words. */
function passagesOf(quotation: Quotation): Quotation[] {
  if (quotation.text.length <= MAX_PASSAGE) return [quotation];
  const passages: Quotation[] = [];
  const sentences = sentencesIn(quotation.text);
  let next = 0;
  for (let from = 0; from < quotation.text.length; ) {
    const limit = from + MAX_PASSAGE;
    while (next < sentences.length && sentences[next]!.end <= limit) next++;
    const sentenceEnd = sentences[next - 1]?.end ?? 0;
    const to =
      limit >= quotation.text.length ? limit : sentenceEnd > from ? sentenceEnd : wordEnd(quotation.text, limit);
    const { start, end } = trimmed(quotation.text, { start: from, end: Math.min(to, quotation.text.length) });
    const text = quotation.text.slice(start, end);
    if (text) passages.push({ start: quotation.start + start, end: quotation.start + end, text });
    from = to;
  }
  return passages;
}

/** Offset before a limit at which no word is divided, unless it is a very long one, nor a pair of surrogates. */
function wordEnd(text: string, limit: number): number {
  const space = /\s\S*$/u.exec(text.slice(limit - 100, limit));
  if (space) return limit - 100 + space.index;
  return /[\udc00-\udfff]/.test(text[limit]!) ? limit - 1 : limit;
}

/** @param sayer of the sentence before, which further sentences in Konjunktiv go on to report */
function sentenceClaim(text: string, { start, end }: TextRange, sayer: string | null): TextClaim | undefined {
  const sentence = text.slice(start, end);
  if (sentence.length > MAX_PASSAGE || /^#{1,6}\s/.test(sentence)) return undefined;
  const reported = reportedSpeechIn(sentence);
  if (reported) {
    const range = { start: start + reported.start, end: start + reported.end };
    const isWhole = reported.end - reported.start === sentence.length;
    return {
      kind: 'reported',
      ...range,
      text: text.slice(range.start, range.end),
      sayer: isWhole ? sayer : reported.sayer,
      around: sentence.slice(0, reported.start),
    };
  }
  if (!statesFacts(sentence)) return undefined;
  return { kind: 'statement', start, end, text: sentence, sayer: null, around: '' };
}

/** Whether a sentence states numbers, dates, or names; German nouns are no names. */
function statesFacts(sentence: string): boolean {
  if ((sentence.match(/\p{L}+/gu)?.length ?? 0) < 3) return false;
  if (datesIn(sentence).length > 0 || numbersIn(sentence).some(({ isSure }) => isSure)) return true;
  const isGerman = /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|auf)(?!\p{L})/u.test(sentence);
  const name = isGerman ? /(?<!\p{L})\p{Lu}[\p{L}-]{1,40}\s{1,3}\p{Lu}\p{L}/u : /(?<=[\p{L}\p{N},;]\s)\p{Lu}\p{L}+/u;
  return name.test(sentence);
}
