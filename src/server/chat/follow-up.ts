import { type AnswerLanguage, languageOf } from '../../attribution/text-language.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { isNounAt, PRONOUNS, type Word, words, wordsOf } from './question-words.ts';

/** Words that connect a question to the one before it. */
const CONNECTIVE =
  /^(?:(?:and|or|but|so|also|then|only|(?:what|how) about|und|oder|aber|dann|also|auch|nur|was ist mit|wie (?:ist|steht) es mit)\s+)+/iu;

/** Begins a question or a request that has a verb of its own. */
const COMPLETE =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|may|might|show|find|list|tell|give|describe|summari[sz]e|explain|name|count|compare|wer|wen|wem|wessen|welche[rsmn]?|wann|wo|woher|wohin|woran|worum|worüber|womit|warum|wieso|weshalb|wie|wozu|ist|sind|war|waren|gibt|gab|hat|haben|hatte|kann|können|kannst|wird|werden|wurde|soll|zeige?|finde|nenne?|liste|sage?|beschreibe?|fasse|erkläre|zähle)\s+\S/iu;

/** A whole question without a subject: "Why?", "And how often?", "Wann genau?" */
const FRAGMENT =
  /^(?:(?:and|but|or|so|und|aber|oder)\s+)*(?:(?:(?:for|since|until|by|with|at|from|to|seit|bis|von|mit|für|an)\s+)?(?:why|where|when|who|whom|what|which|whose|how|wo|wann|wer|wen|wem|was|warum|wieso|weshalb|wie|welche[rsmn]?|womit|wofür|wozu|woher|wohin)(?:\s+(?:often|long|many|much|so|come|far|fast|exactly|else|not|oft|lange|viele|weit|schnell|genau|noch|sonst|nicht|denn|anders))*|then|next|before|after|later|dann|danach|davor|vorher|nachher|später|weiter)[\s?!.…]*$/iu;

/** Ends a question about the time before or after the answer: "What happens next?" */
const RELATIVE_END =
  /(?<!\p{L})(?:next|then|afterwards?|later|before|after|dann|danach|davor|vorher|nachher|später|weiter)[\s?!.…]*$/iu;

/** "It" that refers to nothing: "Is it raining?", "Worum geht es?" */
const EXPLETIVE =
  /\b(?:(?:it|es) (?:rain|snow|regn|schnei|geht|gibt|gab|handelt)\p{L}*|(?:is|was|does|did|will) it (?=(?:rain|snow|dark|day|night)\p{L}*)|(?:gibt|gab|geht|ging|handelt|regnet|schneit) es)/giu;

/** "Which one", "the red ones", "the others": a noun phrase whose noun is in the question before. */
const PRO_FORM =
  /\b(?:(?:which|this|that|the(?: \p{L}+)?|another|other) ones?(?! of\b)|(?:which|any|all|some|none|each|both) of (?:them|these|those|it)|the others?(?=[\s?!.…]*$)|(?:der|die|das|den|dem) andere[nrs]?(?=[\s?!.…]*$))\b/iu;

/** Attributes, to whose names a possessive can't refer: "What color is his car?" */
const ATTRIBUTES = new Set(
  termsOf(
    `color colour kind type sort size age brand name title date place language number reason amount length Farbe Art Größe Alter
     Marke Name Titel Datum Ort Sprache Zahl Grund Länge`,
  ),
);
const BE = words('is are was were be been ist sind war waren');

/**
 * Whether a question can't be understood without the one before it: it is an ellipsis ("And in the second half?",
 * "Why?"), or a pronoun in it has no antecedent. Pure.
 */
export function isFollowUp(text: string): boolean {
  return isEllipsis(text) || hasUnboundPronoun(text.trim().replace(EXPLETIVE, ' '));
}

/** Whether a question lacks more than the noun of a pronoun. Pure. */
export function isEllipsis(text: string): boolean {
  const plain = text.trim();
  if (FRAGMENT.test(plain) || RELATIVE_END.test(plain) || PRO_FORM.test(plain)) return true;
  const rest = plain.replace(CONNECTIVE, '');
  return rest !== plain && !COMPLETE.test(rest);
}

function hasUnboundPronoun(text: string): boolean {
  const language = languageOf(text);
  const list = wordsOf(text, language);
  return list.some((_, at) => isUnbound(list, at, language));
}

/**
 * Whether a word is a pronoun without an antecedent. By principle B of binding theory, a pronoun refers to nothing in
 * its own clause ("What does the man say about it?"); a possessive may ("What does the man put in his bag?").
 */
function isUnbound(list: readonly Word[], at: number, language: AnswerLanguage): boolean {
  const { personal, possessive, demonstrative, adverb, afterPronoun } = PRONOUNS[language];
  const { text, spelled, clause } = list[at]!;
  const [before, after] = [list[at - 1], list[at + 1]];
  const isNoun = (_: Word, i: number) => i < at && isNounAt(list, i, language);
  if (personal.has(text)) {
    // The polite address.
    if (spelled === 'Sie' && at > 0) return false;
    return !list.some((word, i) => word.clause < clause && isNoun(word, i));
  }
  if (possessive.has(text)) {
    if (text === 'sein' && !after) return false;
    const isBySubject = at > 1 && /^(?:who|wer)$/.test(list[0]!.text) && !BE.has(list[1]!.text);
    return !isBySubject && !list.some((word, i) => isNoun(word, i) && !isAttribute(word));
  }
  if (demonstrative.has(text)) {
    // Before a noun it is an article; between a noun and a verb, a relative pronoun.
    if (after && (before?.isContent || !afterPronoun.has(after.text))) return false;
    return !list.some((word, i) => word.clause < clause && isNoun(word, i));
  }
  if (!adverb.has(text)) return false;
  // "Is there", "there are".
  const exists = (word: Word | undefined) => language === 'en' && word !== undefined && BE.has(word.text);
  return !exists(before) && !exists(after) && !list.some((word, i) => word.clause < clause && isNoun(word, i));
}

const isAttribute = ({ text }: Word) => termsOf(text).some((term) => ATTRIBUTES.has(term));
