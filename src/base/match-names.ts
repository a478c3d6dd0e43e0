import { foldText } from './text-fold.ts';

/**
 * Finds what has a name: items of the whole name, or else those whose name contains all words of it. Case and accents
 * don't matter. Pure.
 * @param alias another name of an item, which counts as a whole only, such as `Person 3`
 */
export function matchNames<Item extends { name: string | null }>(
  items: readonly Item[],
  name: string,
  alias: (item: Item) => string,
): Item[] {
  const wanted = wordsOf(name);
  const isWhole = (text: string | null) => text !== null && wordsOf(text).join(' ') === wanted.join(' ');
  const exact = items.filter((item) => isWhole(item.name) || isWhole(alias(item)));
  if (exact.length > 0 || wanted.length === 0) return exact;
  return items.filter((item) => {
    const own = new Set(wordsOf(item.name ?? ''));
    return wanted.every((word) => own.has(word));
  });
}

function wordsOf(name: string): string[] {
  return foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}
