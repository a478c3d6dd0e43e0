import { dictionary } from '../../../base/dictionary.ts';

/**
 * Cost of reading one letter for another, 0 (equal) to 1 (unlike). Pairs that a text recognizer confuses
 * up in display type, from the readings of bench/text.ts and the usual list (0/O, 1/l/I, 5/S, rn/m).
 */
const ALIKE: Record<string, number> = dictionary({
  '0o': 0.1,
  '1l': 0.1,
  '1i': 0.1,
  il: 0.15,
  '5s': 0.15,
  '8b': 0.2,
  '2z': 0.2,
  '6g': 0.3,
  '9g': 0.3,
  '0d': 0.3,
  '0q': 0.3,
  '4a': 0.3,
  '3e': 0.3,
  '7t': 0.3,
  oq: 0.3,
  do: 0.4,
  co: 0.4,
  ce: 0.4,
  eo: 0.5,
  ao: 0.5,
  uv: 0.3,
  vy: 0.4,
  hn: 0.5,
  ft: 0.5,
  lt: 0.4,
  it: 0.5,
  ij: 0.4,
  pr: 0.6,
});

/** Two letters that run together into one, either way round. */
const MERGED: Record<string, string> = dictionary({ rn: 'm', vv: 'w', cl: 'd', nn: 'm', ii: 'u', li: 'h' });
const MERGED_COST = 0.3;

/** A letter that was lost or is too many. One of a double letter is lost easily. */
const GAP_COST = 0.8;
const DOUBLE_COST = 0.4;

function substitution(a: string, b: string): number {
  if (a === b) return 0;
  return ALIKE[a < b ? a + b : b + a] ?? 1;
}

/**
 * Levenshtein distance between recognized text and a name, both lower case, with the costs above.
 * @returns infinity as soon as it is clear that the distance exceeds `limit`
 */
export function readingDistance(read: string, name: string, limit = Number.POSITIVE_INFINITY): number {
  const cost: Float64Array[] = [];
  const within = (value: number) => value <= limit;
  for (let i = 0; i <= read.length; i++) {
    const row = new Float64Array(name.length + 1);
    for (let j = 0; j <= name.length; j++) row[j] = i + j === 0 ? 0 : cell(cost, row, read, name, i, j);
    cost.push(row);
    // Two letters may become one, so a path may skip a row, but not two.
    if (i > 0 && !row.some(within) && !cost[i - 1]!.some(within)) return Number.POSITIVE_INFINITY;
  }
  return cost[read.length]![name.length]!;
}

/** Least cost of reading the first `i` letters for the first `j` letters of the name. */
function cell(cost: Float64Array[], row: Float64Array, read: string, name: string, i: number, j: number): number {
  let best = Number.POSITIVE_INFINITY;
  if (i > 0) best = cost[i - 1]![j]! + gap(read, i);
  if (j > 0) best = Math.min(best, row[j - 1]! + gap(name, j));
  if (i > 0 && j > 0) best = Math.min(best, cost[i - 1]![j - 1]! + substitution(read[i - 1]!, name[j - 1]!));
  if (i > 1 && j > 0 && MERGED[read.slice(i - 2, i)] === name[j - 1])
    best = Math.min(best, cost[i - 2]![j - 1]! + MERGED_COST);
  if (i > 0 && j > 1 && MERGED[name.slice(j - 2, j)] === read[i - 1])
    best = Math.min(best, cost[i - 1]![j - 2]! + MERGED_COST);
  return best;
}

function gap(text: string, at: number): number {
  return text[at - 1] === text[at - 2] || text[at - 1] === text[at] ? DOUBLE_COST : GAP_COST;
}
