import type { Segment } from '../../contract/segment.ts';
import { ANSWER_TEXTS, type AnswerLanguage } from './answer-texts.ts';
import { citeFinding } from './citations.ts';
import type { Fact } from './fact-parts.ts';
import { quoteFinding, typeOf, withPreviewNote } from './finding-text.ts';

/** Engine id of answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/** Quotes the best moments with their times, in time order. */
export function extractiveAnswer(evidence: readonly Segment[], segmentCount: number, language: AnswerLanguage): string {
  const words = ANSWER_TEXTS[language];
  if (evidence.length === 0) return segmentCount === 0 ? words.noFindings : words.noMatches(segmentCount);
  return `${words.intro(evidence.length)}\n\n${quotes(evidence, language)}`;
}

/** Formats a fact with the findings that support it. */
export function factualAnswer({ sentence, evidence, quoted = evidence }: Fact, language: AnswerLanguage): string {
  const fact = withPreviewNote(sentence, evidence, language);
  return quoted.length === 0 ? fact : `${fact}\n\n${quotes(quoted, language)}`;
}

function quotes(evidence: readonly Segment[], language: AnswerLanguage): string {
  return evidence
    .map((segment) => `- ${citeFinding(segment)} ${typeOf(segment, language)}: ${quoteFinding(segment, language)}`)
    .join('\n');
}
