import { datesIn } from '../texts/stated-dates.ts';
import { numbersIn } from '../texts/stated-numbers.ts';
import { type Quotation, quotationsIn, type TextRange } from './quotations.ts';
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

/**
 * Finds the passages of a text that recordings can confirm or contradict, in text order: quotations, reported speech in
 * English and German, and sentences that state numbers, dates, or names. Pure.
 */
export function claimsIn(text: string): TextClaim[] {
  const quotations = quotationsIn(text);
  const quoted = quotations.map((quotation) => quotedClaim(text, quotation));
  const claims: TextClaim[] = [...quoted.filter(({ text: words }) => /[\p{L}\p{N}]/u.test(words))];
  let next = 0;
  let sayer: string | null = null;
  for (const range of sentencesIn(text)) {
    while (next < quotations.length && quotations[next]!.end <= range.start) next++;
    const isQuoted = quotations
      .slice(next, next + 20)
      .some((one) => one.start < range.end && one.end > range.start && isClaim(one));
    if (isQuoted) continue;
    const claim = sentenceClaim(text, range, sayer);
    sayer = claim?.kind === 'reported' ? claim.sayer : null;
    if (claim) claims.push(claim);
  }
  return claims.sort((a, b) => a.start - b.start);
}

function isClaim({ text }: Quotation): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_QUOTED_WORDS || /[^\p{ASCII}]{4}/u.test(text);
}

function quotedClaim(text: string, { start, end, text: words }: Quotation): TextClaim {
  const before = text
    .slice(Math.max(0, start - AROUND), start)
    .split(/\n\s*\n/)
    .at(-1)!;
  // The closing mark.
  const after = text.slice(end, end + AROUND).replace(/^\s?["”“»«›‹’‘」』']/u, '');
  const own = after.split(/\n\s*\n/)[0]!;
  const isBlock = /^[ \t]{0,3}>/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
  const sayer = isBlock ? sayerOf('', own.replace(/^\s*>\s*/, '')) : sayerOf(before, own);
  const around = `${before.split(/[.!?]\s/).at(-1)} … ${own.split(/[.!?](?:\s|$)/)[0]}`;
  return { kind: 'quotation', start, end, text: words, sayer, around };
}

/** @param sayer of the sentence before, which further sentences in Konjunktiv go on to report */
function sentenceClaim(text: string, { start, end }: TextRange, sayer: string | null): TextClaim | undefined {
  const sentence = text.slice(start, end);
  if (sentence.length > 2000 || /^#{1,6}\s/.test(sentence)) return undefined;
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

/** Names of days and months, which are no facts alone. */
const CALENDAR =
  /(?<!\p{L})(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)s?(?!\p{L})/gu;

/** Whether a sentence states numbers, dates, or names; German nouns are no names. */
function statesFacts(sentence: string): boolean {
  if ((sentence.match(/\p{L}+/gu)?.length ?? 0) < 3) return false;
  if (datesIn(sentence).length > 0 || numbersIn(sentence).some(({ isSure }) => isSure)) return true;
  const words = sentence.replace(CALENDAR, ' ');
  const isGerman = /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|auf)(?!\p{L})/u.test(sentence);
  const name = isGerman ? /(?<!\p{L})\p{Lu}[\p{L}-]{1,40}\s{1,3}\p{Lu}\p{L}/u : /(?<=[\p{L}\p{N},;]\s)\p{Lu}\p{L}+/u;
  return name.test(words);
}
