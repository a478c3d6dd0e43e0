import type { Phrase } from '../shared/text/phrases.ts';
import { isContent } from '../shared/text/terms.ts';
import { type PositionedToken, wordTokens } from '../shared/text/tokens.ts';

/** Function words that join nouns in a title, in the languages whose stop words are known. */
const CONNECTORS = new Set(
  `of the and for in on to at by a an from with
   der die das des dem den und für im in von vom zum zur mit
   de du des la le les et en à au aux pour d' l'
   el los las y del para con da do dos das e em di il i gli per nel della dei
   van het een voor met og av til på och för med i om`.split(/\s+/),
);
const MAX_WORDS = 7;
const MAX_LENGTH = 60;
/** Characters allowed between the words of a title. */
const JOINT = /^[\s\u00a0'’-]*$/u;
/** Exponent of the number of words by which the score is divided: short titles are easier to scan. */
const LENGTH_EXPONENT = 0.5;
/** Factor for each end at which a title cuts a run of content words, as in "ban Indian (officials)". */
const CUT_FACTOR = 0.6;

/**
 * Finds the most characteristic readable phrase of a part in its own words, such as "closure of the Hume Highway":
 * content words with at most connectors in between, rated by the keyphrases they contain.
 * @param phrases keyphrases of the part, best first
 * @returns null if no phrase of several words contains two keywords
 */
export function spokenTitle(
  texts: readonly string[],
  phrases: readonly Phrase[],
  stop: ReadonlySet<string>,
): string | null {
  const weights = new Map<string, number>();
  for (const { keys, score } of phrases) {
    for (const key of keys) weights.set(key, Math.max(weights.get(key) ?? 0, score));
  }
  let best: { title: string; score: number } | null = null;
  for (const text of texts) {
    for (const { words, cuts } of windowsOf(text, stop)) {
      const title = text.slice(words[0]!.start, words.at(-1)!.end);
      const known = new Set(words.map(({ key }) => key).filter((key) => weights.has(key)));
      if (title.length > MAX_LENGTH || known.size < 2) continue;
      const total = [...known].reduce((sum, key) => sum + weights.get(key)!, 0);
      const score = (total / words.length ** LENGTH_EXPONENT) * CUT_FACTOR ** cuts;
      if (score > (best?.score ?? 0)) best = { title, score };
    }
  }
  return best?.title.replace(/['’]s$/u, '') ?? null;
}

interface Window {
  words: readonly PositionedToken[];
  /** Number of ends, 0 to 2, at which the run of content words goes on. */
  cuts: number;
}

/**
 * Runs of words that begin and end with a content word and have nothing but content words and connectors in between.
 */
function* windowsOf(text: string, stop: ReadonlySet<string>): Generator<Window> {
  const tokens = wordTokens(text);
  const isJoined = (i: number) => JOINT.test(text.slice(tokens[i]!.end, tokens[i + 1]!.start));
  const goesOn = (i: number, other: number) =>
    tokens[other] !== undefined && isJoined(Math.min(i, other)) && isContent(tokens[other], stop);
  for (let from = 0; from < tokens.length; from++) {
    if (!isContent(tokens[from]!, stop)) continue;
    for (let to = from + 1; to < Math.min(tokens.length, from + MAX_WORDS); to++) {
      if (!isJoined(to - 1)) break;
      if (isContent(tokens[to]!, stop)) {
        const cuts = Number(goesOn(from, from - 1)) + Number(goesOn(to, to + 1));
        yield { words: tokens.slice(from, to + 1), cuts };
      } else if (!CONNECTORS.has(tokens[to]!.text.toLowerCase())) break;
    }
  }
}
