import { foldLetters } from '../../base/text-fold.ts';
import type { Area } from './area.ts';
import { overlapOf, rowOverlap, sharedPart } from './area.ts';
import { sameInk } from './misreading.ts';
import { isRightToLeft } from './scripts/direction.ts';
import { containment } from './similarity.ts';
import type { LineSighting, TextLine } from './text-line.ts';

/** Pieces of one still no further apart than this (in line heights) are one line; the space between words is 0.3. */
const PIECE_GAP = 0.8;
const MAX_PIECE_OVERLAP = 0.8;
const PIECE_HEIGHT_RATIO = 1.5;
/** Pieces of a few characters have boxes that differ more. */
const SHORT_PIECE = 2;
const SHORT_PIECE_HEIGHT_RATIO = 2.4;
/** Unsure pieces stay alone: they would take a sure neighbor down with them. */
const PIECE_CONFIDENCE = 0.85;

/** A fragment is seen while its whole line is, or follows within this many seconds of it. */
const NEXT_TO_SECONDS = 0.7;
/** How much of a fragment must be found in the whole text. */
const CONTAINED = 0.75;
/** Tolerance when a border of one line is compared with a border of another, in seconds. */
const BORDER_SLACK = 0.05;
/** A part that stands this long (seconds) after the whole has changed is a text. */
export const SETTLED_SECONDS = 0.8;
/** Shorter ones are found in anything. */
const MIN_LETTERS = 3;

/**
 * Joins a text that was taken for another one for a moment with what followed, if that is the same text: one of equal
 * characters, or of equal letters if one of the two is brief.
 */
export function joinRepeats(lines: readonly TextLine[]): TextLine[] {
  const joined: TextLine[] = [];
  for (const line of [...lines].sort((a, b) => a.start - b.start)) {
    const at = joined.findLastIndex((before) => repeats(before, line, lines));
    if (at < 0) {
      joined.push(line);
      continue;
    }
    const before = joined[at]!;
    const longer = durationOf(line) > durationOf(before) ? line : before;
    joined[at] = {
      ...before,
      text: longer.text,
      confidence: longer.confidence,
      end: line.end,
      places: [...before.places, ...line.places],
      stillTime: longer.stillTime ?? before.stillTime ?? line.stillTime,
      followed: line.followed ?? false,
    };
  }
  return joined;
}

const durationOf = ({ start, end }: TextLine): number => end - start;

function repeats(before: TextLine, line: TextLine, lines: readonly TextLine[]): boolean {
  if (!before.followed || !line.follows) return false;
  const place = before.places.at(-1)!.box;
  if (rowOverlap(place, line.places[0]!.box) < 0.5 || sharedPart(place, line.places[0]!.box) < 0.5) return false;
  const gap = line.start - before.end;
  const same = sameInk(before.text, line.text);
  if (Math.abs(gap) <= BORDER_SLACK) {
    const brief = Math.min(durationOf(before), durationOf(line)) < SETTLED_SECONDS;
    return same || (brief && foldLetters(before.text) === foldLetters(line.text));
  }
  // A reading between them was not believed, or is a misreading of both.
  const isBetween = ({ text, start, end, places }: TextLine) =>
    start >= before.end - BORDER_SLACK &&
    end <= line.start + BORDER_SLACK &&
    sharedPart(place, places[0]!.box) > 0.5 &&
    containment(text, before.text) < CONTAINED;
  return (
    same && gap > 0 && gap < SETTLED_SECONDS && !lines.some((one) => one !== before && one !== line && isBetween(one))
  );
}

/**
 * Drops lines that are (a part of) another one, seen where the other one is: the detector splits a line now and then,
 * and moving objects cover parts of a text. The whole line takes over the fragment's time range.
 * @param cuts seconds of cuts, after which a part is another text
 */
export function absorbFragments(lines: readonly TextLine[], cuts: readonly number[] = []): TextLine[] {
  const wholes: TextLine[] = [];
  const longestFirst = [...lines].sort(
    (a, b) => foldLetters(b.text).length - foldLetters(a.text).length || a.start - b.start,
  );
  const waiting = new Set(longestFirst);
  for (let line = longestFirst.shift(); line; line = longestFirst.shift()) {
    if (!waiting.delete(line)) continue;
    const { whole, rests } = grown(line, waiting, cuts);
    wholes.push(whole);
    for (const rest of rests) {
      waiting.add(rest);
      longestFirst.push(rest);
    }
  }
  return wholes.sort((a, b) => a.start - b.start);
}

/**
 * The line with all its fragments; one fragment may follow the other. Takes them out of `waiting`. A fragment that
 * stands when the line is gone from its place is a text from then on, one of `rests`.
 */
function grown(
  line: TextLine,
  waiting: Set<TextLine>,
  cuts: readonly number[],
): { whole: TextLine; rests: TextLine[] } {
  let whole = line;
  const rests: TextLine[] = [];
  for (let again = true; again; ) {
    again = false;
    for (const part of waiting) {
      if (!isFragment(part, whole) || cuts.some((cut) => parts(cut, part, whole))) continue;
      waiting.delete(part);
      const rest = restOf(part, whole);
      if (rest) rests.push(rest);
      const places = [...whole.places, ...part.places].sort((a, b) => a.time - b.time);
      const start = whole.follows ? whole.start : Math.min(whole.start, part.start);
      const end = whole.followed || rest ? whole.end : Math.max(whole.end, part.end);
      const within = places.filter(({ time }) => time >= start && time <= end);
      whole = { ...whole, start, end, places: within, stillTime: whole.stillTime ?? part.stillTime };
      again = true;
    }
  }
  return { whole, rests };
}

/** Whether one line ends at a cut at which, or after which, the other begins. */
function parts(cut: number, a: TextLine, b: TextLine): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return first.end <= cut + BORDER_SLACK && second.start >= cut - BORDER_SLACK;
}

function restOf(part: TextLine, whole: TextLine): TextLine | null {
  if (part.start >= whole.end || part.end - whole.end < SETTLED_SECONDS || moves(whole) || whole.followed) return null;
  const places = part.places.filter(({ time }) => time >= whole.end);
  if (places.length === 0) return null;
  return { ...part, start: whole.end, places, follows: true };
}

function moves({ places }: TextLine): boolean {
  return overlapOf(places[0]!.box, places.at(-1)!.box) < 0.5 && sharedPart(places[0]!.box, places.at(-1)!.box) < 0.6;
}

function isFragment(part: TextLine, whole: TextLine): boolean {
  if (replaces(part, whole)) return false;
  if (part.start > whole.end + NEXT_TO_SECONDS || part.end < whole.start - NEXT_TO_SECONDS) return false;
  const letters = foldLetters(part.text).length;
  const short = letters < MIN_LETTERS;
  if (short && !(part.start >= whole.start && part.end <= whole.end && part.text.length < whole.text.length))
    return false;
  if (letters > foldLetters(whole.text).length) return false;
  if (short)
    return containment(part.text, whole.text) === 1 && sharedPart(part.places[0]!.box, whole.places[0]!.box) > 0.8;
  return containment(part.text, whole.text) >= CONTAINED && inside(part, whole);
}

/**
 * Whether two lines are two texts, one of which took the other's place: `Total 1984` and `1984`. A title that is wiped
 * out leaves parts of itself for a moment only.
 */
function replaces(part: TextLine, whole: TextLine): boolean {
  if (part.end - part.start < SETTLED_SECONDS) return false;
  if (part.follows && whole.end <= part.start + BORDER_SLACK) return true;
  return part.followed === true && whole.start >= part.end - BORDER_SLACK;
}

/** Whether the part starts in the whole's row, between the ends that the whole had at any time. */
function inside(part: TextLine, whole: TextLine): boolean {
  const { box, time } = part.places[0]!;
  const left = Math.min(...whole.places.map((place) => place.box.x));
  const right = Math.max(...whole.places.map((place) => place.box.x + place.box.width));
  const center = box.x + box.width / 2;
  const slack = (right - left) / 4;
  return center >= left - slack && center <= right + slack && rowOverlap(rowAt(whole, time), box) >= 0.3;
}

/** Where a line is or would be at `time`, going on as it moves at that end. */
function rowAt({ places }: TextLine, time: number): Area {
  const next = places.findIndex((place) => place.time > time);
  const [from, to] = next === 0 ? [places[0]!, places[1]] : [places.at(next < 0 ? -2 : next - 1), places.at(next)];
  if (!from || !to || from.time === to.time) return (to ?? from)!.box;
  const steps = (time - from.time) / (to.time - from.time);
  return { ...from.box, y: from.box.y + (to.box.y - from.box.y) * steps };
}

/**
 * Joins pieces that the detector split: pieces side by side in one row become one line, so that a line is the same
 * in stills in which it is split and in which it is not.
 */
export function joinPieces(lines: readonly LineSighting[], aspect: number): LineSighting[] {
  const joined: LineSighting[] = [];
  for (const line of [...lines].sort((a, b) => a.box.x - b.box.x)) {
    const sure = line.reading.confidence >= PIECE_CONFIDENCE;
    const left = joined.findIndex(
      (other) => sure && other.reading.confidence >= PIECE_CONFIDENCE && continues(other, line, aspect),
    );
    if (left < 0) joined.push(line);
    else joined[left] = joinTwo(joined[left]!, line);
  }
  return joined;
}

function continues(left: LineSighting, right: LineSighting, aspect: number): boolean {
  const height = Math.min(left.box.height, right.box.height);
  const gap = ((right.box.x - left.box.x - left.box.width) * aspect) / height;
  if (rowOverlap(left.box, right.box) < 0.6) return false;
  const ratio = Math.max(left.box.height, right.box.height) / height;
  if (ratio <= PIECE_HEIGHT_RATIO && gap <= PIECE_GAP && gap >= -MAX_PIECE_OVERLAP) return true;
  // The box of a single letter is low, and that of the word before it often covers its side.
  const short = Math.min(left.reading.text.length, right.reading.text.length) <= SHORT_PIECE;
  return short && ratio <= SHORT_PIECE_HEIGHT_RATIO && gap <= 0.1 && gap >= -MAX_PIECE_OVERLAP;
}

function joinTwo(left: LineSighting, right: LineSighting): LineSighting {
  const y = Math.min(left.box.y, right.box.y);
  const box = {
    x: left.box.x,
    y,
    width: Math.max(left.box.x + left.box.width, right.box.x + right.box.width) - left.box.x,
    height: Math.max(left.box.y + left.box.height, right.box.y + right.box.height) - y,
  };
  const isReversed = isRightToLeft(left.reading.text) && isRightToLeft(right.reading.text);
  const [before, after] = isReversed
    ? [charactersOf(right, box), charactersOf(left, box)]
    : [charactersOf(left, box), charactersOf(right, box)];
  const gap = { text: ' ', probability: 1, position: (right.box.x - box.x) / box.width };
  const joined = [...before, gap, ...after];
  // Where pieces overlap, a character was read twice: once as a whole, and once cut off.
  const [last, first] = [before.at(-1), after[0]];
  if (!isReversed && last && first && isSameCharacter(last.position, first.position, box.width, left.box)) {
    const cut = last.probability < first.probability ? before.length - 1 : before.length + 1;
    joined.splice(cut, 1);
    if (cut > before.length) joined.splice(before.length, 1);
    if (joined[cut - 1]?.text === ' ' && joined[cut]?.text === ' ') joined.splice(cut, 1);
  }
  const [n, m] = [left.reading.text.length, right.reading.text.length];
  return {
    reading: {
      text: joined.map(({ text }) => text).join(''),
      confidence: (left.reading.confidence * n + right.reading.confidence * m) / (n + m),
      characters: joined.map(({ probability }) => probability),
      positions: joined.map(({ position }) => position),
    },
    box,
    ...(left.image && { image: left.image }),
  };
}

/** Whether two centers, in fractions of a width, are those of one character of a line. */
function isSameCharacter(a: number, b: number, width: number, { height }: Area): boolean {
  // Widths and heights are fractions of different lengths; 16:9 is a sufficient approximation.
  return (b - a) * width < 0.25 * height * (9 / 16);
}

interface PlacedCharacter {
  text: string;
  probability: number;
  position: number;
}

/** Characters of a piece, with centers as fractions of the joined line's width. */
function charactersOf({ reading, box }: LineSighting, whole: Area): PlacedCharacter[] {
  const characters = [...reading.text];
  return characters.map((text, i) => {
    const position = reading.positions?.[i] ?? (i + 0.5) / characters.length;
    return {
      text,
      probability: reading.characters[i] ?? reading.confidence,
      position: (box.x + position * box.width - whole.x) / whole.width,
    };
  });
}
