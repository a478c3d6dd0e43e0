import type { Segment } from '../../contract/segment.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { ANSWER_TEXTS, type AnswerLanguage } from './answer-texts.ts';
import { cite } from './citations.ts';
import type { Fact } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';
import { findingText } from './finding-text.ts';

/** Maximum length of a quoted finding, in characters. */
const MAX_QUOTE_LENGTH = 400;

/** Engine id of answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/** Quotes the best moments with their times, in time order, with a note that no language model was used. */
export function extractiveAnswer(evidence: readonly Segment[], segmentCount: number, language: AnswerLanguage): string {
  const words = ANSWER_TEXTS[language];
  if (evidence.length === 0) return segmentCount === 0 ? words.noFindings : words.noMatches(segmentCount);
  return `${words.intro(evidence.length)}\n\n${quotes(evidence, language)}`;
}

/** Formats a fact with the findings that support it. */
export function factualAnswer({ sentence, evidence }: Fact, language: AnswerLanguage): string {
  const statement = `${sentence} ${FACT_TEXTS[language].note}`;
  return evidence.length === 0 ? statement : `${statement}\n\n${quotes(evidence, language)}`;
}

function quotes(evidence: readonly Segment[], language: AnswerLanguage): string {
  const { module } = ANSWER_TEXTS[language];
  return evidence
    .map(
      (segment) => `- ${cite(segment.start_time)} ${module(segment.module)}: ${quote(findingText(segment, language))}`,
    )
    .join('\n');
}

/** Escapes Markdown and replaces the colon in times recognized on screen, which would otherwise look like citations. */
function quote(content: string): string {
  const line = sanitizeAnswer(content.replace(/\s+/g, ' '))
    .replace(/\s+/g, ' ')
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
  const characters = Array.from(line);
  return characters.length > MAX_QUOTE_LENGTH ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : line;
}
