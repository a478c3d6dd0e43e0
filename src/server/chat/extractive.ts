import type { Segment } from '../../contract/segment.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { ANSWER_WORDS, type AnswerLanguage } from './answer-words.ts';
import { cite } from './citations.ts';
import type { Fact } from './fact-parts.ts';
import { FACT_WORDS } from './fact-words.ts';

/** Longest passage that is quoted whole, in characters. */
const QUOTE_LENGTH = 400;

/** Signs answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/** The best passages, quoted with their times in time order, and said to be no more than that. Pure. */
export function extractiveAnswer(evidence: readonly Segment[], segmentCount: number, language: AnswerLanguage): string {
  const words = ANSWER_WORDS[language];
  if (evidence.length === 0) return segmentCount === 0 ? words.nothingAtAll : words.nothing(segmentCount);
  return `${words.intro(evidence.length)}\n\n${quotes(evidence, language)}`;
}

/** What was read off the findings, with those it rests on. Pure. */
export function factualAnswer({ sentence, evidence }: Fact, language: AnswerLanguage): string {
  const said = `${sentence} ${FACT_WORDS[language].note}`;
  return evidence.length === 0 ? said : `${said}\n\n${quotes(evidence, language)}`;
}

function quotes(evidence: readonly Segment[], language: AnswerLanguage): string {
  const { module } = ANSWER_WORDS[language];
  return evidence
    .map((segment) => `- ${cite(segment.start_time)} ${module(segment.module)}: ${quote(segment.content)}`)
    .join('\n');
}

/** Times that were read in the picture are no citations, so they lose the form of one; markup is no more than text. */
function quote(content: string): string {
  const line = sanitizeAnswer(content.replace(/\s+/g, ' '))
    .replace(/\s+/g, ' ')
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
  const characters = Array.from(line);
  return characters.length > QUOTE_LENGTH ? `${characters.slice(0, QUOTE_LENGTH).join('')}…` : line;
}
