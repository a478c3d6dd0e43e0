import lists from './stop-words.json' with { type: 'json' };

/** Function words by language code (ISO 639-1). */
const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Function words of the language in which most of `words` (lower case) are function words; English when none are. */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  let best = { stopWords: STOP_WORDS.get('en')!, hits: 0 };
  for (const stopWords of STOP_WORDS.values()) {
    const hits = words.filter((word) => stopWords.has(word)).length;
    if (hits > best.hits) best = { stopWords, hits };
  }
  return best.stopWords;
}
