import type { RotatedRect } from '../../models/ocr/index.ts';

/** The rest is in heights of the line. Maximum size of the box of a single character, which the detector often cuts. */
const CHARACTER_WIDTH = 1.3;
const CHARACTER_HEIGHT = 1.1;
/** Maximum distance from a line to a character that belongs to it, and how far it may cover the line. */
const MAX_GAP = 0.9;
const MAX_OVERLAP = 0.8;
/** Half the width of a character with its margin. */
const HALF_CHARACTER = 0.5;
const MIN_LINE_WIDTH = 1.2;
/** Slope up to which a region counts as horizontal. */
const MAX_SLOPE = 0.1;

/**
 * Extends lines to single characters beside them, such as the last digit of `Platform 9`: the detector finds only a
 * part of these, which is unreadable on its own.
 */
export function extendToCharacters(regions: readonly RotatedRect[]): RotatedRect[] {
  const lines = regions.map((rect) => ({ rect, absorbed: false }));
  for (const character of lines) {
    const owner = lines
      .filter((line) => line !== character && !line.absorbed && belongs(character.rect, line.rect))
      .sort((a, b) => Math.abs(gapOf(character.rect, a.rect)) - Math.abs(gapOf(character.rect, b.rect)))[0];
    if (!owner) continue;
    owner.rect = extended(owner.rect, character.rect);
    character.absorbed = true;
  }
  return lines.filter(({ absorbed }) => !absorbed).map(({ rect }) => rect);
}

function belongs(character: RotatedRect, line: RotatedRect): boolean {
  if (Math.abs(character.sin) > MAX_SLOPE || Math.abs(line.sin) > MAX_SLOPE) return false;
  const { height } = line;
  if (line.width < MIN_LINE_WIDTH * height || line.width < character.width) return false;
  if (character.width > CHARACTER_WIDTH * height || character.height > CHARACTER_HEIGHT * height) return false;
  const expected = line.cy + ((character.cx - line.cx) * line.sin) / line.cos;
  if (Math.abs(character.cy - expected) > 0.35 * height) return false;
  const gap = gapOf(character, line) / height;
  return gap <= MAX_GAP && gap >= -MAX_OVERLAP && Math.abs(character.cx - line.cx) > line.width / 2 - 0.3 * height;
}

/** Distance between the facing sides; negative if they overlap. */
function gapOf(a: RotatedRect, b: RotatedRect): number {
  return Math.abs(a.cx - b.cx) - (a.width + b.width) / 2;
}

function extended(line: RotatedRect, character: RotatedRect): RotatedRect {
  const half = Math.max(character.width / 2, HALF_CHARACTER * line.height);
  const left = Math.min(line.cx - line.width / 2, character.cx - half);
  const right = Math.max(line.cx + line.width / 2, character.cx + half);
  const cx = (left + right) / 2;
  return { ...line, cx, cy: line.cy + ((cx - line.cx) * line.sin) / line.cos, width: right - left };
}
