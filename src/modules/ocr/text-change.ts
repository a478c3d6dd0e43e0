import type { Reading, RgbImage } from '../../models/ocr/index.ts';
import { type AlignedPair, align } from './align.ts';
import type { Area } from './area.ts';
import { misreadingCost } from './misreading.ts';
import { type Glyph, matchStrokes, strokeContrast } from './strokes.ts';
import type { LineSighting } from './text-line.ts';

/** A reading with the image that it was read from. */
export interface ReadImage {
  reading: Reading;
  /** Fractions of the frame. */
  box: Area;
  image: RgbImage;
}

/** Comparison of two readings at one place. */
export interface TextComparison {
  /** Cost of taking the second reading for a misreading of the first text; from 1 on, they are two texts. */
  forward: number;
  /** Cost of taking the first reading for a misreading of the second text. */
  backward: number;
  /** Glyphs that were read differently, those that changed most first. */
  glyphs: Glyph[];
  /** Whether the text is the same line that scrolls through its box. */
  scrolls: boolean;
}

/** Characters that were read alike and are compared; more of them add nothing. */
const MAX_CONTROLS = 16;
/** Distance of searched positions from the expected one, in twentieths of the line's height. */
const SEARCH = 2;

/** Compares the strokes of two readings. */
export function compareTexts(before: ReadImage, after: ReadImage): TextComparison {
  const pairs = align(before.reading.text, after.reading.text);
  const from = glyphsOf(before);
  const to = glyphsOf(after);
  const dy = (after.box.y + after.box.height / 2 - before.box.y - before.box.height / 2) * before.image.height;
  const controls = pairs.flatMap((pair, at) => (pair.equal ? [{ at, left: pair.left!, right: pair.right! }] : []));
  const step = Math.max(1, Math.ceil(controls.length / MAX_CONTROLS));
  const sampled = controls.filter((_, i) => i % step === 0);
  const gain = gainOf(sampled, from, to, before.image, after.image);
  const matches = sampled.map(({ at, left, right }) => {
    const moved = { dx: to[right]!.x - from[left]!.x, dy };
    const shifts = Math.hypot(moved.dx, moved.dy) < 1 ? [moved] : [{ dx: 0, dy: 0 }, moved];
    return { at, ...matchStrokes(before.image, after.image, from[left]!, shifts, { gain, search: SEARCH }) };
  });
  const usual = usualSimilarity(matches.map(({ similarity }) => similarity));
  const changed: { glyph: Glyph; share: number }[] = [];
  let forward = 0;
  let backward = 0;
  for (const [at, pair] of pairs.entries()) {
    if (pair.equal) continue;
    const nearest = matches.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
    const shift = nearest?.shift ?? { dx: 0, dy: 0 };
    const search = nearest ? 0 : SEARCH;
    const similarities: number[] = [];
    const glyphs: Glyph[] = [];
    if (pair.left !== null) {
      const glyph = from[pair.left]!;
      similarities.push(matchStrokes(before.image, after.image, glyph, [shift], { gain, search }).similarity);
      glyphs.push(glyph);
    }
    if (pair.right !== null) {
      const glyph = to[pair.right]!;
      const back = { dx: -shift.dx, dy: -shift.dy };
      similarities.push(matchStrokes(after.image, before.image, glyph, [back], { gain: 1 / gain, search }).similarity);
      glyphs.push(glyph);
    }
    const share = changedShare(Math.min(...similarities) / usual, pair);
    changed.push(...glyphs.map((glyph) => ({ glyph, share })));
    const limit = usual < STILL_GROUND && hasMark(before.reading, after.reading, pair) ? MAX_MARK_COST : MAX_COST;
    forward += Math.min(limit, share * misreadingCost(after.reading, before.reading, pair));
    backward += Math.min(limit, share * misreadingCost(before.reading, after.reading, reversed(pair)));
  }
  return {
    forward,
    backward,
    glyphs: changed.toSorted((a, b) => b.share - a.share).map(({ glyph }) => glyph),
    scrolls: isScrolling(pairs, controls, from, to),
  };
}

/** Cost that one character adds at most. */
const MAX_COST = 6;
/** The same for punctuation over a moving ground, which passes for it in single stills. */
const MAX_MARK_COST = 0.9;
/** Similarity of unchanged strokes over a ground that stands. */
const STILL_GROUND = 0.975;
/** Similarity of unchanged strokes when no character was read alike. */
const USUAL_SIMILARITY = 0.95;
/**
 * Ratios to the usual similarity at which a character changed for certain, and at which it stayed: replaced, added or
 * removed.
 */
const REPLACED = { changed: 0.7, stayed: 0.95 };
const UNPAIRED = { changed: 0.45, stayed: 0.68 };

function usualSimilarity(alike: readonly number[]): number {
  const sorted = alike.toSorted((a, b) => a - b);
  return Math.max(0.3, sorted[Math.floor(sorted.length / 2)] ?? USUAL_SIMILARITY);
}

/** How sure it is, 0..1, that the strokes of a character changed. */
function changedShare(ratio: number, { left, right }: AlignedPair): number {
  const { changed, stayed } = left !== null && right !== null ? REPLACED : UNPAIRED;
  return Math.min(1, Math.max(0, (stayed - ratio) / (stayed - changed)));
}

function hasMark(before: Reading, after: Reading, { left, right }: AlignedPair): boolean {
  const isMark = (reading: Reading, at: number | null) => at !== null && /[^\p{L}\p{N}]/u.test([...reading.text][at]!);
  return isMark(before, left) || isMark(after, right);
}

function reversed({ left, right, equal }: AlignedPair): AlignedPair {
  return { left: right, right: left, equal };
}

/** Similarity from which a stroke is where it was, of the worst and the middle character of a text. */
const STAYS_WORST = 0.5;
const STAYS_MIDDLE = 0.8;
/** Luma deviation (0..255) below which there are no strokes. */
const MIN_CONTRAST = 6;

/** Whether a text that was read in one image is at the same place in another, by its strokes. */
export function textStays({ reading, box, image }: LineSighting, now: RgbImage): boolean {
  if (!image || image.width !== now.width || image.height !== now.height) return false;
  const glyphs = glyphsOf({ reading, box, image }).filter((_, i) => [...reading.text][i] !== ' ');
  const similarities: number[] = [];
  for (const glyph of glyphs) {
    const { similarity } = matchStrokes(image, now, glyph, [{ dx: 0, dy: 0 }], { search: 1 });
    if (similarity < STAYS_WORST || strokeContrast(now, glyph) < MIN_CONTRAST) return false;
    similarities.push(similarity);
  }
  similarities.sort((a, b) => a - b);
  return (similarities[Math.floor(similarities.length / 2)] ?? 0) >= STAYS_MIDDLE;
}

/** Characters that a scrolling line shows twice at least. */
const MIN_SCROLLING = 10;

/** Whether a line loses characters at one end, gains some at the other, and moves between them, as a ticker does. */
function isScrolling(
  pairs: readonly AlignedPair[],
  controls: readonly { left: number; right: number }[],
  from: readonly Glyph[],
  to: readonly Glyph[],
): boolean {
  const first = pairs.findIndex(({ equal }) => equal);
  const last = pairs.findLastIndex(({ equal }) => equal);
  if (first <= 0 || last >= pairs.length - 1) return false;
  if (controls.length < MIN_SCROLLING || controls.length < 0.5 * pairs.length || last - first + 1 > controls.length + 2)
    return false;
  const moves = controls
    .map(({ left, right }) => (to[right]!.x - from[left]!.x) / from[left]!.height)
    .sort((a, b) => a - b);
  const middle = moves[Math.floor(moves.length / 2)]!;
  return Math.abs(middle) > 0.3 && Math.abs(moves[0]! - moves.at(-1)!) < 0.8;
}

/** Where each character of a reading is. */
function glyphsOf({ reading, box, image }: ReadImage): Glyph[] {
  const characters = [...reading.text];
  const height = box.height * image.height;
  const width = box.width * image.width;
  const left = box.x * image.width;
  const centers = characters.map((_, i) => left + (reading.positions?.[i] ?? (i + 0.5) / characters.length) * width);
  const y = (box.y + box.height / 2) * image.height;
  return centers.map((x, i) => {
    const before = i > 0 ? x - centers[i - 1]! : Number.POSITIVE_INFINITY;
    const after = i + 1 < centers.length ? centers[i + 1]! - x : Number.POSITIVE_INFINITY;
    const pitch = Math.min(before, after, height * 0.8);
    return { x, y, width: Math.max(height * 0.2, pitch), height: height * 0.9 };
  });
}

/** Contrast of the first image relative to the second: not 1 while a text fades in or out. */
function gainOf(
  pairs: readonly { left: number; right: number }[],
  from: readonly Glyph[],
  to: readonly Glyph[],
  before: RgbImage,
  after: RgbImage,
): number {
  const ratios = pairs
    .map(({ left, right }) => strokeContrast(before, from[left]!) / Math.max(1, strokeContrast(after, to[right]!)))
    .sort((a, b) => a - b);
  return Math.min(4, Math.max(0.25, ratios[Math.floor(ratios.length / 2)] ?? 1));
}
