import { foldLetters } from '../../../base/text-fold.ts';
import type { Token } from '../text/tokens.ts';
import { readingDistance } from './reading-distance.ts';
import { type BrandSpelling, brandSpellings, LOOKALIKES, spellingTokens } from './spellings.ts';

/** A brand that stands in a text. */
export interface BrandMatch {
  brand: string;
  /** The words in which it was found, as read. */
  matched: string;
  /** Index of the line of its first and last word. */
  firstLine: number;
  lastLine: number;
  /** 1 for an exact match, decreasing with the cost of misread letters. */
  certainty: number;
}

/** A word with the index of its line; the key is its folded letters. */
interface LineToken extends Token {
  line: number;
}

/** Some words in a row, which may be a brand's name. */
interface Window {
  from: number;
  to: number;
  tokens: readonly LineToken[];
  letters: string;
  /** All words on the lines on which the window lies. */
  onLines: readonly LineToken[];
}

/** Maximum words of a sign or a logo; more form a sentence. */
const SIGN_WORDS = 4;
/** Names up to this length are acronyms: written exactly so, or not meant. */
const ACRONYM_LETTERS = 3;
/** Words may be read apart, so that a name shows up as this many words more than it has. */
const EXTRA_WORDS = 2;
/** Noise of this many letters is never near a name. */
const FILLING_LETTERS = 5;
/** Maximum difference in length between recognized text and a spelling within its budget. */
const LENGTH_SLACK = 2;

/** Looks for brands in the lines of one text block. */
export class BrandMatcher {
  readonly #byLength = new Map<number, BrandSpelling[]>();
  readonly #maxWords: number;
  readonly #maxLetters: number;

  /** @param userWords the user's own brand words, beside the bundled list */
  constructor(userWords: readonly string[] = []) {
    const spellings = brandSpellings(userWords);
    for (const spelling of spellings) {
      const { length } = spelling.letters;
      this.#byLength.set(length, [...(this.#byLength.get(length) ?? []), spelling]);
    }
    this.#maxWords = Math.max(...spellings.map(({ words }) => words)) + EXTRA_WORDS;
    this.#maxLetters = Math.max(...this.#byLength.keys()) + LENGTH_SLACK;
  }

  /** Finds brands in reading order; a word counts for one brand only, the better or longer match. */
  find(lines: readonly string[]): BrandMatch[] {
    const found = this.#windows(lines).flatMap((window) =>
      this.#candidates(window).flatMap((spelling) => {
        const cost = windowCost(window, spelling, lines.length);
        return cost === null ? [] : [{ window, spelling, cost, weight: spelling.letters.length - 4 * cost }];
      }),
    );
    found.sort((a, b) => b.weight - a.weight || a.window.from - b.window.from);
    const chosen: typeof found = [];
    for (const one of found) if (!chosen.some((other) => overlap(one.window, other.window))) chosen.push(one);
    return chosen
      .sort((a, b) => a.window.from - b.window.from)
      .map(({ window: { tokens }, spelling, cost }) => ({
        brand: spelling.brand,
        matched: tokens.map((token) => token.text).join(' '),
        firstLine: tokens[0]!.line,
        lastLine: tokens.at(-1)!.line,
        certainty: 1 - cost / spelling.letters.length,
      }));
  }

  /** Whether a text consists mostly of a brand's name that is long enough to exclude chance. */
  fills(text: string): boolean {
    const matched = this.find([text]).map((match) => foldLetters(match.matched));
    return matched.some(
      (letters) => letters.length >= FILLING_LETTERS && letters.length >= 0.6 * foldLetters(text).length,
    );
  }

  #windows(lines: readonly string[]): Window[] {
    const all = lines.flatMap((text, line) =>
      spellingTokens(text).map((token): LineToken => ({ text: token, key: foldLetters(token), line })),
    );
    const windows: Window[] = [];
    for (let from = 0; from < all.length; from++) {
      for (let to = from + 1; to <= Math.min(all.length, from + this.#maxWords); to++) {
        const tokens = all.slice(from, to);
        const letters = tokens.map((token) => token.key).join('');
        if (letters.length > this.#maxLetters) break;
        const onLines = all.filter(({ line }) => line >= tokens[0]!.line && line <= tokens.at(-1)!.line);
        windows.push({ from, to, tokens, letters, onLines });
      }
    }
    return windows;
  }

  /** Spellings to compare: a misread name must resemble a name, which few words of a sentence do. */
  #candidates({ tokens, letters, onLines }: Window): BrandSpelling[] {
    if (LOOKALIKES.has(letters) || !looksLikeName(tokens, onLines)) {
      return (this.#byLength.get(letters.length) ?? []).filter((spelling) => spelling.letters === letters);
    }
    const near: BrandSpelling[] = [];
    for (let length = letters.length - LENGTH_SLACK; length <= letters.length + LENGTH_SLACK; length++) {
      for (const spelling of this.#byLength.get(length) ?? []) {
        if (tokens.length <= spelling.words + EXTRA_WORDS) near.push(spelling);
      }
    }
    return near;
  }
}

function overlap(a: Window, b: Window): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Cost of misread letters if the window matches `spelling`; null if it does not. */
function windowCost({ tokens, letters, onLines }: Window, spelling: BrandSpelling, lineCount: number): number | null {
  const exact = letters === spelling.letters;
  const limit = budget(spelling);
  if (!exact && limit === 0) return null;
  const cost = exact ? 0 : readingDistance(letters, spelling.letters, limit);
  if (cost > limit) return null;
  // Over a line's end only a whole sign is a name, such as BURGER above KING.
  if (tokens[0]!.line !== tokens.at(-1)!.line && (cost > 0.4 || onLines.length > tokens.length)) return null;
  if (spelling.common || spelling.letters.length <= ACRONYM_LETTERS) {
    return looksLikeLogo(tokens, spelling, onLines, lineCount) ? cost : null;
  }
  // `five guys` in a sentence is not the restaurant.
  return exact && spelling.words > 1 && !looksLikeName(tokens, onLines) ? null : cost;
}

/** Maximum cost of misread letters: the longer the name, the less likely another similar word. */
function budget({ letters, common }: BrandSpelling): number {
  if (common || letters.length <= ACRONYM_LETTERS) return 0;
  if (letters.length <= 4) return 0.2;
  if (letters.length <= 5) return 0.45;
  if (letters.length <= 7) return 0.8;
  if (letters.length <= 9) return 1.2;
  return letters.length <= 13 ? 1.6 : 2;
}

/** Starts with a capital or a digit misread for one, or stands on a sign. */
function looksLikeName(window: readonly LineToken[], onLines: readonly LineToken[]): boolean {
  return onLines.length <= SIGN_WORDS || window.every((token) => /^[^\p{Ll}]/u.test(token.text));
}

/** Written as the brand writes it or in capitals, and nearly all that stands on its sign. */
function looksLikeLogo(
  tokens: readonly LineToken[],
  { written, common }: BrandSpelling,
  onLines: readonly LineToken[],
  lineCount: number,
): boolean {
  const read = tokens.map((token) => token.text).join('');
  const name = written.replace(/[\s\-.]+/g, '');
  if (read !== name && read !== name.toUpperCase()) return false;
  if (common) return onLines.length === tokens.length && lineCount <= 2;
  // An acronym stands out in a sentence, but not among capitals.
  return onLines.length <= 3 || onLines.some((token) => /\p{Ll}/u.test(token.text));
}
