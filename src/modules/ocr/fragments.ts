import { placeAt } from './blocks.ts';
import type { Area } from './change.ts';
import type { TextLine } from './reader.ts';
import { compact, containment } from './similarity.ts';
import { rowOverlap } from './tracker.ts';

/** A fragment is seen while its whole line is, or follows within this many seconds of it. */
const NEXT_TO_SECONDS = 0.7;
/** How much of a fragment must be found in the whole text. */
const CONTAINED = 0.75;
/** Shorter ones are found in anything. */
const MIN_LETTERS = 3;

/**
 * Drops lines that are (a part of) another one, seen where the other one is: the detector splits a line now and then,
 * and what moves in front of a text hides some of it. The whole line takes over the fragment's time.
 */
export function absorbFragments(lines: readonly TextLine[]): TextLine[] {
  const wholes: TextLine[] = [];
  const longestFirst = [...lines].sort((a, b) => compact(b.text).length - compact(a.text).length || a.start - b.start);
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
  const letters = compact(part.text).length;
  if (letters < MIN_LETTERS || letters > compact(whole.text).length) return false;
  return containment(part.text, whole.text) >= CONTAINED && inside(part, whole);
}

/** Whether the part starts in the whole's row and between its ends. */
function inside(part: TextLine, whole: TextLine): boolean {
  const { box, time } = part.places[0]!;
  const place: Area = placeAt(whole, time);
  const centre = box.x + box.width / 2;
  const slack = place.width / 4;
  const between = centre >= place.x - slack && centre <= place.x + place.width + slack;
  return between && rowOverlap(place, box) >= 0.3;
}
