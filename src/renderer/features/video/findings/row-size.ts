/** Sizes of a list row in CSS pixels, as in findings.module.css. */
const PADDING = 12;
const HEAD = 18;
const LINE = 18;
const STILL_WIDTH = 82;
const STILL_HEIGHT = 57;
const SIDES = 24;
/** Conservative mean character width at 13 px. */
const CHARACTER = 6.9;
const LINES_MAX = 4;

/**
 * How many lines a finding's text gets. Reckoned, not measured: measuring each row that scrolls by takes ten times as
 * long as drawing it.
 */
export function linesFor(text: string, width: number, hasStill: boolean): number {
  const room = Math.max(80, width - SIDES - (hasStill ? STILL_WIDTH : 0));
  return Math.min(LINES_MAX, Math.max(1, Math.ceil((text.length * CHARACTER) / room)));
}

export function rowHeight(lines: number, hasStill: boolean): number {
  return Math.max(PADDING + HEAD + lines * LINE, hasStill ? STILL_HEIGHT : 0);
}
