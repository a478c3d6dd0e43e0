import { rowOverlap, sharedPart } from '../area.ts';
import { containment } from '../similarity.ts';
import type { TextLine } from '../text-line.ts';
import { StripText } from './strip-text.ts';
import type { Strip } from './ticker-tracker.ts';

/** Time (seconds) before and after a strip was known to be a ticker in which its text was taken for lines. */
const SLACK_SECONDS = 1.5;
/** Time (seconds) after a ticker in which it may begin again. */
const NEXT_SECONDS = 5;
const SAME_ROW = 0.6;
const SAME_PLACE = 0.5;
/** Share of a line's letters that are in the strip's text. */
const CONTAINED = 0.6;
const SURELY_CONTAINED = 0.85;
/** Characters of a strip with which what follows it is compared. */
const LAST_CHARACTERS = 1000;

/** Whether a line is a part of the text that runs through a strip. */
export function isPieceOf(line: TextLine, strips: readonly Strip[]): boolean {
  return strips.some((strip) => {
    const [start, end] = [strip.looks[0]!.time - SLACK_SECONDS, strip.looks.at(-1)!.time + SLACK_SECONDS];
    if (line.end < start || line.start > end + NEXT_SECONDS) return false;
    const { box } = line.places[0]!;
    if (rowOverlap(strip.box, box) < SAME_ROW || sharedPart(strip.box, box) < SAME_PLACE) return false;
    // It begins again after a pause, too late for three looks at it.
    if (line.start > end) return containment(line.text, lastTextOf(strip)) >= SURELY_CONTAINED;
    return containment(line.text, textDuring(strip, line.start - SLACK_SECONDS, line.end + SLACK_SECONDS)) >= CONTAINED;
  });
}

function lastTextOf({ text }: Strip): string {
  const last = text.cells.slice(-LAST_CHARACTERS);
  return last.map((cell) => StripText.textOf(cell)).join('');
}

function textDuring({ text }: Strip, start: number, end: number): string {
  const shown = text.cells.filter(({ first, last }) => last >= start && first <= end);
  return shown.map((cell) => StripText.textOf(cell)).join('');
}
