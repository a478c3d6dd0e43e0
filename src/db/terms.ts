import { stem } from './stem.ts';

/** Longer words are cut: nobody searches for their end, and a wall of characters would fill the index. */
const LONGEST_TERM = 40;

/** How many stems are remembered; the words of a language repeat, and a stem costs a dozen regular expressions. */
const STEMS_KEPT = 50_000;
const stems = new Map<string, string>();

/** Scripts that are written without spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const PLAIN = /^[a-z0-9]+$/;
/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs: what people leave out when they type. */
const LEFT_OUT = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]/g;
const POSSESSIVE = /(?<=\p{L})['’]s(?!\p{L})/gu;

/**
 * The terms by which a text is found, in order: compatibility forms and case folded, accents taken off, English words
 * stemmed. A stretch of a script without spaces becomes its pairs of characters (as Lucene's CJKBigramFilter does);
 * `index` adds the single characters, so that a search for one character finds it. Any text is fine.
 */
export function termsOf(text: string, purpose: 'index' | 'query' = 'index'): string[] {
  const folded = fold(text);
  const terms: string[] = [];
  for (const [word] of folded.matchAll(WORD)) {
    if (PLAIN.test(word)) terms.push(stemOf(word.slice(0, LONGEST_TERM)));
    else if (STARTS_UNSPACED.test(word)) pushPairs(terms, Array.from(word), purpose);
    else terms.push(Array.from(word).slice(0, LONGEST_TERM).join(''));
  }
  return terms;
}

/** Lower case without accents, in composed form. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII needs no normalising, and most text is that
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().replace(/'s\b/g, '');
  const bare = text.replace(POSSESSIVE, '').normalize('NFKD').replace(LEFT_OUT, '');
  return bare.toLowerCase().replaceAll('ß', 'ss').normalize('NFC');
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= STEMS_KEPT) stems.clear();
  const result = stem(word);
  stems.set(word, result);
  return result;
}

function pushPairs(terms: string[], characters: readonly string[], purpose: 'index' | 'query'): void {
  for (let i = 0; i < characters.length; i++) {
    const single = characters[i]!;
    const next = characters[i + 1];
    if (purpose === 'index' || characters.length === 1) terms.push(single);
    if (next !== undefined) terms.push(single + next);
  }
}
