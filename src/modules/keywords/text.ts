import type { SegmentDraft } from '../../contract/segment.ts';

/** A word where it comes up. */
export interface Token {
  /** As written. */
  text: string;
  /** Lower case. */
  key: string;
  /** Starts a name or is an acronym by its spelling; never so where all is in capitals. */
  cased: boolean;
  start: number;
  end: number;
}

/** Words in a row with nothing between them that parts phrases. */
export type Phrase = readonly Token[];

/** The phrases of one segment. */
export type Sentence = readonly Phrase[];

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Cuts a segment's text into phrases of timed words. Spoken words have their own times where the segment tells them
 * (`data.words`), others those of the segment. A label (`cell phone`, `Coca-Cola`) is one word, however it is written.
 */
export function sentenceOf({ content, start_time, end_time, data }: SegmentDraft): Sentence {
  if (data?.label === content) {
    return [[{ text: content, key: content.toLowerCase(), cased: false, start: start_time, end: end_time }]];
  }
  const spoken = (data?.words ?? []).map((word) => ({ ...word, key: word.text.toLowerCase() }));
  const shouted = content === content.toUpperCase();
  const phrases: Token[][] = [[]];
  let next = 0;
  for (const { segment, isWordLike } of words.segment(content)) {
    if (!isWordLike) {
      if (/[^\s'’\-–]/u.test(segment)) phrases.push([]);
      continue;
    }
    const key = segment.toLowerCase().replaceAll('’', "'");
    const at = spoken.findIndex((word, i) => i >= next && word.key.includes(key));
    if (at >= 0 && at - next <= 3) next = at;
    const timed = at >= 0 && at === next ? spoken[at] : undefined;
    const first = phrases.every((phrase) => phrase.length === 0);
    phrases.at(-1)!.push({
      text: segment,
      key,
      cased: !shouted && !first && /^\p{Lu}/u.test(segment),
      start: timed?.start_time ?? start_time,
      end: timed?.end_time ?? end_time,
    });
  }
  return phrases.filter((phrase) => phrase.length > 0);
}
