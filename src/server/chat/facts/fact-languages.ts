import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { citeFinding } from '../attribution/citations.ts';
import { type Fact, type FactRequest, isFrom } from './fact-parts.ts';

/** Asks which languages are spoken, in one video or in each of several. */
export const ASKS_LANGUAGES =
  /^(?:in )?(?:which|what|welche[nrs]?) (?:languages?|sprachen?)(?: (?:is|are|wird|werden))?(?: (?:spoken|gesprochen))?(?: (?:in|of|pro|per|von) (?:(?:each|every|all|the|these|jede[mnrs]|allen|den|diesen)(?: of the)? )?(?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien))?(?: (?:spoken|gesprochen))?\s{0,3}\?{0,3}$/iu;

/** Names of the spoken languages with the first line in each, the most frequent language first. */
export function languagesOf(
  segments: readonly Segment[],
  language: AnswerLanguage,
): { name: string; first: Segment }[] {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  const lines = segments.filter(isFrom('transcription')).filter(({ data }) => typeof data?.['language'] === 'string');
  const byCode = [...Map.groupBy(lines, ({ data }) => String(data?.['language']))];
  return byCode
    .sort((a, b) => b[1].length - a[1].length)
    .map(([code, own]) => ({ name: names.of(code) ?? code, first: own[0]! }));
}

/** Names the languages that are spoken in a video. */
export function languageFact({ text, segments, language }: FactRequest): Fact | null {
  const languages = ASKS_LANGUAGES.test(text) ? languagesOf(segments, language) : [];
  if (languages.length === 0) return null;
  const sentence = `${languages.map(({ name, first }) => `${name} ${citeFinding(first)}`).join(', ')}.`;
  return { sentence, evidence: languages.map(({ first }) => first), quoted: [] };
}
