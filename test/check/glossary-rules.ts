import { WORDING_KINDS, type WordingRule } from './wording-rules.ts';

/** A row of a table: the term, and the words after "Not:". */
const ROW = /^\| \*\*(?<term>.+?)\*\* \|.*? Not: (?<words>[^|.]+)\./;

/**
 * Returns the rules of the glossary: each word after "Not:" is banned in texts and comments, and as a part of a name,
 * in any case of letters (`keptStill`, `KEPT_STILL`, `kept-still`) and in the plural.
 * @param glossary Markdown of docs/glossary.md
 */
export function glossaryRules(glossary: string): WordingRule[] {
  return glossary.split('\n').flatMap((line) => {
    const { term, words = '' } = ROW.exec(line)?.groups ?? {};
    return (words ? words.split(', ') : []).flatMap((word) => {
      const instead = `“${term!.toLowerCase()}”, by the glossary`;
      const kinds = WORDING_KINDS.filter((kind) => kind !== 'identifier');
      return [
        { pattern: `\\b${word.replace(/y$/, '(?:y|ie)')}s?\\b`, instead, kinds },
        { pattern: partOfName(word), instead, kinds: ['identifier'] },
      ];
    });
  });
}

/** A pattern for the word in camel case, in lower case with separators, and in capitals. */
function partOfName(phrase: string): string {
  const words = phrase.split(' ');
  const capitalized = words.map((word) => word[0]!.toUpperCase() + word.slice(1));
  const plural = (word: string, s: string) => `${word.replace(/(?:y|Y)$/, s === 's' ? '(?:y|ie)' : '(?:Y|IE)')}${s}?`;
  const first = `[${words[0]![0]}${capitalized[0]![0]}]${words[0]!.slice(1)}`;
  const rest = words.slice(1).map((word, i) => `(?:[-_.]?${word}|${capitalized[i + 1]})`);
  return [
    `(?-i:(?<![A-Za-z])${plural([first, ...rest].join(''), 's')}(?![a-z])`,
    `(?<=[a-z0-9])${plural(capitalized.join(''), 's')}(?![a-z])`,
    `(?<![A-Z])${plural(words.join('_').toUpperCase(), 'S')}(?![A-Z]))`,
  ].join('|');
}
