import { lazy } from '../../base/lazy.ts';
import { type TextRange, trimmed } from './quotations.ts';

const sentenceSegmenter = lazy(() => new Intl.Segmenter('und', { granularity: 'sentence' }));
/** Ends with a period that ends no sentence: a title, an ordinal, an initial. */
const ABBREVIATED =
  /(?:(?<![\p{L}\p{N}:])(?:Mr|Mrs|Ms|Dr|St|Prof|Sr|Sra|Hr|Fr|Mme|Mlle|Sen|Gov|Rep|Gen|Jr|Nr|No|Art|Abs|Vol|Fig|pp|bzw|ca|approx|max|min|inkl|incl|vs|usw|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Okt|Nov|Dec|Dez|Mio|Mrd|Tsd|\d{1,2}|\p{Lu})|z\.\s?B|d\.\s?h|u\.\s?a)\.\s*$/u;

const MAX_ABBREVIATION = 20;
/** End of a sentence before one that begins with a number, where Unicode's rules (UAX #29, SB8) see no break. */
const BEFORE_NUMBER = /(?<=\p{L}{2}[.]["”’»]?\s)(?=\p{N})/u;

/** Returns the sentences of a text; titles, initials, and ordinals end none, line breaks do. Pure. */
export function sentencesIn(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  let isOpen = false;
  let start = 0;
  const segments = [...sentenceSegmenter().segment(text)].flatMap(({ segment }) => segment.split(BEFORE_NUMBER));
  for (const segment of segments) {
    const end = start + segment.length;
    if (isOpen) sentences.at(-1)!.end = end;
    else sentences.push({ start, end });
    isOpen = ABBREVIATED.test(segment.slice(-MAX_ABBREVIATION)) && !segment.endsWith('\n');
    start = end;
  }
  return sentences.map((range) => trimmed(text, range)).filter(({ start, end }) => end > start);
}

/** Splits a text after its sentences; the parts make up the text. Pure. */
export function splitSentences(text: string): string[] {
  const starts = [0, ...sentencesIn(text).flatMap(({ start }, i) => (i === 0 ? [] : [start]))];
  return starts.map((start, i) => text.slice(start, starts[i + 1])).filter(Boolean);
}
