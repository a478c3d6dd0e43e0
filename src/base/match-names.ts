import { foldText } from './text-fold.ts';

/**
 * Finds what has a name: items of the whole name, or else those whose name contains all words of it. Case and accents
 * don't matter. Pure.
 * @param aliasesOf other names of an item, which count as a whole only, such as `Person 3`
 */
export function matchNames<Item extends { name: string | null }>(
  items: readonly Item[],
  name: string,
  aliasesOf: (item: Item) => readonly string[],
): Item[] {
  // Many items share their names, as the speakers of a library do.
  const known = new Map<string, string[]>();
  const wordsOf = (text: string): string[] => {
    const words = known.get(text) ?? wordsIn(text);
    known.set(text, words);
    return words;
  };
  const wanted = wordsIn(name);
  const whole = wanted.join(' ');
  const isWhole = (text: string | null) => text !== null && wordsOf(text).join(' ') === whole;
  const exact = items.filter((item) => [item.name, ...aliasesOf(item)].some(isWhole));
  if (exact.length > 0 || wanted.length === 0) return exact;
  return items.filter((item) => {
    const own = new Set(wordsOf(item.name ?? ''));
    return wanted.every((word) => own.has(word));
  });
}

function wordsIn(name: string): string[] {
  return foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}
