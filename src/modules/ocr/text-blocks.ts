import type { Area } from './area.ts';
import { rowOverlap } from './area.ts';
import { isRightToLeft } from './scripts/direction.ts';
import type { TextLine } from './text-line.ts';

/** Lines that belong together, in reading order. */
export type TextBlock = readonly TextLine[];

/** Lines of one caption come and go together; sampling and wiping in may part them by this much (seconds). */
const TOGETHER_SECONDS = 0.75;
/** The rest is in line heights: distance between lines, between columns of a line, and how much heights differ. */
const MAX_LINE_GAP = 0.9;
const MAX_COLUMN_GAP = 1.5;
const MAX_HEIGHT_RATIO = 2;

/** Joins lines that are shown together, one below or beside the other, such as the rows of a caption. */
export function joinBlocks(lines: readonly TextLine[]): TextBlock[] {
  const root = lines.map((_, i) => i);
  const find = (i: number): number => (root[i] === i ? i : find(root[i]!));
  for (let a = 0; a < lines.length; a++) {
    for (let b = a + 1; b < lines.length; b++) {
      if (find(a) !== find(b) && together(lines[a]!, lines[b]!)) root[find(b)] = find(a);
    }
  }
  const groups = Map.groupBy(lines, (_, i) => find(i));
  const top = (block: TextBlock) => block[0]!.places[0]!.box.y;
  return [...groups.values()].map(inReadingOrder).sort((a, b) => startOf(a) - startOf(b) || top(a) - top(b));
}

export function startOf(block: TextBlock): number {
  return Math.min(...block.map((line) => line.start));
}

export function endOf(block: TextBlock): number {
  return Math.max(...block.map((line) => line.end));
}

function together(a: TextLine, b: TextLine): boolean {
  if (a.repetitions || b.repetitions) return false;
  // One takes the place of the other.
  if (a.start !== b.start && Math.min(a.end, b.end) <= Math.max(a.start, b.start)) return false;
  if (Math.abs(a.start - b.start) > TOGETHER_SECONDS || Math.abs(a.end - b.end) > TOGETHER_SECONDS) return false;
  const time = Math.max(a.places[0]!.time, b.places[0]!.time);
  return adjacent(placeAt(a, time), placeAt(b, time));
}

/** Where a line was at `time`: its last place until then, else its first. */
export function placeAt({ places }: TextLine, time: number): Area {
  return (places.findLast((place) => place.time <= time) ?? places[0]!).box;
}

function adjacent(a: Area, b: Area): boolean {
  const height = Math.min(a.height, b.height);
  if (Math.max(a.height, b.height) / height > MAX_HEIGHT_RATIO) return false;
  const gapX = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  // Widths and heights are fractions of different lengths; 16:9 is a sufficient approximation.
  if (rowOverlap(a, b) >= 0.5) return gapX <= (MAX_COLUMN_GAP * height * 9) / 16;
  const gapY = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return gapY <= MAX_LINE_GAP * height && -gapX >= 0.3 * Math.min(a.width, b.width);
}

/** Rows from top to bottom, in a row from left to right. */
function inReadingOrder(lines: readonly TextLine[]): TextLine[] {
  const time = Math.max(...lines.map((line) => line.places[0]!.time));
  const placed = lines.map((line) => ({ line, box: placeAt(line, time) })).sort((a, b) => a.box.y - b.box.y);
  const rows: (typeof placed)[] = [];
  for (const one of placed) {
    const row = rows.find(([first]) => rowOverlap(first!.box, one.box) >= 0.5);
    if (row) row.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => {
    const sense = row.every(({ line }) => isRightToLeft(line.text)) ? -1 : 1;
    return row.sort((a, b) => (a.box.x - b.box.x) * sense).map(({ line }) => line);
  });
}
