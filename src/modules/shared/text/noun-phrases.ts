import { foldWord } from '../../../base/text-fold.ts';
import { englishClasses, type WordClass } from './english-classes.ts';
import lexicon from './phrase-lexicon.json' with { type: 'json' };
import { isContent } from './terms.ts';
import { type PositionedToken, wordTokens } from './tokens.ts';

/** A noun phrase in the words of a text. */
export interface NounPhrase {
  text: string;
  /** Keys of its content words. */
  keys: readonly string[];
  /** All of its words, folded, and whether each names something: “city” in “old city”. */
  words: readonly { word: string; isNoun: boolean }[];
  /** Whether a preposition joins two groups. */
  isJoined: boolean;
}

const MAX_WORDS = 7;
const MAX_LENGTH = 60;
/** Characters allowed between the words of a phrase. */
const JOINT = /^[\s\u00a0'’-]*$/u;

const setOf = (words: string) => new Set(words.split(' '));
const VAGUE = setOf(lexicon.vague);
const DETERMINERS = setOf(lexicon.determiners);
const CONNECTORS = setOf(lexicon.connectors);
/** Of a common noun: shops and restaurants are named so. */
const POSSESSIVE = /^\p{Ll}.*(?:['’]s|s['’])$/u;
const GENITIVES = new Set(['der', 'des', 'eines', 'einer']);
/** Prepositions of two groups, of which a phrase would have one. */
const BETWEEN = setOf('between zwischen');
const GERMAN_ADVERBS = setOf(lexicon.germanAdverbs);

/** Whether a word, folded, is a preposition or “and”. */
export const isLink = (word: string): boolean => CONNECTORS.has(word);

/** A link joins two groups: a preposition, or a German article in the genitive. */
type Role = 'noun' | 'modifier' | 'link' | 'article' | 'other';

/**
 * Finds the noun phrases of a sentence, each of one or two groups joined by a preposition: "new tram line along the
 * river", "Bau eines neuen Hallenbads". English nouns are found by a tagger, German ones by their capital. Empty for
 * other languages.
 */
export async function nounPhrases(text: string, language: string, stop: ReadonlySet<string>): Promise<NounPhrase[]> {
  if (language !== 'en' && language !== 'de') return [];
  const tokens = wordTokens(text);
  const isJoined = (i: number) => JOINT.test(text.slice(tokens[i]!.end, tokens[i + 1]!.start));
  const roles = await rolesIn(text, tokens, language, stop);
  const phrases: NounPhrase[] = [];
  for (const [from, to] of groupsOf(roles, isJoined)) {
    const start = language === 'de' ? germanStart(tokens, roles, from, to) : from;
    const isPair = BETWEEN.has(foldWord(tokens[to + 1]?.text ?? ''));
    const next = isPair ? null : linkedGroup(roles, isJoined, to);
    for (const end of next === null ? [to] : [to, next]) {
      // “Lecture on the history” of what?
      if (foldWord(tokens[end + 1]?.text ?? '') === 'of' && isJoined(end)) continue;
      // “Skin from the patient's” own thigh: the tagger found no noun behind it.
      if (POSSESSIVE.test(tokens[end]!.text)) continue;
      const words = tokens.slice(start, end + 1);
      const phrase = text.slice(words[0]!.start, words.at(-1)!.end);
      if (words.length > MAX_WORDS || phrase.length > MAX_LENGTH) continue;
      const keys = words.filter((word) => isContent(word, stop)).map(({ key }) => key);
      if (keys.length === 0) continue;
      const named = words.map((word, i) => ({ word: foldWord(word.text), isNoun: roles[start + i] === 'noun' }));
      phrases.push({ text: phrase, keys, words: named, isJoined: end !== to });
    }
  }
  return phrases;
}

/** Runs of modifiers and nouns that end with a noun, as indices of their first and last words. */
function* groupsOf(roles: readonly Role[], isJoined: (i: number) => boolean): Generator<[number, number]> {
  for (let from = 0; from < roles.length; from++) {
    if (roles[from] !== 'noun' && roles[from] !== 'modifier') continue;
    const last = groupEnd(roles, isJoined, from);
    if (last === null) continue;
    yield [from, last];
    from = last;
  }
}

function groupEnd(roles: readonly Role[], isJoined: (i: number) => boolean, from: number): number | null {
  let last: number | null = null;
  for (let i = from; i < roles.length && (i === from || isJoined(i - 1)); i++) {
    if (roles[i] === 'noun') last = i;
    else if (roles[i] !== 'modifier' || last !== null) break;
  }
  return last;
}

/** Last word of the group that a preposition and perhaps a determiner join to the one before; null if there is none. */
function linkedGroup(roles: readonly Role[], isJoined: (i: number) => boolean, last: number): number | null {
  let at = last + 1;
  if (roles[at] !== 'link' || !isJoined(last)) return null;
  while (at < roles.length && (roles[at] === 'link' || roles[at] === 'article') && at - last <= 2 && isJoined(at - 1))
    at++;
  return at < roles.length && isJoined(at - 1) ? groupEnd(roles, isJoined, at) : null;
}

async function rolesIn(
  text: string,
  tokens: readonly PositionedToken[],
  language: string,
  stop: ReadonlySet<string>,
): Promise<Role[]> {
  if (language === 'de') return tokens.map((_, i) => germanRole(tokens, i, stop));
  const classes = await englishClasses(text, tokens);
  return tokens.map((_, i) => englishRole(tokens, classes, i, stop));
}

function englishRole(
  tokens: readonly PositionedToken[],
  classes: readonly WordClass[],
  i: number,
  stop: ReadonlySet<string>,
): Role {
  const word = foldWord(tokens[i]!.text);
  if (CONNECTORS.has(word)) return 'link';
  if (DETERMINERS.has(word)) return 'article';
  const isAdjective = classes[i] === 'adjective';
  // "New" is among the stop words of a search.
  if (VAGUE.has(word) || !(isContent(tokens[i]!, stop) || isAdjective)) return 'other';
  if (isAdjective) return 'modifier';
  // “A tower that rang bells”: no determiner, and the tagger takes some verbs for nouns.
  const isRelative = /^(?:that|which|who)$/iu.test(tokens[i - 1]?.text ?? '') && classes[i + 1] === 'noun';
  if (isRelative && (classes[i] === 'verb' || classes[i - 2] === 'noun')) return 'other';
  const isDetermined = i > 0 && DETERMINERS.has(foldWord(tokens[i - 1]!.text));
  if (classes[i] === 'verb' && isDetermined) return /[^e]ed$/u.test(word) ? 'modifier' : 'noun';
  return classes[i] === 'noun' ? 'noun' : 'other';
}

function germanRole(tokens: readonly PositionedToken[], i: number, stop: ReadonlySet<string>): Role {
  const { text } = tokens[i]!;
  const word = foldWord(text);
  if (CONNECTORS.has(word) || GENITIVES.has(word)) return 'link';
  if (DETERMINERS.has(word)) return 'article';
  if (!isContent(tokens[i]!, stop) || VAGUE.has(word) || GERMAN_ADVERBS.has(word)) return 'other';
  // A sentence may begin with any word in capitals.
  if (/^\p{Lu}/u.test(text)) return i > 0 || /(?:ung|heit|keit|schaft|tion|tat)(?:en)?$/u.test(word) ? 'noun' : 'other';
  const follows = i > 0 && ['link', 'article', 'modifier'].includes(germanRole(tokens, i - 1, stop));
  return follows && /e[nrsm]?$/u.test(word) ? 'modifier' : 'other';
}

/** Leaves out leading adjectives whose ending fits only their article: "des neuen Hallenbads" starts at the noun. */
function germanStart(tokens: readonly PositionedToken[], roles: readonly Role[], from: number, to: number): number {
  const noun = roles.indexOf('noun', from);
  const article = from > 0 ? foldWord(tokens[from - 1]!.text) : '';
  const fits = tokens.slice(from, noun).every(({ text }) => text.endsWith('e'));
  return noun > from && noun <= to && !(fits && (article === 'die' || article === 'eine')) ? noun : from;
}
