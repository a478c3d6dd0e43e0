/** Maximum width of a line in characters. */
const MAX_LINE_CHARACTERS = 42;
/** Width of a full-width character, of which broadcasters allow 16 in a line. */
const WIDE_CHARACTER = MAX_LINE_CHARACTERS / 16;
const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}]/gu;
const ASCII = /^[\x20-\x7e]*$/;

const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*$/u;
const CLAUSE_END = /[,;:–—、，；،]["'”’»)\]]*$/u;
const LETTERS = /[^\p{L}']/gu;

/** English and German words that a line should not end with, since they belong to the next word. */
const BINDING = new Set(
  (
    'a an the this that these those of to in on at by for from with into my your his her its our their no and or but if is are was were be ' +
    'der die das den dem des ein eine einen einem einer eines dieser diese dieses und oder aber von zu zum zur im in am an auf bei mit für ' +
    'aus nach über unter vor mein dein sein ihr unser kein keine ist sind war waren'
  ).split(' '),
);
/** English and German words that begin a clause or a phrase. */
const OPENING = new Set(
  (
    'and or but because that which who whose when where while if so as than of to in on at by for from with into about after before ' +
    'und oder aber denn weil dass wenn als ob obwohl sondern während von zu mit für bei aus nach über unter vor wie'
  ).split(' '),
);

/** Costs of a break; higher is worse. */
const BREAK = { sentence: 0, clause: 2, opening: 5, other: 8, afterBinding: 6 };
/** Reduction per second of pause at a break, and its limit. */
const PAUSE = { perSecond: 6, most: 4 };
const LINE = { second: 1, orphan: 30, imbalance: 4, longTop: 0.5, weight: 0.5 };

export interface LinePart {
  text: string;
  /** Whether a space precedes it. */
  hasSpace: boolean;
  width: number;
}

export function isSentenceEnd(word: string): boolean {
  return SENTENCE_END.test(word);
}

/** Number of characters as they count for the width of a line. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  return Array.from(text).length + (text.match(WIDE)?.length ?? 0) * (WIDE_CHARACTER - 1);
}

/** Cost of a break between two words. @param pause seconds between them */
export function breakCost(before: string, after: string, pause: number): number {
  const relief = Math.min(PAUSE.most, Math.max(0, pause) * PAUSE.perSecond);
  if (isSentenceEnd(before)) return BREAK.sentence;
  if (CLAUSE_END.test(before)) return Math.max(0, BREAK.clause - relief);
  const isOpening = OPENING.has(plain(after));
  const cost = (isOpening ? BREAK.opening : BREAK.other) + (BINDING.has(plain(before)) ? BREAK.afterBinding : 0);
  return Math.max(0, cost - relief);
}

/** Words of a transcript, prepared for the layout of many cues of them. */
export interface LineParts {
  parts: readonly LinePart[];
  /** Sums of the widths, with spaces, of the words before each. */
  widths: Float64Array;
  /** Cost of a line break before each word. */
  costs: Float64Array;
}

export function prepareParts(parts: readonly LinePart[]): LineParts {
  const widths = new Float64Array(parts.length + 1);
  const costs = new Float64Array(parts.length);
  parts.forEach(({ text, hasSpace, width }, i) => {
    widths[i + 1] = widths[i]! + width + (hasSpace ? 1 : 0);
    if (i > 0) costs[i] = LINE.weight * breakCost(parts[i - 1]!.text, text, 0);
  });
  return { parts, widths, costs };
}

/** Width of the words `start` to `end` (exclusive) in one line. */
export function lineWidth({ parts, widths }: LineParts, start: number, end: number): number {
  return widths[end]! - widths[start]! - (parts[start]!.hasSpace ? 1 : 0);
}

/**
 * Lays the words `start` to `end` (exclusive) out in one or two lines: `at` is the first word of the second line, or
 * the end. Undefined if they don't fit. Pure.
 */
export function layOut(prepared: LineParts, start: number, end: number): { at: number; cost: number } | undefined {
  const total = lineWidth(prepared, start, end);
  if (total <= MAX_LINE_CHARACTERS) return { at: end, cost: 0 };
  if (total > 2 * MAX_LINE_CHARACTERS + 1) return undefined;
  let best: { at: number; cost: number } | undefined;
  for (let at = start + 1; at < end; at++) {
    const top = lineWidth(prepared, start, at);
    if (top > MAX_LINE_CHARACTERS) break;
    const bottom = lineWidth(prepared, at, end);
    if (bottom > MAX_LINE_CHARACTERS) continue;
    const isOrphan = at === start + 1 || at === end - 1;
    const cost =
      LINE.second +
      (isOrphan ? LINE.orphan : 0) +
      (LINE.imbalance * Math.abs(top - bottom)) / MAX_LINE_CHARACTERS +
      (top > bottom ? LINE.longTop : 0) +
      prepared.costs[at]!;
    if (!best || cost < best.cost) best = { at, cost };
  }
  return best;
}

/** Text of the words `start` to `end` (exclusive). */
export function textOf({ parts }: LineParts, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += (i > start && parts[i]!.hasSpace ? ' ' : '') + parts[i]!.text;
  return text;
}

/** Cuts a word that is longer than a line, such as a URL, into pieces that fit. */
export function cutLong(word: string): string[] {
  if (widthOf(word) <= MAX_LINE_CHARACTERS) return [word];
  const pieces = [''];
  for (const character of word) {
    if (widthOf(pieces.at(-1)! + character) > MAX_LINE_CHARACTERS) pieces.push('');
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}

function plain(word: string): string {
  return word.toLowerCase().replace(LETTERS, '');
}
