import type { PlacedCharacter } from './shift.ts';

/** A character of the text that runs through a strip. */
export interface Cell {
  /** Weight of each character that was read here. */
  readonly votes: Map<string, number>;
  /** Weight of the looks that show something else or nothing here. */
  missed: number;
  /** Sum of weight and probability. */
  sum: number;
  /** Place in the text, in frame heights, and its weight. */
  u: number;
  weight: number;
  /** Looks with a space before it, and without. */
  spaces: number;
  joints: number;
  /** A character that was read here, and the same with its accent. */
  restored: { from: string; to: string } | null;
  /** First and last look (seconds) that show it. */
  first: number;
  last: number;
}

/**
 * Costs of an alignment: another character, one that only one side has; the maximum distance of a pair, in line
 * heights.
 */
const REPLACED = 1;
const SKIPPED = 0.7;
const MAX_DISTANCE = 1;
/** Cost of a line height between the two characters of a pair. */
const DISTANCE_COST = 0.5;
/** Weight of a character at the end of a look, where it may be cut off; in line heights. */
const EDGE = 0.7;
const EDGE_WEIGHT = 0.2;

/** Text that runs through a strip, put together from looks at its parts. Places are in frame heights along the text. */
export class StripText {
  readonly cells: Cell[] = [];

  /** The most frequent character of a cell. */
  static textOf({ votes }: Cell): string {
    let [best, most] = ['', 0];
    for (const [text, weight] of votes) if (weight > most) [best, most] = [text, weight];
    return best;
  }

  /** The most frequent character of a cell, with its accent. */
  static finalTextOf(cell: Cell): string {
    const text = StripText.textOf(cell);
    return cell.restored?.from === text ? cell.restored.to : text;
  }

  /** Takes the restored letter of a character that was read at place `u`. */
  restore(from: string, to: string, u: number, height: number): void {
    const near = this.#from(u - height).filter((cell) => cell.u <= u + height && StripText.textOf(cell) === from);
    const [cell] = near.toSorted((a, b) => Math.abs(a.u - u) - Math.abs(b.u - u));
    if (cell) cell.restored = { from, to };
  }

  /** Notes that the cells between two places of the text still show. */
  carry({ from, to }: Range, time: number): void {
    for (const cell of this.#from(from)) if (cell.u <= to) cell.last = time;
  }

  /** Cells that begin at place `u` or later, with their best characters. */
  from(u: number): { text: string; x: number }[] {
    return this.#from(u).map((cell) => ({ text: StripText.textOf(cell), x: cell.u }));
  }

  /**
   * Adds a look.
   * @param offset of the look's places from those of the text
   * @param from place of the first cells that may be in the look
   * @param range ends of the look, in frame heights
   * @returns how many of its characters were known
   */
  add(
    row: readonly PlacedCharacter[],
    offset: number,
    height: number,
    time: number,
    from: number,
    range: Range,
  ): number {
    const known = this.#from(from);
    const start = this.cells.length - known.length;
    const pairs = alignRows(known, row, offset, height);
    const next: Cell[] = [];
    let same = 0;
    for (const [cell, character] of pairs) {
      if (character === null) {
        const x = cell!.u + offset;
        if (x > range.from + EDGE * height && x < range.to - EDGE * height) cell!.missed++;
        next.push(cell!);
        continue;
      }
      const isCut = character.x < range.from + EDGE * height || character.x > range.to - EDGE * height;
      const weight = isCut ? EDGE_WEIGHT : 1;
      const target = cell ?? newCell(character.x - offset, time);
      if (cell && StripText.textOf(cell) === character.text) same++;
      record(target, character, weight, character.x - offset, time);
      next.push(target);
    }
    this.cells.splice(start, known.length, ...next);
    return same;
  }

  #from(u: number): Cell[] {
    const before = this.cells.findLastIndex((cell) => cell.u < u);
    return this.cells.slice(before + 1);
  }
}

/** Ends of a look, in frame heights. */
export interface Range {
  from: number;
  to: number;
}

function newCell(u: number, time: number): Cell {
  const none = { missed: 0, sum: 0, weight: 0, spaces: 0, joints: 0, restored: null };
  return { votes: new Map(), ...none, u, first: time, last: time };
}

function record(
  cell: Cell,
  { text, probability, space }: PlacedCharacter,
  weight: number,
  u: number,
  time: number,
): void {
  cell.votes.set(text, (cell.votes.get(text) ?? 0) + weight * probability);
  cell.sum += weight * probability;
  cell.u = (cell.u * cell.weight + u * weight) / (cell.weight + weight);
  cell.weight += weight;
  cell.last = time;
  if (space === true) cell.spaces += weight;
  if (space === false) cell.joints += weight;
}

/** Pairs the cells with the characters of a look, both in order, with the least cost. */
function alignRows(
  cells: readonly Cell[],
  row: readonly PlacedCharacter[],
  offset: number,
  height: number,
): [Cell | null, PlacedCharacter | null][] {
  const width = row.length + 1;
  const texts = cells.map((cell) => StripText.textOf(cell));
  const costs = new Float64Array((cells.length + 1) * width);
  const steps = new Uint8Array((cells.length + 1) * width);
  for (let i = 0; i <= cells.length; i++) {
    for (let j = 0; j <= row.length; j++) {
      if (i === 0 && j === 0) continue;
      const at = i * width + j;
      let [cost, step] = [Number.POSITIVE_INFINITY, 0];
      if (i > 0) [cost, step] = [costs[at - width]! + SKIPPED, 1];
      if (j > 0 && costs[at - 1]! + SKIPPED < cost) [cost, step] = [costs[at - 1]! + SKIPPED, 2];
      if (i > 0 && j > 0) {
        const distance = Math.abs(cells[i - 1]!.u + offset - row[j - 1]!.x) / height;
        const isSame = texts[i - 1] === row[j - 1]!.text;
        const pair = costs[at - width - 1]! + (isSame ? 0 : REPLACED) + DISTANCE_COST * distance;
        if (distance <= MAX_DISTANCE && pair < cost) [cost, step] = [pair, 3];
      }
      costs[at] = cost;
      steps[at] = step;
    }
  }
  const pairs: [Cell | null, PlacedCharacter | null][] = [];
  for (let i = cells.length, j = row.length; i > 0 || j > 0; ) {
    const step = steps[i * width + j]!;
    pairs.push([step & 1 ? cells[--i]! : null, step & 2 ? row[--j]! : null]);
  }
  return pairs.reverse();
}
