import { foldWord } from '../../base/text-fold.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { elisionOf, type Token } from '../shared/text/tokens.ts';

/** A word with the time at which it occurs. */
export interface TimedToken extends Token {
  /** Whether it is capitalized like a name or an acronym; never in text that is all capitals. */
  cased: boolean;
  /** Seconds. */
  start: number;
  end: number;
}

/** Whether a word is an elided article, as in “l’eau”. */
export const isElided = ({ text }: Token): boolean => /['’]$/u.test(text);

/** Consecutive words without punctuation between them. */
export type Phrase = readonly TimedToken[];

/** The phrases of one segment. */
export type Sentence = readonly Phrase[];

/** Joins words to one. */
export const HYPHEN = /[-\u2010\u2011]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Splits a segment's text into phrases of timed words. A word takes its time from `data.words` if present, otherwise
 * from the segment. A label (`cell phone`, `Coca-Cola`) is one word regardless of its spelling.
 */
export function toTokens({ content, start_time, end_time, data }: SegmentDraft): Sentence {
  if (data?.label === content) {
    return [[{ text: content, key: foldWord(content), cased: false, start: start_time, end: end_time }]];
  }
  const spoken = (data?.words ?? []).map((word) => ({ ...word, key: foldWord(word.text) }));
  const shouted = content === content.toUpperCase();
  const phrases: TimedToken[][] = [[]];
  let next = 0;
  for (const { segment, isWordLike } of wordsOf(content)) {
    if (!isWordLike) {
      if (/[^\s'’\-–]/u.test(segment)) phrases.push([]);
      continue;
    }
    const elided = elisionOf(segment);
    const text = segment.slice(elided.length);
    const key = foldWord(text);
    const at = spoken.findIndex((word, i) => i >= next && word.key.includes(key));
    if (at >= 0 && at - next <= 3) next = at;
    const timed = at >= 0 && at === next ? spoken[at] : undefined;
    const first = phrases.every((phrase) => phrase.length === 0);
    const times = { start: timed?.start_time ?? start_time, end: timed?.end_time ?? end_time };
    if (elided !== '') phrases.at(-1)!.push({ text: elided, key: foldWord(elided), cased: false, ...times });
    phrases.at(-1)!.push({ text, key, cased: !shouted && !first && /^\p{Lu}/u.test(text), ...times });
  }
  return phrases.filter((phrase) => phrase.length > 0);
}

/** A word, or what stands between two. */
interface Part {
  segment: string;
  isWordLike?: boolean | undefined;
}

/** The words of a text and what stands between them; words joined by hyphens are one. */
function wordsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const [before, last] = parts.slice(-2);
    if (isWordLike && before?.isWordLike && last?.segment.length === 1 && HYPHEN.test(last.segment)) {
      parts.splice(-2, 2, { segment: before.segment + last.segment + segment, isWordLike });
    } else parts.push({ segment, isWordLike });
  }
  return parts;
}
