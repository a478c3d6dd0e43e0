/** A character of a look at a strip, without spaces. */
export interface PlacedCharacter {
  text: string;
  /** 0..1. */
  probability: number;
  /** Center along the direction of reading, in frame heights. */
  x: number;
  /** Whether a space was read before it; null at the start of a piece. */
  space: boolean | null;
}

/** Characters that are compared as one, and the distance (in line heights) within which shifts agree. */
const GRAM = 3;
const TOLERANCE = 0.35;

/** A shift, and how many grams agree on it. */
export interface Shift {
  /** Frame heights. */
  by: number;
  votes: number;
}

/**
 * Returns the shift from one row of characters to another on which most equal runs of characters agree; null if none is
 * in both.
 * @param height of the line, in frame heights
 * @param expected breaks ties: text repeats
 */
export function shiftOf(
  before: readonly Pick<PlacedCharacter, 'text' | 'x'>[],
  after: readonly Pick<PlacedCharacter, 'text' | 'x'>[],
  height: number,
  expected: number | null = null,
): Shift | null {
  const places = new Map<string, number[]>();
  for (let i = 0; i + GRAM <= before.length; i++) {
    const gram = gramAt(before, i);
    places.set(gram, [...(places.get(gram) ?? []), before[i + 1]!.x]);
  }
  const shifts: number[] = [];
  for (let j = 0; j + GRAM <= after.length; j++)
    for (const x of places.get(gramAt(after, j)) ?? []) shifts.push(after[j + 1]!.x - x);
  if (shifts.length === 0) return null;
  shifts.sort((a, b) => a - b);
  let best: { from: number; to: number; score: number } | null = null;
  for (let from = 0, to = 0; from < shifts.length; from++) {
    while (to < shifts.length && shifts[to]! - shifts[from]! <= 2 * TOLERANCE * height) to++;
    const middle = shifts[(from + to) >> 1]!;
    const near = expected !== null && Math.abs(middle - expected) <= 2 * height ? 0.5 : 0;
    const score = to - from + near;
    if (!best || score > best.score) best = { from, to, score };
  }
  const { from, to } = best!;
  return { by: shifts[(from + to) >> 1]!, votes: to - from };
}

function gramAt(row: readonly Pick<PlacedCharacter, 'text'>[], i: number): string {
  return row[i]!.text + row[i + 1]!.text + row[i + 2]!.text;
}
