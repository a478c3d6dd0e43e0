import { foldLetters } from '../../base/text-fold.ts';
import { sharedPart } from './area.ts';
import type { TextLine } from './text-line.ts';

/** Longest time (seconds) for which two texts are on top of each other while one replaces the other. */
const MAX_SECONDS = 0.8;
/** Time (seconds) between two texts of which one replaces the other. */
const SLACK = 0.05;
/** Share of the smaller box that two texts in one place have in common. */
const SAME_PLACE = 0.5;

/**
 * Drops readings of a title on top of the one that it replaces, such as “Inte Basal Sliding ion” between “Internal
 * Deformation” and “Basal Sliding”. The text that it contains takes over its time.
 */
export function dropBlends(lines: readonly TextLine[]): TextLine[] {
  const readings = new Map(lines.map((line) => [line, line]));
  for (const line of lines) {
    if (line.end - line.start > MAX_SECONDS) continue;
    const beside = lines.filter((other) => other !== line && isInPlace(other, line));
    const before = beside.find(({ end }) => Math.abs(end - line.start) <= SLACK);
    const after = beside.find(({ start }) => Math.abs(start - line.end) <= SLACK);
    if (!before || !after) continue;
    const whole = [after, before].find((other) => contains(line, other));
    if (!whole) continue;
    readings.delete(line);
    const { start, end } = readings.get(whole) ?? whole;
    readings.set(whole, { ...whole, start: Math.min(start, line.start), end: Math.max(end, line.end) });
  }
  return [...readings.values()].sort((a, b) => a.start - b.start);
}

function isInPlace(a: TextLine, b: TextLine): boolean {
  return sharedPart(a.places.at(-1)!.box, b.places[0]!.box) >= SAME_PLACE;
}

/** Whether a reading contains another text, longer lived, among letters of others. */
function contains(line: TextLine, { text, start, end }: TextLine): boolean {
  const [own, other] = [foldLetters(line.text), foldLetters(text)];
  return end - start > line.end - line.start && own.length > other.length && own.includes(other);
}
