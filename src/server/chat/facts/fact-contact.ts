import { sanitizeAnswer } from '../../../models/language/sanitize.ts';
import { citeFinding } from '../attribution/citations.ts';
import { type Fact, type FactRequest, isFrom, sampleEvenly } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

/** Contact details that a question asks for, and how findings state them. */
const KINDS = [
  [
    /\b(?:(?:tele)?phone numbers?|hotline|telefonnummern?|rufnummern?)(?!\p{L})/iu,
    /(?<![\d:])\+?\d(?:[ ()/-]{0,2}\d){5,14}(?![\d:])/g,
  ],
  [/\be-?mails?(?: address(?:es)?|-?adressen?)?(?!\p{L})/iu, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g],
  [
    /\b(?:websites?|web (?:address(?:es)?|sites?|pages?)|urls?|webadressen?|webseiten?|internetadressen?|links?)(?!\p{L})/iu,
    /(?:https?:\/\/|\bwww\.)[^\s,;]+|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.(?:com|org|net|de|at|ch|eu|uk|io|info|example)\b(?:\/\S*)?/gi,
  ],
] as const;

/** Longer questions ask about something else than the detail. */
const MAX_TERMS = 3;

/** Quotes the telephone numbers, addresses, or links that are shown or spoken. */
export function contactFact({ text, segments, language, question }: FactRequest): Fact | null {
  const pattern = KINDS.find(([asked]) => asked.test(text))?.[1];
  if (!pattern || question.terms.length > MAX_TERMS) return null;
  const stated = segments.filter((segment) => isFrom('ocr')(segment) || isFrom('transcription')(segment));
  const holding = sampleEvenly(stated.filter(({ content }) => content.match(pattern) !== null));
  if (holding.length === 0) return null;
  const found = holding.flatMap((segment) =>
    (segment.content.match(pattern) ?? []).map((detail) => `${plain(detail)} ${citeFinding(segment)}`),
  );
  return { sentence: FACT_TEXTS[language].details(found), evidence: holding, quoted: [] };
}

/** A detail that is neither Markdown nor a link. */
function plain(detail: string): string {
  return sanitizeAnswer(detail.trim()).replaceAll('*', '∗');
}
