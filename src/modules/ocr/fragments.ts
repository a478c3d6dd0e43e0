import { foldLetters } from '../../base/text-fold.ts';
import type { Area } from './area.ts';
import { rowOverlap } from './area.ts';
import { containment } from './similarity.ts';
import type { LineSighting, TextLine } from './text-line.ts';

/** Pieces of one still no further apart than this (in line heights) are one line; the space between words is 0.3. */
const PIECE_GAP = 0.8;
const PIECE_HEIGHT_RATIO = 1.5;
/** Unsure pieces stay alone: they would take a sure neighbor down with them. */
const PIECE_CONFIDENCE = 0.85;

/** A fragment is seen while its whole line is, or follows within this many seconds of it. */
const NEXT_TO_SECONDS = 0.7;
/** How much of a fragment must be found in the whole text. */
const CONTAINED = 0.75;
/** Shorter ones are found in anything. */
const MIN_LETTERS = 3;

/**
 * Drops lines that are (a part of) another one, seen where the other one is: the detector splits a line now and then,
 * and moving objects cover parts of a text. The whole line takes over the fragment's time range.
 */
export function absorbFragments(lines: readonly TextLine[]): TextLine[] {
  const wholes: TextLine[] = [];
  const longestFirst = [...lines].sort(
    (a, b) => foldLetters(b.text).length - foldLetters(a.text).length || a.start - b.start,
  );
  const waiting = new Set(longestFirst);
  for (const line of longestFirst) {
    if (!waiting.delete(line)) continue;
    wholes.push(grown(line, waiting));
  }
  return wholes.sort((a, b) => a.start - b.start);
}

/** The line with all its fragments; one fragment may follow the other. Takes them out of `waiting`. */
function grown(line: TextLine, waiting: Set<TextLine>): TextLine {
  let whole = line;
  for (let again = true; again; ) {
    again = false;
    for (const part of waiting) {
      if (!isFragment(part, whole)) continue;
      waiting.delete(part);
      const places = [...whole.places, ...part.places].sort((a, b) => a.time - b.time);
      const [start, end] = [Math.min(whole.start, part.start), Math.max(whole.end, part.end)];
      whole = { ...whole, start, end, places, stillTime: whole.stillTime ?? part.stillTime };
      again = true;
    }
  }
  return whole;
}

function isFragment(part: TextLine, whole: TextLine): boolean {
  if (part.start > whole.end + NEXT_TO_SECONDS || part.end < whole.start - NEXT_TO_SECONDS) return false;
  const letters = foldLetters(part.text).length;
  if (letters < MIN_LETTERS || letters > foldLetters(whole.text).length) return false;
  return containment(part.text, whole.text) >= CONTAINED && inside(part, whole);
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
      (other) => sure && other.reading.confidence >= PIECE_CONFIDENCE && continues(other.box, line.box, aspect),
    );
    if (left < 0) joined.push(line);
    else joined[left] = joinTwo(joined[left]!, line);
  }
  return joined;
}

function continues(left: Area, right: Area, aspect: number): boolean {
  const height = Math.min(left.height, right.height);
  const gap = ((right.x - left.x - left.width) * aspect) / height;
  const alike = Math.max(left.height, right.height) <= PIECE_HEIGHT_RATIO * height;
  return alike && gap <= PIECE_GAP && gap >= -0.5 && rowOverlap(left, right) >= 0.6;
}

function joinTwo(left: LineSighting, right: LineSighting): LineSighting {
  const [a, b] = [left.reading, right.reading];
  const [n, m] = [a.text.length, b.text.length];
  const y = Math.min(left.box.y, right.box.y);
  return {
    reading: {
      text: `${a.text} ${b.text}`,
      confidence: (a.confidence * n + b.confidence * m) / (n + m),
      characters: [...a.characters, 1, ...b.characters],
    },
    box: {
      x: left.box.x,
      y,
      width: Math.max(left.box.x + left.box.width, right.box.x + right.box.width) - left.box.x,
      height: Math.max(left.box.y + left.box.height, right.box.y + right.box.height) - y,
    },
  };
}
