import { foldWord } from '../../../base/text-fold.ts';
import lists from './stop-words.json' with { type: 'json' };
import type { Token } from './tokens.ts';

/** Function words by language (ISO 639-1; `da` serves Norwegian too), folded by {@link foldWord}. */
const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
);
/** Words sampled to detect the language; more do not change the result. */
const SAMPLE_LIMIT = 5_000;
/**
 * A second language counts from this number of words of its own, as a share of those of the first: at most 0.13 in
 * texts of one language (33 texts in nine languages), 0.7 in one that is half German and half English.
 */
const MIN_SECOND_LANGUAGE_SHARE = 0.25;
const MIN_SECOND_LANGUAGE_WORDS = 4;

/**
 * Stop words of the language, or languages, that explain most of the words; English if no list contains any of them.
 * The union of all lists would drop "die" and "war" from English.
 */
export function stopWordsFor(tokens: readonly Pick<Token, 'text'>[]): ReadonlySet<string> {
  const hits = hitsOf(tokens);
  const first = mostHits(hits);
  if (first.total === 0) return STOP_WORDS.get('en')!;
  const stop = new Set<string>();
  for (const { list, total, found } of hits) {
    const own = found.reduce((sum, [word, count]) => sum + (first.list.has(word) ? 0 : count), 0);
    const isSecond = own >= Math.max(MIN_SECOND_LANGUAGE_WORDS, first.total * MIN_SECOND_LANGUAGE_SHARE);
    if (total === first.total || isSecond) for (const word of list) stop.add(word);
  }
  return stop;
}

/** Language (ISO 639-1) whose stop words explain most of the words; English if no list contains any of them. */
export function languageOf(tokens: readonly Pick<Token, 'text'>[]): string {
  const best = mostHits(hitsOf(tokens));
  return best.total > 0 ? best.language : 'en';
}

/** Language of one of several texts: the usual one, unless several words show another. */
export function languageAmong(tokens: readonly Pick<Token, 'text'>[], usual: string): string {
  const hits = hitsOf(tokens);
  const best = mostHits(hits);
  const usualTotal = hits.find(({ language }) => language === usual)?.total ?? 0;
  return best.total >= 2 && best.total > usualTotal ? best.language : usual;
}

/** Words that each list contains, with how often they occur, and how many they are. */
function hitsOf(tokens: readonly Pick<Token, 'text'>[]) {
  const step = Math.max(1, Math.ceil(tokens.length / SAMPLE_LIMIT));
  const counts = new Map<string, number>();
  for (let i = 0; i < tokens.length; i += step) {
    const word = foldWord(tokens[i]!.text);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...STOP_WORDS].map(([language, list]) => {
    const found = [...counts].filter(([word]) => list.has(word));
    return { language, list, found, total: found.reduce((sum, [, count]) => sum + count, 0) };
  });
}

function mostHits(hits: ReturnType<typeof hitsOf>) {
  return hits.reduce((best, one) => (one.total > best.total ? one : best));
}
