import { isContent } from './terms.ts';
import { type PositionedToken, wordTokens } from './tokens.ts';

/** A word or a few consecutive words that characterize a part of a text. */
export interface Phrase {
  /** Most frequent spelling. */
  text: string;
  /** Keys of its words. */
  keys: readonly string[];
  /** Occurrences in the part. */
  count: number;
  score: number;
}

interface Found {
  keys: string[];
  count: number;
  forms: Map<string, number>;
}

const WORDS_MAX = 3;
/** Characters allowed between the words of a phrase. */
const JOINT = /^[\s\u00a0-]*$/u;
const LENGTH_BONUS = 0.4;

/**
 * Returns the phrases that distinguish each part of a text from the others, best first: term frequency times inverse
 * part frequency; a phrase of several words counts when it is repeated.
 */
export function keyphrases(parts: readonly (readonly string[])[], stop: ReadonlySet<string>, max: number): Phrase[][] {
  const found = parts.map((texts) => phrasesIn(texts, stop));
  const spread = new Map<string, number>();
  for (const phrases of found) {
    for (const { keys } of phrases.values()) {
      if (keys.length === 1) spread.set(keys[0]!, (spread.get(keys[0]!) ?? 0) + 1);
    }
  }
  return found.map((phrases) => {
    const weight = (key: string) => phrases.get(key)!.count ** 0.8 * Math.log(1 + parts.length / spread.get(key)!);
    const ranked = [...phrases.values()]
      .filter(({ keys, count }) => keys.length === 1 || (count > 1 && new Set(keys).size === keys.length))
      .map((phrase) => ({ ...phrase, text: mostFrequent(phrase.forms), score: scoreOf(phrase, phrases, weight) }))
      .sort((a, b) => b.score - a.score || b.keys.length - a.keys.length);
    return distinct(ranked, max).map(({ text, keys, count, score }) => ({ text, keys, count, score }));
  });
}

function phrasesIn(texts: readonly string[], stop: ReadonlySet<string>): Map<string, Found> {
  const phrases = new Map<string, Found>();
  for (const text of texts) {
    let run: PositionedToken[] = [];
    for (const token of wordTokens(text)) {
      const before = run.at(-1);
      if (!isContent(token, stop)) {
        run = [];
        continue;
      }
      if (before && !JOINT.test(text.slice(before.end, token.start))) run = [];
      run = [...run.slice(1 - WORDS_MAX), token];
      for (let i = 0; i < run.length; i++) add(phrases, run.slice(i), text.slice(run[i]!.start, token.end));
    }
  }
  return phrases;
}

function add(phrases: Map<string, Found>, words: readonly PositionedToken[], form: string): void {
  const keys = words.map(({ key }) => key);
  const name = keys.join(' ');
  let phrase = phrases.get(name);
  if (!phrase) {
    phrase = { keys, count: 0, forms: new Map() };
    phrases.set(name, phrase);
  }
  phrase.count++;
  phrase.forms.set(form, (phrase.forms.get(form) ?? 0) + 1);
}

/** Mean weight of the words, scaled by the share of their mentions in this phrase. */
function scoreOf({ keys, count }: Found, phrases: ReadonlyMap<string, Found>, weight: (key: string) => number): number {
  const mean = keys.reduce((sum, key) => sum + weight(key), 0) / keys.length;
  const share = count / Math.max(...keys.map((key) => phrases.get(key)!.count));
  return mean * Math.sqrt(share) * (1 + LENGTH_BONUS * (keys.length - 1));
}

function distinct<Item extends { keys: readonly string[] }>(ranked: readonly Item[], max: number): Item[] {
  const chosen: Item[] = [];
  const used = new Set<string>();
  for (const phrase of ranked) {
    if (chosen.length >= max) break;
    if (phrase.keys.some((key) => used.has(key))) continue;
    chosen.push(phrase);
    for (const key of phrase.keys) used.add(key);
  }
  return chosen;
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  let best = '';
  for (const [form, count] of forms) if (best === '' || count > forms.get(best)!) best = form;
  return best;
}
