import { foldWord } from '../../base/text-fold.ts';
import { englishClasses } from '../shared/text/english-classes.ts';
import { isLink } from '../shared/text/noun-phrases.ts';
import { wordTokens } from '../shared/text/tokens.ts';

/** Longest headline in characters. German clauses end with their verb, so they are never cut. */
const MAX_LENGTH = { en: 64, de: 76 };
const MIN_WORDS = 4;
const ARTICLE = /^(?:the|an?|der|die|das|ein|eine)\s+/iu;
/** Beginning of a sentence about something named before it, or about somebody who is not named. */
const REFERRING =
  /^(?:i|you|he|she|it|we|they|his|her|its|their|my|our|your|this|that|these|those|there|here|what|who|how|when|why|where|and|but|so|if|ich|du|er|sie|es|wir|ihr|man|mein|dein|unser|seine?|ihre?|dies\p{L}*|jene\p{L}*|dort|hier|da|dann|was|wer|wie|wann|warum|wo|und|aber|wenn)(?!\p{L})/iu;
/** Words before which an English headline may end, besides prepositions between nouns. */
const ENDS = new Set(['by', 'to', 'as', 'until']);
/** Begins a clause that a headline does without. */
const CLAUSE = new Set('who which that because although while whereas when where after since so but'.split(' '));

/**
 * Shortens a sentence to a headline: its first clause without the article before it, in English cut before a
 * preposition or “and” where it is long. Null if it refers to what was said before, or has no short clause.
 * @param language ISO 639-1
 */
export async function headlineOf(text: string, language: string): Promise<string | null> {
  const sentence = text.trim().replace(/[.!]$/u, '');
  if ((language !== 'en' && language !== 'de') || sentence.endsWith('?')) return null;
  const clauses = sentence.split(/[,;:–—]\s/u);
  const short =
    language === 'en' ? (await Promise.all(clauses.map(cutEnglish))).find((clause) => clause !== null) : clauses[0];
  if (
    !short ||
    REFERRING.test(sentence) ||
    REFERRING.test(short) ||
    short.length > MAX_LENGTH[language] ||
    wordTokens(short).length < MIN_WORDS
  )
    return null;
  return short.replace(ARTICLE, '');
}

/** The longest beginning of a clause that fits, has a verb, and ends before a preposition, “and”, or another clause. */
async function cutEnglish(clause: string): Promise<string | null> {
  const tokens = wordTokens(clause);
  const words = tokens.map(({ text }) => foldWord(text));
  const classes = await englishClasses(clause, tokens);
  const verb = classes.indexOf('verb', 1);
  if (verb < 0) return null;
  const isEnd = (i: number) =>
    i === tokens.length ||
    CLAUSE.has(words[i]!) ||
    ENDS.has(words[i]!) ||
    (isLink(words[i]!) && !(words[i] === 'and' && words.slice(0, i).includes('between')));
  const next = tokens.findIndex((_, i) => i > verb && CLAUSE.has(words[i]!));
  for (let end = next < 0 ? tokens.length : next; end > verb + 1; end--) {
    const text = clause.slice(0, tokens[end - 1]!.end);
    // “… has been running” since when?
    const isCut = end < tokens.length && words[end - 1]!.endsWith('ing') && classes[end - 1] === 'verb';
    if (!isCut && isEnd(end) && !isLink(words[end - 1]!) && !ENDS.has(words[end - 1]!) && text.length <= MAX_LENGTH.en)
      return text;
  }
  return null;
}
