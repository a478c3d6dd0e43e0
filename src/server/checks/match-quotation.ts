import { foldLetters } from '../../base/text-fold.ts';
import { trimBothOf, trimEndOf } from '../../base/trim.ts';
import { isFunctionText } from '../../base/words/query-function-words.ts';
import { align, type Step } from '../evidence/citations/quote-match.ts';
import { isDecisive, type QuoteWord, quoteWordsOf } from '../evidence/citations/quote-words.ts';
import { changesStatement } from './qualifiers.ts';

/** A quotation compared with a passage of speech, or of text on screen. */
export interface QuotationMatch {
  /** 1 minus the word error rate. */
  similarity: number;
  /** Whether the words are the same, but for spelling and fillers. */
  isSame: boolean;
  /** Whether enough of its words are the same to be the same statement, said otherwise. */
  isNear: boolean;
  differences: { quote: string; finding: string }[];
  /** The quotation with the words of the source. */
  corrected: string;
  /** Range in the source. */
  start: number;
  end: number;
  /** Words that an ellipsis omits and that change the statement; empty for none. */
  omitted: string;
}

/** An ellipsis, or words that a writer put in brackets. */
const GAP = /[[(]\s*(?:…|\.{3}|\. \. \.)\s*[\])]|…|\.{3,}|\. \. \.|\[(?!\p{L}\](?=\p{L}))[^\]\n]{1,80}\]/gu;
const CHANGED_LETTER = /\[(\p{L})\](?=\p{L})/gu;
/** Words that an ellipsis may omit, and that brackets may replace. */
const MAX_OMITTED = { ellipsis: 150, insertion: 12 };
/** Sounds and fillers of speech that quotations leave out. */
const FILLERS = new Set('uh um er erm ah hm hmm mhm äh ähm ahm oh well'.split(' ').map(foldLetters));
/** Words within which a word is a repetition. */
const REPEATED_WITHIN = 3;
const MIN_SIMILARITY = 0.6;
/** Share of the content words of a quotation that its source has. */
const MIN_CONTENT_SHARE = 0.5;
const MIN_WORDS = 3;
/** Words that replace the end of a quotation. */
const MAX_CLAUSE_REST = 4;

/** A part of a quotation between omissions. */
interface Part {
  text: string;
  /** Offset in the quotation. */
  offset: number;
  words: QuoteWord[];
  /** Most words that the source has before it, behind the part before. */
  maxGap: number;
}

/** Reads the parts of a quotation between ellipses and bracketed insertions. Pure. */
export function partsOfQuotation(text: string): Part[] {
  const plain = text.replace(CHANGED_LETTER, '  $1');
  const parts: Part[] = [];
  let from = 0;
  let maxGap = 0;
  const add = (to: number) => {
    const own = plain.slice(from, to);
    const words = quoteWordsOf(own);
    if (words.length > 0) parts.push({ text: own, offset: from, words, maxGap });
  };
  for (const { 0: gap, index } of plain.matchAll(GAP)) {
    add(index);
    const isEllipsis = /…|\.{3}|\. \./.test(gap);
    maxGap = isEllipsis ? MAX_OMITTED.ellipsis : MAX_OMITTED.insertion;
    from = index + gap.length;
  }
  add(plain.length);
  return parts;
}

/**
 * Compares a quotation with a source: its parts in their order, with at most as many words between as an omission may
 * have. Undefined if the source doesn't have a place for each part. Pure.
 * @param words those of the source
 */
export function matchQuotation(
  quotation: string,
  parts: readonly Part[],
  source: string,
  words: readonly QuoteWord[],
): QuotationMatch | undefined {
  const found: { part: Part; steps: Step[]; from: number; to: number }[] = [];
  let next = 0;
  for (const part of parts) {
    const limit = found.length === 0 ? words.length : next + part.maxGap + part.words.length * 2;
    const region = words.slice(next, limit);
    if (region.length === 0) return undefined;
    const steps = withoutLooseEnds(align(part.words, region).steps, source, region);
    const matched = steps.flatMap(({ b }) => b);
    if (matched.length === 0) return undefined;
    const from = words.indexOf(matched[0]!, next);
    const to = words.indexOf(matched.at(-1)!, from);
    found.push({ part, steps, from, to });
    next = to + 1;
  }
  const steps = found.flatMap((one) => one.steps);
  const real = new Set(steps.filter((step, i) => step.cost > 0 && !isSpelling(step) && !isDropped(step, steps, i)));
  const total = parts.reduce((sum, part) => sum + part.words.length, 0);
  const errors = [...real].reduce((sum, { cost }) => sum + cost, 0);
  const content = steps.filter(({ a }) => a.some(({ key }) => !isFunctionText(key)));
  const same = content.filter((step) => !real.has(step)).length;
  // Of all words that are aligned, so that a “not” in a short sentence is one difference of several.
  const inserted = [...real].filter(({ a }) => a.length === 0).length;
  const similarity = Math.max(0, 1 - errors / (total + inserted));
  const omitted = found
    .slice(1)
    .map(({ from }, i) => source.slice(words[found[i]!.to]!.end, words[from]!.start))
    .filter(changesStatement);
  return {
    similarity,
    isSame: real.size === 0,
    isNear:
      total >= MIN_WORDS && similarity >= MIN_SIMILARITY && same >= Math.max(1, content.length * MIN_CONTENT_SHARE),
    differences: found.flatMap(({ part, steps: own }) =>
      own
        .filter((step) => real.has(step))
        .map(({ a, b }) => ({ quote: textOf(part.text, a), finding: textOf(source, b) })),
    ),
    corrected: corrected(quotation, found, real, source),
    start: words[found[0]!.from]!.start,
    end: words[found.at(-1)!.to]!.end,
    omitted: omitted.map((text) => text.replace(/\s+/g, ' ').trim()).join(' … '),
  };
}

/** Whether words sound the same and are spelled in another way: `Meier` and `Meyer`, `analyze` and `analyse`. */
function isSpelling({ a, b }: Step): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const [x, y] = [a, b].map((words) => soundOf(words.map(({ key }) => key).join('')));
  return x === y && !/\d/.test(x!);
}

function soundOf(key: string): string {
  return key
    .replace(/ph/g, 'f')
    .replace(/ou/g, 'o')
    .replace(/[yj]/g, 'i')
    .replace(/ai/g, 'ei')
    .replace(/ck|c(?=[^eih]|$)/g, 'k')
    .replace(/z/g, 's')
    .replace(/th/g, 't')
    .replace(/(.)\1/g, '$1');
}

/**
 * Returns steps without function words of the source at either end in place of content words of the quotation, which
 * are left out instead: “found fish in years” of “found fish, the ferry” has no “the”. At the end, the rest of the
 * clause replaces them: “caused by lightning” of “caused by a gas leak.”
 * @param words those of the source among which the steps are
 */
function withoutLooseEnds(steps: readonly Step[], source: string, words: readonly QuoteWord[]): Step[] {
  const first = steps.findIndex(({ cost }) => cost === 0);
  const last = steps.findLastIndex(({ cost }) => cost === 0);
  const tail = steps.slice(last + 1);
  const rest = last < 0 ? [] : restOfClause(steps[last]!.b.at(-1), source, words);
  if (tail.some(isOther) && rest.length > 0) {
    const a = tail.flatMap((step) => step.a);
    return [...withoutLooseEnds(steps.slice(0, last + 1), source, words), { a, b: rest, cost: a.length }];
  }
  return steps.map((step, i) => {
    const isLoose = (i < first || i > last) && isWrongWord(step);
    return isLoose ? { ...step, b: [], cost: step.a.length } : step;
  });
}

/** Whether a word of the quotation is another one in the source. */
const isOther = (step: Step): boolean => step.cost > 0 && step.a.length > 0 && step.b.length > 0 && !isSpelling(step);

/** Whether function words of the source are in place of content words of the quotation. */
function isWrongWord({ a, b }: Step): boolean {
  return a.length > 0 && b.length > 0 && b.every(isFunctionWord) && !a.every(isFunctionWord);
}

/** The words behind a word of a source up to the end of their clause; none if they are many or carry no content. */
function restOfClause(word: QuoteWord | undefined, source: string, words: readonly QuoteWord[]): QuoteWord[] {
  if (!word) return [];
  const end = word.start + source.slice(word.start).search(/[,.;:!?…—–](?=\s|$)|\n|$/u);
  const rest = words.filter(({ start }) => start >= word.end && start < end);
  return rest.length <= MAX_CLAUSE_REST && !rest.every(isFunctionWord) ? rest : [];
}

const isFunctionWord = ({ key }: QuoteWord): boolean => isFunctionText(key);

/** Whether the quotation leaves out a filler, or a word that the speaker has just said. */
function isDropped({ a, b }: Step, steps: readonly Step[], at: number): boolean {
  if (a.length > 0) return false;
  const before = steps.slice(Math.max(0, at - REPEATED_WITHIN), at).flatMap((step) => step.b.map(({ key }) => key));
  const next = steps.slice(at + 1, at + 1 + REPEATED_WITHIN).flatMap((step) => step.b.map(({ key }) => key));
  const isRepeated = (key: string) =>
    before.at(-1) === key || next[0] === key || (!isDecisive(key) && [...before, ...next].includes(key));
  return b.every(({ key }) => FILLERS.has(key) || isRepeated(key));
}

/** Puts the words of the source in place of those that differ. */
function corrected(
  quotation: string,
  found: readonly { part: Part; steps: Step[] }[],
  real: ReadonlySet<Step>,
  source: string,
): string {
  let result = '';
  let at = 0;
  for (const { part, steps } of found) {
    let last = part.offset;
    for (const { a, b, ...step } of steps.map((one) => ({ ...one, isReal: real.has(one) }))) {
      const end = a.length > 0 ? part.offset + a.at(-1)!.end : last;
      if (step.isReal) {
        const start = a.length > 0 ? part.offset + a[0]!.start : last;
        const words = withEnds(part.text.slice(start - part.offset, end - part.offset), textOf(source, b));
        const head = quotation.slice(at, start);
        result +=
          a.length === 0
            ? `${head}${head.endsWith(' ') || start === 0 ? '' : ' '}${words}${start === 0 ? ' ' : ''}`
            : `${head}${words}`;
        at = end;
      }
      last = end;
    }
  }
  const whole = result + quotation.slice(at);
  return whole
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim();
}

/** Replaces a word between the punctuation that it has in the quotation. */
function withEnds(written: string, source: string): string {
  const [before = ''] = /^[^\p{L}\p{N}$€£¥-]*/u.exec(written) ?? [];
  const after = written.slice(trimEndOf(written, /[^\p{L}\p{N}%$€£¥]/u).length);
  return `${before}${bareWords(source)}${after}`;
}

function bareWords(text: string): string {
  return trimBothOf(text, /[^\p{L}\p{N}%$€£¥-]/u);
}

function textOf(text: string, words: readonly QuoteWord[]): string {
  return words.length === 0 ? '' : bareWords(text.slice(words[0]!.start, words.at(-1)!.end)).replace(/\s+/g, ' ');
}
