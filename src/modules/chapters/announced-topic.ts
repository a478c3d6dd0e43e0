import { subjectOf } from '../shared/text/announced-subject.ts';
import { nounPhrases } from '../shared/text/noun-phrases.ts';
import { hasDanglingPronoun } from '../shared/text/refers-back.ts';
import { wordTokens } from '../shared/text/tokens.ts';

/** Announces what follows: “Let us talk about …”, “a lecture on …”, “Kommen wir zu …”. */
const ANNOUNCEMENTS = {
  en: /\b(?:let(?:[’']s| us)|we|I) (?:(?:want|would like|are going) to |will |now |finally |also |first |today ){0,2}(?:talk about|turn to|come to|move on to|begin with|start with)\s|\b(?:welcome to|this is|in this|today[’']s) (?:\p{L}+ ){0,3}(?:lecture|talk|report|episode|seminar|course|interview) (?:on|about)\s|^(?:now|turning|moving on|and now|next) to\s/iu,
  de: /(?<!\p{L})(?:(?:willkommen zu[mr]?|dies ist|das ist|in diese[rm]) (?:\p{L}+ ){0,3}(?:vorlesung|vortrag|bericht|sendung|folge|gespräch|seminar) (?:über|zu[mr]?)|(?:sprechen|reden) wir (?:(?:heute|nun|jetzt) )?über|kommen wir (?:(?:nun|jetzt) )?zu[mr]?|geht es (?:(?:heute|nun|jetzt) )?um|es geht (?:(?:heute|nun|jetzt) )?um)\s/iu,
};
/** Between them: a pause, or a clause, as in “talk about how glaciers move”. */
const ENDS_TOPIC = /[,;:.]|(?<!\p{L})(?:how|why|what|when|where|who|wie|warum|was|wann|wo|wer)(?!\p{L})/iu;
const ARTICLE = /^(?:the|an?|our|your|den|die|das|dem|der|eine[mnrs]?|ein)\s+/iu;
/** Sentences at the beginning of a part that may announce it. */
export const ANNOUNCING_SENTENCES = 3;
/** A clause that is the subject of a recording. */
const QUESTION = /(?<!\p{L})(?:how|why|wie|warum|weshalb) [^,;:.!?]+/iu;
const QUESTION_WORDS = { min: 3, max: 9 };
/** Between the announcement and its topic: articles and adjectives that no phrase begins with. */
const MAX_BETWEEN = 20;

/**
 * The topic that a sentence announces, in its words: “history of clocks” of “Welcome to a lecture on the history of
 * clocks”, “why Rome fell” of “Today we look at why Rome fell.” Undefined if it announces none.
 * @param stop function words
 */
export async function announcedTopic(
  text: string,
  language: string,
  stop: ReadonlySet<string>,
): Promise<string | undefined> {
  return (await announcedPhrase(text, language, stop)) ?? announcedQuestion(text);
}

async function announcedPhrase(text: string, language: string, stop: ReadonlySet<string>): Promise<string | undefined> {
  const found = language === 'en' || language === 'de' ? ANNOUNCEMENTS[language].exec(text) : null;
  if (!found) return undefined;
  const from = found.index + found[0].length;
  const after = (await nounPhrases(text, language, stop))
    .map((phrase) => ({ phrase, at: text.indexOf(phrase.text, from) }))
    .filter(({ at }) => at >= 0 && at - from <= MAX_BETWEEN && !ENDS_TOPIC.test(text.slice(from, at)));
  const [first] = after.sort((a, b) => a.at - b.at || b.phrase.text.length - a.phrase.text.length);
  // With what stands before it: “twentieth century”.
  return first && text.slice(from, first.at + first.phrase.text.length).replace(ARTICLE, '');
}

/** The question that a recording is about, as its announcement states it. */
function announcedQuestion(text: string): string | undefined {
  const question = QUESTION.exec(subjectOf(text) ?? '')?.[0].trim();
  if (question === undefined || hasDanglingPronoun(question)) return undefined;
  const { length } = wordTokens(question);
  return length >= QUESTION_WORDS.min && length <= QUESTION_WORDS.max ? question : undefined;
}
