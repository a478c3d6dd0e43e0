import type { Segment } from '../../../contract/segment.ts';
import { sanitiseAnswer } from '../../../models/language/sanitise.ts';
import { ANSWER_WORDS, type AnswerLanguage } from './answer-words.ts';
import { cite } from './citations.ts';

/** Longest passage that is quoted whole, in characters. */
const QUOTE_LENGTH = 400;

/** Signs answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/** The best passages, quoted with their times in time order, and said to be no more than that. Pure. */
export function extractiveAnswer(evidence: readonly Segment[], segmentCount: number, language: AnswerLanguage): string {
  const words = ANSWER_WORDS[language];
  if (evidence.length === 0) return segmentCount === 0 ? words.nothingAtAll : words.nothing(segmentCount);
  const quotes = evidence.map(
    (segment) => `- ${cite(segment.start_time)} ${words.module[segment.module]}: ${quote(segment.content)}`,
  );
  return `${words.intro(evidence.length)}\n\n${quotes.join('\n')}`;
}

/** Times that were read in the picture are no citations, so they lose the form of one; markup is no more than text. */
function quote(content: string): string {
  const line = sanitiseAnswer(content.replace(/\s+/g, ' '))
    .replace(/\s+/g, ' ')
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
  const characters = Array.from(line);
  return characters.length > QUOTE_LENGTH ? `${characters.slice(0, QUOTE_LENGTH).join('')}…` : line;
}
