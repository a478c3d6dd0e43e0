import { isCompounding } from './function-words.ts';
import type { Word } from './read-words.ts';

/**
 * Minimum length of a word that is looked into, in a text of a language with compounds; and in any text, where English
 * has few so long.
 */
const MIN_LENGTH = 6;
const MIN_LONG_LENGTH = 12;
/** Endings of long English and Romance words, which are derived rather than compounds. */
const DERIVED =
  /(?:tions?|sions?|ments?|ness|ships?|[ai]bles?|[ae]nces?|ings?|ity|ities|isms?|ists?|ology|graphy|ical|ally|hood|wards?|less|fully?|ives?|ous|ously|mente|aciones|amento|azione|idades?)$/;
const LATIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;

/** Minimum length of a part, and of what it leaves of the compound before and behind it. */
const MIN_PART_LENGTH = 4;
const MIN_REST = { before: 3, behind: 4 };

/** Endings of the last part of a compound (German, Dutch, Danish, Norwegian, Swedish), the empty one first. */
const HEAD_ENDINGS = ' e n s a t en er es et ar or na ne se ern nen ens ets erna orna arna ene erne ener enes'.split(
  ' ',
);
/** Between two parts. */
const LINK = /^(?:ens|es|er|en|ns|s|n|e)?/;
/** Prefixes that make verbs and nouns of them, but no compounds. */
const PREFIXES = new Set('ver ent zer emp miss gev gew bef bew her hin'.split(' '));
/** Endings that make other words of a word, but no compounds. */
const SUFFIXES = new Set(
  'lich liche lichen licher liches heit heiten keit keiten schaft schaften ungen isch ische ischen ischer linge igkeit igkeiten lijk lijke heid heden ingen ning ninger ningar ighet ligen liga'.split(
    ' ',
  ),
);

/** Returns the words of a text that may be compounds of German, Dutch, or a Nordic language. */
export function compoundsIn(words: readonly Word[]): string[] {
  const long = words.filter(({ text, kind }) => kind === 'word' && text.length >= MIN_LENGTH && LATIN.test(text));
  if (long.length === 0) return [];
  const isAny = isCompounding(words);
  return long.flatMap(({ text }) => (isAny || (text.length >= MIN_LONG_LENGTH && !DERIVED.test(text)) ? [text] : []));
}

/** Whether a folded word may be looked for in compounds. */
export function isPart(word: string): boolean {
  return word.length >= MIN_PART_LENGTH && LATIN.test(word);
}

/** A compound without each of the endings that it may have, itself first. */
export function withoutEndings(compound: string): string[] {
  return HEAD_ENDINGS.filter(
    (ending) => compound.endsWith(ending) && compound.length - ending.length >= MIN_LENGTH,
  ).map((ending) => compound.slice(0, compound.length - ending.length));
}

/** Whether a compound ends in a part (with an ending) of the given length: `wahl` in `bundestagswahl`. */
export function isHead(compound: string, length: number): boolean {
  const rest = compound.slice(0, compound.length - length);
  return rest.length >= MIN_REST.before && VOWEL.test(rest) && !PREFIXES.has(rest);
}

/** Whether a compound begins with a part of the given length: `bundestag` in `bundestagswahl`. */
export function isModifier(compound: string, length: number): boolean {
  const rest = compound.slice(length);
  if (SUFFIXES.has(rest)) return false;
  const behind = rest.replace(LINK, '');
  return behind.length >= MIN_REST.behind && VOWEL.test(behind) && !SUFFIXES.has(behind);
}

/** Returns where a compound has a part, as offsets; undefined if it doesn't. */
export function partIn(compound: string, part: string): [start: number, end: number] | undefined {
  if (!isPart(part) || compound.length < MIN_LENGTH) return undefined;
  for (const ending of HEAD_ENDINGS) {
    const head = part + ending;
    if (compound.endsWith(head) && isHead(compound, head.length))
      return [compound.length - head.length, compound.length];
  }
  return compound.startsWith(part) && isModifier(compound, part.length) ? [0, part.length] : undefined;
}
