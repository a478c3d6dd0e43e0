import { align } from '../align.ts';
import { type Area, around, rowOverlap } from '../area.ts';
import { isRightToLeft } from '../scripts/direction.ts';
import type { LineSighting } from '../text-line.ts';
import { type PlacedCharacter, shiftOf } from './shift.ts';
import { type Range, StripText } from './strip-text.ts';

/** A strip through which text runs. */
export interface Strip {
  readonly text: StripText;
  /** 1 if text is read from left to right, -1 otherwise: places along the text are x times this. */
  readonly sense: 1 | -1;
  /** Around all its looks. */
  box: Area;
  readonly looks: StripLook[];
  /** Times of the stills that were kept as evidence. */
  readonly stillTimes: number[];
  /** The look at which most of its text was new. */
  due: StripLook | null;
  /** Whether it is known to be a ticker. */
  isTicker: boolean;
  /** Lines of the last look, with its picture; none once it has ended. */
  lines: readonly LineSighting[];
}

/** A look at a strip. */
export interface StripLook {
  time: number;
  /** Places in the picture less those in the text, in frame heights. */
  offset: number;
  range: Range;
}

/** A strip without a look for this long (seconds) has ended. */
const MAX_GAP_SECONDS = 1.2;
/** Share of a row's height that a line must have in common with it, and how much their heights may differ. */
const SAME_ROW = 0.6;
const MAX_HEIGHT_RATIO = 1.6;
/** Runs of characters that must agree on the shift between two looks, and their share of the shorter one. */
const MIN_VOTES = 4;
const MIN_VOTE_SHARE = 0.25;
/**
 * The rest is in line heights: how far outside of the frame text is compared; shift below which a line stands still;
 * movement and new text of a ticker.
 */
const BEHIND = 3;
const STILL = 0.12;
const MIN_MOVED = 1;
const MIN_NEW_TEXT = 3;
/** Looks after which a line that stands still is no ticker, and which a ticker must have. */
const MIN_LOOKS = 3;
/** How much the speed of a ticker may vary between looks. */
const MAX_SPEED_RATIO = 2.2;
/** Share of a look that may pass before the next one, and the maximum number of looks that are added for it. */
const MAX_TRAVEL = 0.35;
const MAX_ADDED_LOOKS = 3;
/** Share of a look that is new when another still is kept. */
const NEW_TEXT = 0.6;
/** Minimum letters of a line with which a strip begins. */
const MIN_LETTERS = 6;

/** Finds lines that run through a strip of the picture, and puts their text together. Times must not run backwards. */
export class TickerTracker {
  readonly #aspect: () => number;
  readonly #strips: Strip[] = [];
  #open: Strip[] = [];
  #lastTime = Number.NEGATIVE_INFINITY;

  /** @param aspect width of the frame divided by its height */
  constructor(aspect: () => number) {
    this.#aspect = aspect;
  }

  /** All strips that are tickers, in time order. */
  get strips(): readonly Strip[] {
    return this.#strips;
  }

  /** Tickers that run now. */
  get running(): readonly Strip[] {
    return this.#open.filter(({ isTicker }) => isTicker);
  }

  /**
   * Takes the lines of a look.
   * @returns those that are not part of a ticker
   */
  observe(time: number, lines: readonly LineSighting[]): LineSighting[] {
    this.#lastTime = time;
    this.#endBefore(time - MAX_GAP_SECONDS);
    const taken = new Set<LineSighting>();
    const extended = new Set<LineSighting>();
    for (const strip of [...this.#open]) {
      const row = lines.filter((line) => !extended.has(line) && isInRow(strip, line));
      const used = row.length > 0 ? this.#extend(strip, time, row) : [];
      for (const line of used) {
        extended.add(line);
        if (strip.isTicker) taken.add(line);
      }
      if (!strip.isTicker && standsStill(strip)) this.#open = this.#open.filter((one) => one !== strip);
    }
    for (const line of lines) if (!extended.has(line)) this.#begin(time, line);
    return lines.filter((line) => !taken.has(line));
  }

  /** Notes that a still shows the same as the last look: a ticker can stop, and a title can run in and stay. */
  carry(time: number): void {
    for (const { looks, text } of this.running) {
      const last = looks.at(-1)!;
      if (last.time !== this.#lastTime) continue;
      looks.push({ ...last, time });
      text.carry({ from: last.range.from - last.offset, to: last.range.to - last.offset }, time);
    }
    this.#lastTime = time;
  }

  /** Takes the text of a line of the last look with its accents. */
  restore(strip: Strip, { reading, box }: LineSighting, restored: string): void {
    const { offset } = strip.looks.at(-1)!;
    const [plain, marked] = [[...reading.text], [...restored]];
    for (const { left, right, equal } of align(reading.text, restored)) {
      if (left === null || right === null || equal) continue;
      const x = (box.x + (reading.positions?.[left] ?? (left + 0.5) / plain.length) * box.width) * this.#aspect();
      strip.text.restore(plain[left]!, marked[right]!, x * strip.sense - offset, strip.box.height);
    }
  }

  /** Ends the strips without a look since a time, and releases their pictures. */
  #endBefore(time: number): void {
    const ended = this.#open.filter(({ looks }) => looks.at(-1)!.time < time);
    for (const strip of ended) strip.lines = [];
    if (ended.length > 0) this.#open = this.#open.filter((strip) => !ended.includes(strip));
  }

  #begin(time: number, line: LineSighting): void {
    const sense = isRightToLeft(line.reading.text) ? -1 : 1;
    const row = this.#charactersOf(line, sense);
    if (row.length < MIN_LETTERS) return;
    const range = this.#rangeOf([line], sense);
    const strip: Strip = {
      text: new StripText(),
      sense,
      box: line.box,
      isTicker: false,
      due: null,
      lines: [line],
      looks: [{ time, offset: 0, range }],
      stillTimes: [],
    };
    strip.text.add(row, 0, line.box.height, time, range.from - line.box.height, range);
    this.#open.push(strip);
  }

  /** Adds lines of the strip's row that show its text or come after it. Returns them. */
  #extend(strip: Strip, time: number, row: readonly LineSighting[]): LineSighting[] {
    const { sense, looks } = strip;
    const last = looks.at(-1)!;
    if (last.time === time) return strip.isTicker ? [...row] : [];
    const height = strip.box.height;
    const expected = last.offset + speedOf(strip) * (time - last.time);
    const start = (sense === 1 ? 0 : -this.#aspect()) - BEHIND * height;
    const known = strip.text.from(start - expected);
    const pieces = row.map((line) => ({ line, row: this.#charactersOf(line, sense) }));
    const shift = shiftOf(
      known,
      pieces.flatMap((piece) => piece.row).toSorted((a, b) => a.x - b.x),
      height,
      expected,
    );
    const shorter = Math.min(known.length, Math.max(...pieces.map((piece) => piece.row.length)));
    if (!shift || shift.votes < Math.max(MIN_VOTES, Math.min(12, MIN_VOTE_SHARE * shorter))) return [];
    const offset = shift.by;
    if (!continues(strip, time, offset)) return [];
    if (!strip.isTicker && last.offset - offset <= STILL * height) return this.#stand(strip, time, pieces);
    const end = Math.max(...known.map(({ x }) => x)) + offset;
    const used = pieces.filter((piece) => {
      const own = shiftOf(known, piece.row, height, offset);
      const fits = own !== null && own.votes >= 2 && Math.abs(own.by - offset) <= height;
      return fits || (piece.row.length > 0 && piece.row[0]!.x >= end - 0.5 * height);
    });
    const lines = used.map(({ line }) => line);
    const range = this.#rangeOf(lines, sense);
    const characters = used.toSorted((a, b) => a.row[0]!.x - b.row[0]!.x).flatMap((piece) => piece.row);
    strip.text.add(characters, offset, height, time, start - expected, this.#visible(strip, range));
    looks.push({ time, offset, range });
    strip.box = around([strip.box, ...lines.map(({ box }) => box)]);
    strip.lines = lines;
    if (!strip.isTicker && this.#runs(strip)) {
      strip.isTicker = true;
      this.#strips.push(strip);
    }
    return lines;
  }

  /** Notes a look at a line that has not moved; what is beside it is not its text. */
  #stand(
    strip: Strip,
    time: number,
    pieces: readonly { line: LineSighting; row: PlacedCharacter[] }[],
  ): LineSighting[] {
    const { looks, box } = strip;
    const last = looks.at(-1)!;
    looks.push({ ...last, time });
    const known = strip.text.from(Number.NEGATIVE_INFINITY);
    const fits = ({ row }: { row: PlacedCharacter[] }) => {
      const own = shiftOf(known, row, box.height, last.offset);
      return own !== null && Math.abs(own.by - last.offset) <= STILL * box.height;
    };
    return pieces.filter(fits).map(({ line }) => line);
  }

  /** Ends of a look; the sides of the strip cut characters off, unless the text ends before. */
  #visible(strip: Strip, range: Range): Range {
    const all = this.#rangeOf([strip], strip.sense);
    const slack = 0.5 * strip.box.height;
    return {
      from: range.from <= all.from + slack ? range.from : range.from - strip.box.height,
      to: range.to >= all.to - slack ? range.to : range.to + strip.box.height,
    };
  }

  /** Whether a line runs, and has shown more of itself since its first look. */
  #runs({ looks, box }: Strip): boolean {
    if (looks.length < MIN_LOOKS) return false;
    const first = looks[0]!;
    const last = looks.at(-1)!;
    const moved = first.offset - last.offset;
    const from = Math.min(...looks.map(({ range, offset }) => range.from - offset));
    const to = Math.max(...looks.map(({ range, offset }) => range.to - offset));
    const isNew = to - from - (first.range.to - first.range.from) >= MIN_NEW_TEXT * box.height;
    return isNew && moved >= MIN_MOVED * box.height;
  }

  #charactersOf({ reading, box }: LineSighting, sense: 1 | -1): PlacedCharacter[] {
    const characters = [...reading.text];
    const row: PlacedCharacter[] = [];
    let space: boolean | null = null;
    for (const [i, text] of characters.entries()) {
      if (text.trim() === '') {
        space = true;
        continue;
      }
      const position = reading.positions?.[i] ?? (i + 0.5) / characters.length;
      const x = (box.x + position * box.width) * this.#aspect() * sense;
      row.push({ text, probability: reading.characters[i] ?? reading.confidence, x, space });
      space = false;
    }
    return row;
  }

  #rangeOf(lines: readonly { box: Area }[], sense: 1 | -1): Range {
    const { x, width } = around(lines.map(({ box }) => box));
    const ends = [x * this.#aspect() * sense, (x + width) * this.#aspect() * sense];
    return { from: Math.min(...ends), to: Math.max(...ends) };
  }
}

function isInRow(strip: Strip, { box }: LineSighting): boolean {
  const ratio = Math.max(strip.box.height, box.height) / Math.min(strip.box.height, box.height);
  return rowOverlap(strip.box, box) >= SAME_ROW && ratio <= MAX_HEIGHT_RATIO;
}

/** Frame heights per second, between the last looks; text runs against its direction of reading, so it is negative. */
function speedOf({ looks }: Strip): number {
  const [before, last] = [looks.at(-4) ?? looks[0]!, looks.at(-1)!];
  return last.time === before.time ? 0 : (last.offset - before.offset) / (last.time - before.time);
}

/** Whether most of a strip's text at `time` is new since the last time that this was so. */
export function isDue(strip: Strip, time: number): boolean {
  const { looks, due } = strip;
  const last = looks.at(-1)!;
  if (last.time !== time) return false;
  if (due && due.offset - last.offset < NEW_TEXT * (last.range.to - last.range.from)) return false;
  strip.due = last;
  return true;
}

/**
 * Selects the times of additional looks, so that at most {@link MAX_TRAVEL} of the strip's width passes between two.
 */
export function looksBetween(strip: Strip, time: number, times: readonly number[]): number[] {
  const { range, time: last } = strip.looks.at(-1)!;
  const travel = -speedOf(strip) * (time - last);
  const wanted = Math.min(
    times.length,
    MAX_ADDED_LOOKS,
    Math.ceil(travel / (MAX_TRAVEL * (range.to - range.from))) - 1,
  );
  return Array.from(
    { length: Math.max(0, wanted) },
    (_, i) => times[Math.floor(((i + 1) * times.length) / (wanted + 1))]!,
  );
}

/** Whether a look is where the line would be if it went on, or still stands where it was. */
function continues(strip: Strip, time: number, offset: number): boolean {
  const { looks, box } = strip;
  const last = looks.at(-1)!;
  const step = last.offset - offset;
  const stands = Math.abs(step) <= STILL * box.height;
  if (stands) return true;
  if (step < 0) return false;
  const speed = -speedOf(strip);
  if (looks.length < MIN_LOOKS || speed * (time - last.time) < STILL * box.height) return true;
  const expected = speed * (time - last.time);
  return (
    Math.max(step, expected) / Math.min(step, expected) <= MAX_SPEED_RATIO || Math.abs(step - expected) < box.height
  );
}

function standsStill({ looks, box }: Strip): boolean {
  if (looks.length < MIN_LOOKS) return false;
  return Math.abs(looks[0]!.offset - looks.at(-1)!.offset) < STILL * box.height;
}
