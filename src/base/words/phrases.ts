import { isAscii } from '../text-fold.ts';
import { trimEndOf } from '../trim.ts';
import { compoundsIn, isPart, partIn } from './compounds.ts';
import { withoutParticle } from './korean.ts';
import { readWords, type Word } from './read-words.ts';

/** Maximum number of words that are compared as one. */
const MAX_JOINED_WORDS = 12;
const HANGUL = /^\p{Script=Hangul}+$/u;
const SYLLABLE = /\p{Script=Hangul}/u;

/** A text in which phrases are looked for. */
export interface PhraseText {
  words: readonly Word[];
  /** Words that may be compounds. */
  compounds(): ReadonlySet<string>;
}

/** Reads a text to look for phrases in it. */
export function phraseText(text: string): PhraseText {
  const words = readWords(text);
  let compounds: Set<string> | undefined;
  return {
    words,
    compounds() {
      compounds ??= new Set(compoundsIn(words));
      return compounds;
    },
  };
}

const NO_LETTERS = /[^a-z0-9]+/g;
const POSSESSIVE = /['’]s\b/i;

/**
 * Whether words occur in a text consecutively, written together or apart; a single word also as part of another one.
 */
export function containsPhrase(text: string, phrase: readonly Word[]): boolean {
  return mayContain(text, phrase) && hasPhrase(phraseText(text), phrase);
}

/** Whether a text of ASCII has the letters of a phrase, which takes a tenth of reading its words. */
function mayContain(text: string, phrase: readonly Word[]): boolean {
  if (!isAscii(text) || POSSESSIVE.test(text)) return true;
  if (phrase.some(({ digraphs, isPossessive }) => digraphs !== undefined || isPossessive)) return true;
  const letters = text.toLowerCase().replace(NO_LETTERS, '');
  return letters.includes(phrase.map((word) => word.text).join(''));
}

/** As {@link containsPhrase}, of a text that was read. */
export function hasPhrase(text: PhraseText, phrase: readonly Word[]): boolean {
  return text.words.some((_, at) => phraseEnd(text, at, phrase) > at);
}

/**
 * Returns the index behind the last word of a phrase that begins at a word of a text, or -1. Words are equal if their
 * letters are, wherever these are written together: `e-mail` and `email`, `LH 454` and `LH454`.
 */
export function phraseEnd(text: PhraseText, at: number, phrase: readonly Word[]): number {
  const [first] = phrase;
  if (!first || !text.words[at]) return -1;
  return endOf(text, at, phrase, 0);
}

/**
 * Returns the part of a word of a text that a searched word is, as offsets in the folded word; undefined if it is not a
 * part.
 */
export function partOfWord(text: PhraseText, { text: word }: Word, wanted: string): [number, number] | undefined {
  if (HANGUL.test(wanted)) {
    const stem = withoutParticle(wanted);
    const found = [wanted, stem].find((part) =>
      part.length > 1 ? word.includes(part) : withoutParticle(word) === part,
    );
    return found === undefined ? undefined : [word.indexOf(found), word.indexOf(found) + found.length];
  }
  // A particle follows letters of another script.
  const foreign = trimEndOf(wanted, SYLLABLE);
  if (word.length > foreign.length && word.startsWith(foreign) && HANGUL.test(word.slice(foreign.length)))
    return [0, foreign.length];
  return isPart(wanted) && word.length > wanted.length && text.compounds().has(word) ? partIn(word, wanted) : undefined;
}

/** Equal, or part of a word with particles; of a compound where it is alone. */
function endOf(text: PhraseText, at: number, phrase: readonly Word[], next: number): number {
  if (next === phrase.length) return at;
  const word = text.words[at];
  const wanted = phrase[next]!;
  if (!word) return -1;
  for (const own of spellings(word)) {
    for (const other of spellings(wanted)) {
      const end = compare(text, at + 1, own, phrase, next + 1, other);
      if (end > 0) return end;
    }
  }
  if (phrase.length > 1 && isAscii(wanted.text)) return -1;
  return partOfWord(text, word, wanted.text) ? endOf(text, at + 1, phrase, next + 1) : -1;
}

/** Compares letters that are left of a word of the text with those that are left of a word of the phrase. */
function compare(
  text: PhraseText,
  at: number,
  own: string,
  phrase: readonly Word[],
  next: number,
  other: string,
): number {
  if (own === other) return endOf(text, at, phrase, next);
  if (own.startsWith(other)) {
    const word = phrase[next];
    if (!word || !isJoinable(word) || next > MAX_JOINED_WORDS) return -1;
    return first(spellings(word), (more) => compare(text, at, own.slice(other.length), phrase, next + 1, more));
  }
  if (other.startsWith(own)) {
    const word = text.words[at];
    if (!word || !isJoinable(word)) return -1;
    return first(spellings(word), (more) => compare(text, at + 1, more, phrase, next, other.slice(own.length)));
  }
  return -1;
}

function first(texts: readonly string[], find: (text: string) => number): number {
  for (const text of texts) {
    const end = find(text);
    if (end > 0) return end;
  }
  return -1;
}

/** Whether a word may be written together with the one before. */
function isJoinable({ gap, kind }: Word): boolean {
  return (gap === 'joiner' || gap === 'space') && kind === 'word';
}

function spellings({ text, isPossessive, digraphs }: Word): string[] {
  const all = [text];
  if (isPossessive) all.push(`${text}s`);
  if (digraphs !== undefined) all.push(digraphs);
  return all;
}
