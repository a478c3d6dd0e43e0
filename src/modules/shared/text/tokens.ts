import { foldWord } from '../../../base/text-fold.ts';

/** A word as written, and the key under which its forms count as one. */
export interface Token {
  text: string;
  key: string;
}

/** A token with its position in the text, in UTF-16 offsets. */
export interface PositionedToken extends Token {
  start: number;
  end: number;
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' });
/** French, Italian and Catalan elision, at the start of a sentence too: the article is not part of the word. */
const ELISION =
  /^(?:(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|dell|nell|sull|dall|all|quest)['’](?=\p{L}{2})|(?:[CDJLMNST]|Qu|Jusqu|Lorsqu|Puisqu|Un|Dell|Nell|Sull|Dall|All|Quest)['’](?=\p{Ll}{2}))/u;
const POSSESSIVE = /'s?$/;
const CASED_SCRIPT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** Words are cut here, so that inflected forms meet; close to a stemmer for European languages without one per language
 * (McNamee & Mayfield, "Character n-gram tokenization for European language text retrieval", 2004). */
const KEY_LENGTH = 7;

/** The words of a text in order, of any script (Unicode segmentation; dictionaries for Chinese, Japanese, Thai, …). */
export function wordTokens(text: string): PositionedToken[] {
  const tokens: PositionedToken[] = [];
  for (const { segment, index, isWordLike } of WORDS.segment(text)) {
    if (isWordLike) tokens.push({ text: segment, key: keyOf(segment), start: index, end: index + segment.length });
  }
  return tokens;
}

/** Key of a word, independent of case, ending, and elided article. */
export function keyOf(word: string): string {
  let key = withoutElision(foldWord(word)).replace(POSSESSIVE, '');
  if (!CASED_SCRIPT.test(key)) return key;
  if (key.length > 3 && /[^suiй]s$/.test(key)) key = key.slice(0, -1);
  return key.slice(0, KEY_LENGTH);
}

/** The elided article before a word, with its apostrophe; empty for none. */
export const elisionOf = (word: string): string => ELISION.exec(word)?.[0] ?? '';

/** A word without an elided article: “isolation” of “l'isolation”; a name keeps its own: “L'Oréal”. */
const withoutElision = (word: string): string => word.replace(ELISION, '');

/** Whether a word can be a content word: two letters, or one ideograph. */
export function isWordy(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= 2) return !/^\p{Script=Hiragana}{1,3}$/u.test(word);
  return /\p{Script=Han}/u.test(word);
}
