import { STOP_WORDS } from './stop-words.ts';
import { folded, type Token } from './tokens.ts';

/** Words read to tell the language; more change nothing. */
const SAMPLE = 5_000;
/** A second language counts when it explains this share of what the best one does: captions in one, speech in another. */
const SECOND_LANGUAGE = 0.75;

/**
 * The stop words of the language, or languages, that explain most of the words. Only those: the union of all lists
 * would drop "die" and "war" from English. Empty when no list knows any of the words.
 */
export function stopWordsFor(tokens: readonly Token[]): ReadonlySet<string> {
  const step = Math.max(1, Math.ceil(tokens.length / SAMPLE));
  const counts = new Map<string, number>();
  for (let i = 0; i < tokens.length; i += step) {
    const word = folded(tokens[i]!.text);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const hits = [...STOP_WORDS.values()].map((list) => {
    let total = 0;
    for (const [word, count] of counts) if (list.has(word)) total += count;
    return { list, total };
  });
  const best = Math.max(...hits.map(({ total }) => total));
  const stop = new Set<string>();
  if (best === 0) return stop;
  for (const { list, total } of hits) if (total >= best * SECOND_LANGUAGE) for (const word of list) stop.add(word);
  return stop;
}
