import { trimEndOf } from '../../../../base/trim.ts';

/** Minimum length of a shortened label in characters, below which it is left out. */
const MIN_CHARACTERS = 3;

/**
 * Shortens a label at the end of a word so that it fits, with an ellipsis; empty if not even one word does. Part of a
 * word reads as another word.
 * @param room CSS pixels
 * @param measure width of a text in CSS pixels
 */
export function fitLabel(text: string, room: number, measure: (text: string) => number): string {
  if (room <= 0) return '';
  if (measure(text) <= room) return text;
  const ends = [...text.matchAll(/\S(?=\s|$)/gu)].map(({ index }) => index + 1).filter((end) => end < text.length);
  // Binary search: the first label that is too long ends the ones that fit.
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(shortened(text, ends[middle]!)) <= room) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return '';
  const label = shortened(text, ends[low - 1]!);
  return label.length > MIN_CHARACTERS ? label : '';
}

function shortened(text: string, end: number): string {
  return `${trimEndOf(text.slice(0, end), /[\s,;:·–-]/u)}…`;
}
