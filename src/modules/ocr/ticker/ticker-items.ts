import type { Area } from '../area.ts';
import { confidenceFloor } from '../plausible.ts';
import { containment, numbersDiffer, similarity } from '../similarity.ts';
import type { TextLine } from '../text-line.ts';
import { type Cell, StripText } from './strip-text.ts';
import type { Strip, StripLook } from './ticker-tracker.ts';

/** Characters between two items. */
const SEPARATORS = /^[•·●▪■◆►▶◀|¦│‖※★☆◼▸‣»«*+_~=/\\]$/u;
/** Characters that may stand alone within an item. */
const LONE = /^[&\-–—+=%€$£\p{L}\p{N}]$/u;
/** Letters that a vertical bar is read as. */
const BARS = /^[lI1!]$/;
/**
 * Distances between the centers of characters, in mean widths of a character: of words, around a bar, and between
 * items.
 */
const WORD = 1.75;
const MIN_SPACE = 0.9;
const AROUND_BAR = 2.1;
const ITEM = 3.4;
/**
 * Looks with a space between two characters, for each one without, from which there is one: the recognizer drops
 * spaces.
 */
const SPACE_SHARE = 0.5;
/** Similarity from which two items are one, and share of an item's letters from which it is a part of another. */
const SAME = 0.85;
const PART = 0.8;

/** Text of one item of a ticker. */
interface Item {
  text: string;
  confidence: number;
  start: number;
  end: number;
  cells: readonly Cell[];
  /** Looks at each of its characters, on average. */
  weight: number;
  /** Whether it is cut off by the first or last look. */
  isCut: boolean;
  strip: Strip;
}

/** Returns each item of the tickers once, with the times at which it was shown again. */
export function tickerLines(strips: readonly Strip[], aspect: number): TextLine[] {
  const items = strips.flatMap((strip) => itemsOf(strip)).filter(isBelieved);
  const lines: Item[][] = [];
  // Most repetitions are read alike; comparing all of them letter by letter takes seconds for hours of a ticker.
  const byText = new Map<string, Item[]>();
  for (const item of items.toSorted((a, b) => Number(a.isCut) - Number(b.isCut) || a.start - b.start)) {
    const known = byText.get(item.text) ?? lines.find(([one]) => isSame(item, one!));
    const shown = known ?? [];
    shown.push(item);
    if (!known) lines.push(shown);
    byText.set(item.text, shown);
  }
  return lines.map((shown) => lineOf(shown, aspect)).toSorted((a, b) => a.start - b.start);
}

function isBelieved({ text, confidence }: Item): boolean {
  return confidence >= confidenceFloor(text);
}

function isSame(item: Item, known: Item): boolean {
  if (item.isCut && containment(item.text, known.text) >= PART) return true;
  return similarity(item.text, known.text) >= SAME && !numbersDiffer(item.text, known.text);
}

function lineOf(shown: readonly Item[], aspect: number): TextLine {
  const whole = shown.filter(({ isCut }) => !isCut);
  const best = (whole.length > 0 ? whole : shown).toSorted((a, b) => b.confidence - a.confidence)[0]!;
  const ranges = shown.toSorted((a, b) => a.start - b.start);
  const first = whole.toSorted((a, b) => a.start - b.start)[0] ?? ranges[0]!;
  const { start, end } = first;
  const repetitions = ranges.filter((one) => one !== first).map((one) => ({ start: one.start, end: one.end }));
  const stills = first.strip.stillTimes.filter((time) => time >= start && time < end);
  const middle = (start + end) / 2;
  return {
    text: best.text,
    confidence: best.confidence,
    start,
    end,
    repetitions,
    places: placesOf(first, aspect),
    stillTime: stills.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? null,
  };
}

/** Where an item was at each look that shows a part of it. */
function placesOf({ cells, strip, start, end }: Item, aspect: number): { time: number; box: Area }[] {
  const half = strip.box.height / 2;
  const places = strip.looks
    .filter(({ time }) => time >= start && time <= end)
    .map((look) => ({ time: look.time, box: boxAt(look, strip, cells[0]!.u - half, cells.at(-1)!.u + half, aspect) }))
    .filter(({ box }) => box.width > 0);
  return places.length > 0 ? places : [{ time: start, box: strip.box }];
}

function boxAt({ offset, range }: StripLook, { sense, box }: Strip, from: number, to: number, aspect: number): Area {
  const ends = [Math.max(range.from, from + offset), Math.min(range.to, to + offset)] as const;
  const [left, right] = sense === 1 ? ends : [-ends[1], -ends[0]];
  return { x: left / aspect, y: box.y, width: (right - left) / aspect, height: box.height };
}

/** Splits the text of a strip at separators and gaps. */
function itemsOf(strip: Strip): Item[] {
  const cells = strip.text.cells.filter(({ weight, missed }) => weight >= 0.5 && weight > missed);
  const pitch = pitchOf(cells);
  const texts = cells.map((cell) => StripText.finalTextOf(cell));
  const gapBefore = (i: number) => (cells[i]!.u - cells[i - 1]!.u) / pitch;
  const isSpaced = (i: number) => {
    if (i <= 0 || i >= cells.length) return true;
    const { spaces, joints } = cells[i]!;
    return gapBefore(i) >= WORD || (spaces > SPACE_SHARE * joints && gapBefore(i) > MIN_SPACE);
  };
  const isSeparator = (i: number) => {
    const text = texts[i]!;
    const [before, after] = [isSpaced(i), isSpaced(i + 1)];
    if (SEPARATORS.test(text)) return (before && after) || texts[i - 1] === text || texts[i + 1] === text;
    if (!before || !after) return false;
    if (!LONE.test(text)) return true;
    const isFar = (j: number) => j > 0 && j < cells.length && gapBefore(j) >= AROUND_BAR;
    return BARS.test(text) && isFar(i) && isFar(i + 1);
  };
  const items: Item[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to > from) items.push(itemOf(strip, cells.slice(from, to), texts.slice(from, to), from, isSpaced));
  };
  for (let i = 0; i < cells.length; i++) {
    const isEnd = isSeparator(i);
    if (!isEnd && (i === from || gapBefore(i) < ITEM)) continue;
    close(i);
    from = isEnd ? i + 1 : i;
  }
  close(cells.length);
  return withCuts(strip, items);
}

function itemOf(
  strip: Strip,
  cells: readonly Cell[],
  texts: readonly string[],
  at: number,
  isSpaced: (i: number) => boolean,
): Item {
  const text = texts.map((letter, i) => (i > 0 && isSpaced(at + i) ? ` ${letter}` : letter)).join('');
  const confidence = cells.reduce((sum, cell) => sum + Math.min(1, cell.sum / cell.weight), 0) / cells.length;
  const weight = cells.reduce((sum, cell) => sum + cell.weight, 0) / cells.length;
  const start = least(cells.map(({ first }) => first));
  const end = -least(cells.map(({ last }) => -last));
  return { text, confidence, start, end, cells, weight, isCut: false, strip };
}

/** Marks the items that were there at the first look without their beginning, or that had not ended at the last one. */
function withCuts(strip: Strip, items: readonly Item[]): Item[] {
  const [first, last] = [strip.looks[0]!, strip.looks.at(-1)!];
  const { height } = strip.box;
  const from = least(strip.looks.map(({ range }) => range.from));
  const to = -least(strip.looks.map(({ range }) => -range.to));
  return items.map((item) => {
    const begins = item.start === first.time && item.cells[0]!.u + first.offset < from + 2 * height;
    const ends = item.end === last.time && item.cells.at(-1)!.u + last.offset > to - 2 * height;
    return { ...item, isCut: begins || ends };
  });
}

/** The least value; a ticker of hours has more looks and characters than a call can have arguments. */
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

/** Median distance of neighboring characters. */
function pitchOf(cells: readonly Cell[]): number {
  const gaps = cells.slice(1).map((cell, i) => cell.u - cells[i]!.u);
  return gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1;
}
