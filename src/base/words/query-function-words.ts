import { readWords } from './read-words.ts';

/** English function words, separated by spaces. */
export const ENGLISH =
  'a an the and or of on in at to from by with for about as is are was were be been do does did has have had it its this that ' +
  'these those there where when what which who how why i you he she we they me my your his her our their any some';
/** German function words, folded, that are no words of other languages, by which a query is recognized as German. */
export const GERMAN = wordSet(
  'der das dem ein eine einen einem einer eines und oder ist sind nicht auch mit von für auf im zum zur beim wie wer wo wir ich sie es ' +
    'aus bei nach über vom dass wird werden haben sein ihr',
);
/** Those that are words of other languages too, ignored in German queries alone. */
export const AMBIGUOUS_GERMAN = wordSet('die den des was war hat man so am an in um zu');
const UNAMBIGUOUS = new Set([...wordSet(ENGLISH), ...GERMAN]);

/** A word in capitals, such as IT. */
export const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu;

/** Returns whether a word of a query, folded, states nothing to look for there; one in capitals does (“IT”, “US”). */
export function functionWordTest(query: string): (word: string) => boolean {
  // "man", "hat", and "die" alone are English words to look for.
  const isGerman = readWords(query).some(({ text }) => GERMAN.has(text));
  const capitals = new Set(query.match(CAPITALS)?.map((word) => word.toLowerCase()));
  return (word) => !capitals.has(word) && (UNAMBIGUOUS.has(word) || (isGerman && AMBIGUOUS_GERMAN.has(word)));
}

/** Whether a text has only function words, none of them in capitals: it states nothing to look for. */
export function isFunctionText(text: string): boolean {
  const isFunctionWord = functionWordTest(text);
  const parts = text
    .split(/\s+/)
    .map(readWords)
    .filter((part) => part.length > 0);
  return parts.length > 0 && parts.every((part) => part.length === 1 && isFunctionWord(part[0]!.text));
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(readWords(words).map(({ text }) => text));
}
