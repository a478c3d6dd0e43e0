import type { BrandWords } from '../../contract/account/settings.ts';
import type { Store } from '../../db/index.ts';

export type BrandWordsService = ReturnType<typeof createBrandWordsService>;

/** Manages the brand words of a user, in alphabetical order. */
export function createBrandWordsService(store: Store) {
  const get = (userId: number): BrandWords => ({ words: store.brandWords.list(userId).map((row) => row.word) });
  return {
    get,

    /** Replaces the list; words are case-insensitive. @returns the new list */
    replace(userId: number, words: readonly string[]): BrandWords {
      store.brandWords.replace(userId, words);
      return get(userId);
    },
  };
}
