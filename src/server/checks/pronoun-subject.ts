import { meaningfulTerms } from '../../attribution/meaningful-terms.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import type { QuoteWord } from '../evidence/citations/quote-words.ts';
import type { SourceSentence } from './sources.ts';
import { isSamePerson } from './speakers.ts';
import { type ContentWord, isAmount, LIGHT, NEGATIONS, type Statement } from './statement.ts';
import { verbForm } from './verb-forms.ts';

/** Most content words of a subject. */
const MAX_WORDS = 4;
const GERMAN_PRONOUNS = new Set('wir ich er sie es'.split(' '));
const PRONOUNS = new Set([...'we i he she it they you'.split(' '), ...GERMAN_PRONOUNS]);
const GERMAN_ARTICLE = /^(?:der|die|das|den|dem|ein|eine|einer|einem|unsere?|unserem|unserer|ihre?|seine?)$/iu;
const ENGLISH_ARTICLE = /^(?:the|a|an|our|their|his|her|its|this)$/iu;
const isArticle = (word: string) => ENGLISH_ARTICLE.test(word) || GERMAN_ARTICLE.test(word);
const AUXILIARIES = new Set(
  'has have had is are was were been will would also then already now hat haben habe hatte hatten hätte hätten sei seien werde wird werden wurde wurden auch dann bereits inzwischen'.split(
    ' ',
  ),
);
/** German words between an auxiliary and the verb at the end. */
const PREPOSITIONS = new Set('im am in an auf bei mit für seit nach vor der dem den die das einem einer'.split(' '));
/** A time or a place before the subject. */
const PHRASE = /^(?:In|On|At|Since|After|During|By|Over)\s[^,]{1,60},\s+/u;
/** Speech that a statement reports, which stands between its subject and its verb. */
const REPORTING = /^(?:says?|said|reports?|reported|announced|explained|states?|stated|confirms?|confirmed)$/iu;
const REPORTED = /^(?:it|they|he|she)$/iu;
const WORD = /^[\p{L}’'-]+$/u;
const INNER = /^(?:of|the|and|for|von|des|der|fur|für|und)$/iu;
const DENYING = /(?<!\p{L})(?:den(?:y|ies|ied)|refus\p{L}*|doubt\p{L}*|reject\p{L}*|almost|nearly|fast)(?!\p{L})/iu;
const AGENT = /^(?:by|von|durch)$/iu;

/**
 * Returns the missing words of a statement that a sentence has as a pronoun: those of `The foundation raised` where it
 * is `We raised`, and of `was raised by the foundation`. A name is the pronoun's only if it is the speaker's. None
 * where the sentence has no pronoun as the subject of the same verb. Pure.
 */
export function pronounSubject(
  statement: Statement,
  missing: ReadonlySet<ContentWord>,
  found: SourceSentence,
): readonly ContentWord[] {
  const subject = leadingSubject(statement, missing, found.speaker) ?? agentOf(statement, missing);
  if (!subject || !hasPronoun(statement, missing, found)) return [];
  return subject;
}

function leadingSubject(
  statement: Statement,
  missing: ReadonlySet<ContentWord>,
  speaker: string | null,
): readonly ContentWord[] | undefined {
  const { text } = statement;
  const from = PHRASE.exec(text)?.[0].length ?? 0;
  const content = statement.content.filter(({ word }) => word.start >= from);
  const count = content.findIndex((one) => !missing.has(one) || isAmount(one));
  const verb = content[count];
  if (count < 1 || count > MAX_WORDS || !verb) return undefined;
  const words = content.slice(0, count);
  const head = text.slice(from, verb.word.start).trim().split(/\s+/);
  const plain = withoutAuxiliaries(head);
  const noun = withoutAuxiliaries(withoutReporting(plain)).join(' ');
  // Without an auxiliary the verb follows; in “regrets raising” it is another.
  if (plain === head && (isAmount(verb) || /ing$/iu.test(text.slice(verb.word.start, verb.word.end)))) return undefined;
  if (speaker !== null && isSamePerson(noun, speaker)) return words;
  return isNounPhrase(noun, words, text) ? words : undefined;
}

/** Words before the auxiliaries at the end, if there are any. */
function withoutAuxiliaries(words: readonly string[]): readonly string[] {
  const endOf = (set: ReadonlySet<string>, end: number) => {
    while (end > 1 && set.has(words[end - 1]!.toLowerCase())) end--;
    return end;
  };
  const verb = endOf(PREPOSITIONS, words.length);
  const end = endOf(AUXILIARIES, verb);
  return end < verb ? words.slice(0, end) : words;
}

/** Words before `said that it` or the like at the end. */
function withoutReporting(words: readonly string[]): readonly string[] {
  if (!REPORTED.test(words.at(-1)!)) return words;
  const before = words.slice(0, words.at(-2) === 'that' ? -2 : -1);
  return before.length > 1 && REPORTING.test(before.at(-1)!) ? before.slice(0, -1) : words;
}

/** Whether a text is an article with a noun, rather than a name or a noun with a verb. */
function isNounPhrase(noun: string, words: readonly ContentWord[], text: string): boolean {
  const [article, ...others] = noun.replace(/^[^\p{L}]+/u, '').split(' ');
  if (!isArticle(article!) || others.length === 0 || DENYING.test(noun)) return false;
  const own = words.map(({ word }) => text.slice(word.start, word.end));
  if (!others.every((word) => WORD.test(word) && (INNER.test(word) || own.includes(word)))) return false;
  const last = others.at(-1)!;
  if (others.length > 1 && /(?:ly|ed)$/.test(last)) return false;
  // German nouns have capitals, verbs don’t.
  return !GERMAN_ARTICLE.test(article!) || /^\p{Lu}/u.test(last);
}

/** The words behind `by` in the passive. */
function agentOf({ text, content }: Statement, missing: ReadonlySet<ContentWord>): readonly ContentWord[] | undefined {
  const from = content.findIndex((one) => missing.has(one) && !isAmount(one));
  if (from < 1) return undefined;
  const before = text.slice(0, content[from]!.word.start).trim().split(/\s+/);
  if (!isArticle(before.at(-1)!) || !AGENT.test(before.at(-2) ?? '')) return undefined;
  const rest = content.slice(from);
  const count = rest.findIndex((one) => !missing.has(one));
  const words = count < 0 ? rest : rest.slice(0, count);
  return words.length <= MAX_WORDS && !words.some(isAmount) ? words : undefined;
}

/** Whether a pronoun is the subject of the first word that a sentence has in common with a statement. */
function hasPronoun({ content }: Statement, missing: ReadonlySet<ContentWord>, found: SourceSentence): boolean {
  const shared = content.filter((one) => !missing.has(one));
  if (!shared.some((one) => !isAmount(one))) return false;
  const keys = new Set(shared.map(({ word }) => word.key));
  const terms = new Set(shared.flatMap((one) => one.terms));
  const forms = new Set(shared.map(({ form }) => form));
  const { words, text } = found;
  const isShared = (word: QuoteWord) =>
    keys.has(word.key) || forms.has(verbForm(text, word)) || termsOf(word.key).some((term) => terms.has(term));
  return words.some((pronoun, i) => {
    if (!PRONOUNS.has(pronoun.key)) return false;
    const isGerman = GERMAN_PRONOUNS.has(pronoun.key);
    const before = words[i - 1];
    // As in “Im Mai sammelten wir”.
    if (isGerman && before && !/\d/.test(before.key) && isShared(before)) return true;
    const next = words.slice(i + 1).find((word) => {
      const isNoun = isGerman && /^\p{Lu}/u.test(text.slice(word.start)) && !isShared(word);
      return !isNoun && !isLight(word) && (isShared(word) || !/\d/.test(word.key));
    });
    if (!next || !isShared(next) || words.slice(0, i).some(({ key }) => key === next.key)) return false;
    return !/[,;:.—–]\s/.test(text.slice(pronoun.end, next.start));
  });
}

function isLight({ key }: QuoteWord): boolean {
  return !NEGATIONS.has(key) && meaningfulTerms(key).every((term) => LIGHT.has(term));
}
