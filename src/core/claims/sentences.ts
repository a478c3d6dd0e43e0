import { type TextRange, trimmed } from './quotations.ts';

const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' });
/** Ends with a period that ends no sentence: a title, an ordinal, an initial. */
const ABBREVIATED =
  /(?:(?<![\p{L}\p{N}:])(?:Mr|Mrs|Ms|Dr|St|Prof|Sen|Gov|Rep|Gen|Jr|Nr|No|bzw|ca|vs|usw|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|Mio|Mrd|Tsd|\d{1,2}|\p{Lu})|z\.\s?B|d\.\s?h|u\.\s?a)\.\s*$/u;

const MAX_ABBREVIATION = 20;

/** Returns the sentences of a text; titles, initials, and ordinals end none, line breaks do. Pure. */
export function sentencesIn(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  let isOpen = false;
  for (const { segment, index } of SENTENCES.segment(text)) {
    const end = index + segment.length;
    if (isOpen) sentences.at(-1)!.end = end;
    else sentences.push({ start: index, end });
    isOpen = ABBREVIATED.test(segment.slice(-MAX_ABBREVIATION)) && !segment.endsWith('\n');
  }
  return sentences.map((range) => trimmed(text, range)).filter(({ start, end }) => end > start);
}

/** Splits a text after its sentences; the parts make up the text. Pure. */
export function splitSentences(text: string): string[] {
  const starts = [0, ...sentencesIn(text).flatMap(({ start }, i) => (i === 0 ? [] : [start]))];
  return starts.map((start, i) => text.slice(start, starts[i + 1])).filter(Boolean);
}
