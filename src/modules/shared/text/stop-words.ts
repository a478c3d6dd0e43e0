import { foldWord } from '../../../base/text-fold.ts';
import lists from './stop-words.json' with { type: 'json' };
import type { Token } from './tokens.ts';

/** Function words by language (ISO 639-1; `da` serves Norwegian too), folded by {@link foldWord}. */
const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
);
/** Words sampled to detect the language; more do not change the result. */
const SAMPLE_LIMIT = 5_000;
/** A second language counts if it explains this share of what the first does: captions in one, speech in another. */
const MIN_SECOND_LANGUAGE_SHARE = 0.75;

/**
 * Stop words of the language, or languages, that explain most of the words; English if no list contains any of them.
 * The union of all lists would drop "die" and "war" from English.
 */
export function stopWordsFor(tokens: readonly Pick<Token, 'text'>[]): ReadonlySet<string> {
  const hits = hitsOf(tokens);
  const best = Math.max(...hits.map(({ total }) => total));
  if (best === 0) return STOP_WORDS.get('en')!;
  const stop = new Set<string>();
  for (const { list, total } of hits) {
    if (total >= best * MIN_SECOND_LANGUAGE_SHARE) for (const word of list) stop.add(word);
  }
  return stop;
}

/** Language (ISO 639-1) whose stop words explain most of the words; English if no list contains any of them. */
export function languageOf(tokens: readonly Pick<Token, 'text'>[]): string {
  const [best] = hitsOf(tokens).sort((a, b) => b.total - a.total);
  return best && best.total > 0 ? best.language : 'en';
}

/** How many words each list contains. */
function hitsOf(tokens: readonly Pick<Token, 'text'>[]) {
  const step = Math.max(1, Math.ceil(tokens.length / SAMPLE_LIMIT));
  const counts = new Map<string, number>();
  for (let i = 0; i < tokens.length; i += step) {
    const word = foldWord(tokens[i]!.text);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...STOP_WORDS].map(([language, list]) => {
    let total = 0;
    for (const [word, count] of counts) if (list.has(word)) total += count;
    return { language, list, total };
  });
}
