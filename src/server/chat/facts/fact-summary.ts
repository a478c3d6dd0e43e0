import { termsOf } from '../../../db/text-index/terms.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import { type Fact, type FactRequest, isFrom, RECORDING_TERMS, sampleEvenly } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers|ok(?:ay)?|test|hallo|guten (?:morgen|tag|abend)|danke(?:schön)?|moin|servus)(?: (?:there|again|you|so much|very much|a lot|sehr|nochmal|zusammen))?[\s!.,?:)]*$/iu;

/** Responds to a greeting with questions that can be answered. */
export function greeting({ text, language }: FactRequest): Fact | null {
  return GREETING.test(text.trim()) ? { sentence: FACT_TEXTS[language].greeting, evidence: [] } : null;
}

const SUMMARY =
  /\b(?:summar\p{L}*|overview|recap|gist|tl;?dr|what(?:'s|’s| is| was)? (?:it|this|that|(?:the|this|that) (?:video|clip|film|movie|recording|talk|interview|lecture|speech|podcast|episode|conversation|meeting|presentation|seminar|webinar|newscast|program))(?: all)? about|zusammen(?:fass\p{L}*)?|überblick|(?:worum|um was) geht)(?!\p{L})/iu;

/** Words beside the summary that is asked for: “Can you write a short one?” */
const REQUEST_TERMS = new Set(
  termsOf(
    'give write make need want short brief briefly quick gib brauche fasse fassen könnten können kurz kurze kurzen ich zusammenfassen',
    'query',
  ),
);

/** The summary and the chapters of the video. */
export function summaryFact({ text, segments, language, question }: FactRequest): Fact | null {
  const isOther = question.terms.some((term) => !RECORDING_TERMS.has(term) && !REQUEST_TERMS.has(term));
  if (isOther || !SUMMARY.test(text)) return null;
  const summary = segments.find(isFrom('summary'));
  if (!summary) return null;
  const chapters = segments.filter(isFrom('chapters'));
  return {
    sentence: quoteFinding(summary, language),
    evidence: [summary, ...chapters],
    quoted: chapters.length > 1 ? sampleEvenly(chapters) : [],
  };
}

const TOPICS =
  /\b(?:(?:which|what) (?:are the )?(?:main )?(?:topics|subjects|themes)|welche(?:s sind die)? (?:haupt)?themen)(?!\p{L})/iu;

/** Words beside the topics: “Which topics are covered?” */
const TOPIC_TERMS = new Set(
  termsOf(
    'topics subjects themes main covered discussed mentioned addressed themen hauptthemen behandelt besprochen angesprochen',
  ),
);

/** The topics of the video: its chapters, or else its keywords. */
export function topicsFact({ text, segments, language, question }: FactRequest): Fact | null {
  if (!TOPICS.test(text) || question.terms.some((term) => !TOPIC_TERMS.has(term))) return null;
  const chapters = segments.filter(isFrom('chapters'));
  const topics = chapters.length > 1 ? chapters : segments.filter(isFrom('keywords'));
  if (topics.length === 0) return null;
  const names = topics.map((topic) => `${quoteFinding(topic, language)} ${citeFinding(topic)}`);
  return { sentence: FACT_TEXTS[language].topics(names), evidence: topics, quoted: [] };
}
