import { type TaggedWord, tagEnglish } from '../../../models/language/english-tagger.ts';
import type { PositionedToken } from './tokens.ts';

/** Word class, as far as noun phrases need it. */
export type WordClass = 'noun' | 'verb' | 'adjective' | 'other';

/** Tags of nouns that name nothing. */
const NAMELESS = ['Pronoun', 'Value', 'Unit', 'Currency'];
/** Beginnings of a clause with a verb of its own. */
const SUBORDINATOR = /^(?:that|who|which|because|while|when|if|although|whether)$/iu;
/** Verbs that the tagger knows as nouns alone. */
const MISSED_VERBS = /^(?:rose|burst)$/iu;
const HEADLINE_WORDS = 6;
const ARTICLE = 'the ';
const DETERMINER = /(?:^|\s)(?:an?|the|this|that|these|those|my|your|his|her|its|our|their|every|each|some|any|no)\s/iu;

/**
 * Classes of the words of an English text.
 * @param tokens words of the text
 */
export async function englishClasses(text: string, tokens: readonly PositionedToken[]): Promise<WordClass[]> {
  const isShort = tokens.length <= HEADLINE_WORDS;
  const isHeadline = isShort && !/[.!?]\s*$/u.test(text) && !DETERMINER.test(text);
  // The tagger takes capitals for acronyms and names, and the first word of “flood warning” for a verb.
  const isCapitalized = tokens.every((token) => token.text.length < 4 || !/^\p{Ll}/u.test(token.text));
  const plain = isCapitalized ? text.toLowerCase() : text;
  const sentences = await tagEnglish(isHeadline ? ARTICLE + plain.charAt(0).toLowerCase() + plain.slice(1) : plain);
  const words = sentences.flatMap((sentence) => withFoundVerbs(sentence, isShort));
  const classes: WordClass[] = [];
  let end = isHeadline ? -ARTICLE.length : 0;
  let at = -1;
  for (const { start } of tokens) {
    while (end <= start && at + 1 < words.length) end += words[++at]!.length;
    classes.push(words[at]?.wordClass ?? 'other');
  }
  return classes;
}

/**
 * Classes of the words of a sentence, with the lengths that these take in the text. The tagger takes some verbs for
 * nouns: a word after a noun that can be either is a verb if a determiner follows (“the branch hit their car”), or if
 * its clause would have none. A short text may be no clause: “Old railway tracks near the station.”
 */
function withFoundVerbs(sentence: readonly TaggedWord[], isShort: boolean) {
  const classes = sentence.map(({ tags }) => classOf(tags ?? new Set()));
  const isEither = (i: number) => {
    const { text, switch: both = '' } = sentence[i]!;
    return classes[i] === 'noun' && classes[i - 1] === 'noun' && (MISSED_VERBS.test(text) || both.includes('Verb'));
  };
  for (const i of classes.keys()) {
    const next = sentence[i + 1]?.tags;
    if (next && (next.has('Determiner') || next.has('Possessive')) && isEither(i)) classes[i] = 'verb';
  }
  for (const [from, to] of clausesOf(sentence)) {
    if (classes.slice(from, to).includes('verb')) continue;
    const isMissed = (i: number) => isEither(i) && (!isShort || MISSED_VERBS.test(sentence[i]!.text));
    const found = classes.findIndex((_, i) => i >= from && i < to && isMissed(i));
    if (found >= 0) classes[found] = 'verb';
  }
  // A contraction is several words, of which the first has the text.
  return sentence.map(({ pre, text, post }, i) => ({
    wordClass: classes[text === '' && i > 0 ? i - 1 : i]!,
    length: pre.length + text.length + post.length,
  }));
}

/** Clauses that need a verb, as indices of their first words and of those behind them. */
function clausesOf(sentence: readonly TaggedWord[]): [number, number][] {
  const starts = sentence.flatMap(({ text }, i) => (i === 0 || SUBORDINATOR.test(text) ? [i] : []));
  return starts.map((from, i) => [from, starts[i + 1] ?? sentence.length]);
}

function classOf(tags: ReadonlySet<string>): WordClass {
  if (NAMELESS.some((tag) => tags.has(tag))) return 'other';
  if (tags.has('Verb')) return 'verb';
  if (tags.has('Adjective')) return 'adjective';
  return tags.has('Noun') ? 'noun' : 'other';
}
