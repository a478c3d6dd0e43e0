import { foldLetters } from '../../../base/text-fold.ts';
import list from './brand-list.json' with { type: 'json' };

/** One spelling of a brand, ready to compare. */
export interface BrandSpelling {
  /** Name as reported. */
  brand: string;
  /** As it is written. */
  written: string;
  /** Letters and digits, lower case, without accents. */
  letters: string;
  words: number;
  /** Whether it is also an everyday word or a person's name, and matches only as a logo. */
  common: boolean;
}

/** Words similar to a brand's name that are never taken for a misread brand. */
export const LOOKALIKES: ReadonlySet<string> = new Set(list.lookalikes);

/** Every spelling of the bundled brands and of the user's own words; the user's are never `common`. */
export function brandSpellings(userWords: readonly string[]): BrandSpelling[] {
  const own = userWords.map((word) => word.trim()).filter((word) => foldLetters(word) !== '');
  const taken = new Set(own.map(foldLetters));
  const shipped: { name: string; aliases?: string[]; common?: boolean }[] = list.brands;
  return [
    ...own.map((word) => spelling(word, word, false)),
    ...shipped.flatMap(({ name, aliases = [], common = false }) => [
      ...(taken.has(foldLetters(name)) ? [] : [spelling(name, name, common)]),
      // `Apple Store` is no everyday phrase, whatever `Apple` is.
      ...aliases.map((alias) => spelling(name, alias, common && !/\W/.test(alias))),
    ]),
  ];
}

function spelling(brand: string, written: string, common: boolean): BrandSpelling {
  return { brand, written, letters: foldLetters(written), words: spellingTokens(written).length, common };
}

/** A text's words: runs of letters, digits and the marks inside names. */
export function spellingTokens(text: string): string[] {
  return text.split(/[\s/|,;:()[\]{}<>"“”„_@#*=~•·®™©\-–—.]+/).filter((token) => foldLetters(token) !== '');
}
