/** Sizes of a row of the list in CSS pixels; findings.module.css has the same. */
const PADDING = 12;
const HEAD = 18;
const LINE = 18;
const STILL_WIDTH = 82;
const STILL_HEIGHT = 57;
const SIDES = 24;
/** Mean width of a character at 13 px, rather too wide than too narrow. */
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
