import { type Fact, type FactRequest, isFrom, sampleEvenly } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';
import { quoteFinding } from './finding-text.ts';

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|ok(?:ay)?|test|hallo|guten (?:morgen|tag|abend)|danke(?:schön)?|moin|servus)(?: (?:there|again|you|so much|very much|a lot|sehr|nochmal|zusammen))?[\s!.,?:)]*$/iu;

/** Responds to a greeting with questions that can be answered. */
export function greeting({ text, language }: FactRequest): Fact | null {
  return GREETING.test(text.trim()) ? { sentence: FACT_TEXTS[language].greeting, evidence: [] } : null;
}

const SUMMARY =
  /\b(?:summar\p{L}*|overview|recap|gist|tl;?dr|what(?:'s|’s| is| was)? (?:it|this|that|the (?:video|clip|film|movie|recording))(?: all)? about|zusammen(?:fass\p{L}*)?|überblick|(?:worum|um was) geht)(?!\p{L})/iu;

/** The summary and the chapters of the video. */
export function summaryFact({ text, segments, language, question }: FactRequest): Fact | null {
  if (question.terms.length > 0 || !SUMMARY.test(text)) return null;
  const summary = segments.find(isFrom('summary'));
  if (!summary) return null;
  const chapters = segments.filter(isFrom('chapters'));
  return {
    sentence: quoteFinding(summary, language),
    evidence: [summary, ...chapters],
    quoted: chapters.length > 1 ? sampleEvenly(chapters) : [],
  };
}
