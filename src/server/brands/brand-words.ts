import type { BrandWords } from '../../contract/settings.ts';
import type { Store } from '../../db/index.ts';

export type BrandWordsService = ReturnType<typeof createBrandWordsService>;

/** Brand names of a user, in the order of the alphabet. */
export function createBrandWordsService(store: Store) {
  const get = (userId: number): BrandWords => ({ words: store.brandWords.list(userId).map((row) => row.word) });
  return {
    get,

    /** Makes the list be these words; case does not tell words apart. @returns the list as it is now */
    replace(userId: number, words: readonly string[]): BrandWords {
      store.brandWords.replace(userId, words);
      return get(userId);
    },
  };
}
