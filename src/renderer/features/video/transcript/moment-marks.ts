import type { Moment } from '../../../../contract/search/moments.ts';
import { tagColor } from '../../../ui/lib/texts/tag-color.ts';
import type { Transcript } from './transcript-model.ts';

/** Words that are marked as a moment, `last` inclusive, and their color. */
export interface MarkedWords {
  first: number;
  last: number;
  color: string;
}

/** Marked words by index of paragraph. Words count if their middle is in the moment. Pure. */
export function markedWords(
  { paragraphs, starts, ends }: Transcript,
  moments: readonly Moment[],
): ReadonlyMap<number, readonly MarkedWords[]> {
  const byParagraph = new Map<number, MarkedWords[]>();
  for (const { index, lines } of paragraphs) {
    const [from, to] = [lines[0]!.firstWord, lines.at(-1)!.firstWord + lines.at(-1)!.words.length];
    for (const { start_time, end_time, tags } of moments) {
      if (end_time === null || ends[to - 1]! <= start_time || starts[from]! >= end_time) continue;
      let [first, last] = [-1, -1];
      for (let word = from; word < to; word++) {
        const middle = (starts[word]! + ends[word]!) / 2;
        if (middle < start_time || middle >= end_time) continue;
        if (first < 0) first = word;
        last = word;
      }
      if (first < 0) continue;
      const marks = byParagraph.get(index) ?? [];
      marks.push({ first, last, color: tags[0] ? tagColor(tags[0].color) : 'var(--text-3)' });
      byParagraph.set(index, marks);
    }
  }
  return byParagraph;
}

/** The moment that a range overlaps most, or an instant in it; undefined if there is none. Seconds. Pure. */
export function momentAt(moments: readonly Moment[], range: { start: number; end: number }): Moment | undefined {
  const overlap = ({ start_time, end_time }: Moment) =>
    Math.min(range.end, end_time ?? start_time) - Math.max(range.start, start_time);
  const touched = moments.filter(
    (moment) => overlap(moment) > 0 || (moment.end_time === null && overlap(moment) === 0),
  );
  return touched.sort((a, b) => overlap(b) - overlap(a))[0];
}
