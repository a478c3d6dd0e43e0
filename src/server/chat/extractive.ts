import type { AnswerLanguage } from '../../attribution/text-language.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ANSWER_TEXTS } from './answer-texts.ts';
import { citeFinding } from './attribution/citations.ts';
import type { Evidence } from './evidence.ts';
import type { Fact } from './facts/fact-parts.ts';
import { quoteFinding, typeOf, withPreviewMark, withPreviewNote } from './finding-text.ts';

/** Engine id of answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/**
 * Quotes the best passage, then the next best; or lists moments in time order; or states that there is none.
 * @param count of all findings @param hasFailed whether a language model was asked and failed
 */
export function extractiveAnswer(
  { segments, isRanked, completing, nearest }: Evidence,
  { count, hasFailed = false }: { count: number; hasFailed?: boolean },
  language: AnswerLanguage,
): string {
  const words = ANSWER_TEXTS[language];
  if (segments.length === 0) {
    const none = count === 0 ? words.noFindings : hasFailed ? words.noModelAnswer : words.noMatches(count);
    if (nearest.length === 0) return none;
    const near = nearest.map(({ segment }) => segment);
    return `${none}\n\n${words.nearest}\n\n${quotes(near, language)}`;
  }
  if (!isRanked) return `${words.intro(segments.length)}\n\n${quotes(segments, language)}`;
  const [best, ...ranked] = segments;
  const lines = [best!, ...completing];
  const others = ranked.filter((segment) => !lines.includes(segment));
  const answer = lines
    .map((line) => `${withPreviewMark(quoteFinding(line, language), line, language)} ${citeFinding(line)}`)
    .join(' ');
  return others.length === 0 ? answer : `${answer}\n\n${words.also}\n\n${quotes(others, language)}`;
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
