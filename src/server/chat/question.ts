import { CLOCK_TIME, meaningfulTerms } from '../../attribution/meaningful-terms.ts';
import { languageOf } from '../../attribution/text-language.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { ChatRole } from '../../contract/search/chat.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { SOMEBODY } from './asked-words.ts';
import { isEllipsis, isFollowUp } from './follow-up.ts';
import { moduleOfTerm } from './module-terms.ts';
import { findLabels } from './object-labels.ts';
import { nounsIn } from './question-words.ts';

/** Matches a request for more of the previous answer. */
const MORE = /\b(more|else|other|others|mehr|sonst|weitere?)\b/iu;
/** Matches a question about the whole video, although it may contain a pronoun: "What is it about?" */
const WHOLE = /^(?:summar|overview|what(?:'s|’s| is) (?:it|this|that) about|worum geht|zusammenfass)/iu;

/** Phrases for the parts of a video. */
const OPENING =
  /^(?:what|which|who|was|wer)(?!\p{L}).{0,60}(?<!\p{L})(?:(?:shown|seen|see|said|say|says|happens|happened|appears) first|zuerst|als erstes?)(?!\p{L})|\b(?:(?:at|in|from|near) the (?:very )?(?:beginning|start|opening|outset)|(?:opening|first) (?:scene|shot|thing|part|words?|frames?|images?|slides?|pages?|titles?|(?:\w+ )?(?:seconds?|minutes?))|(?:am|zu|gleich am) (?:anfang|beginn)|(?:erste[nrs]?|anfangs)\s?(?:szene|einstellung|folie|seite|titel|worte?|bild|sekunden?|minuten?))(?!\p{L})/iu;
const ENDING =
  /^(?:what|which|who|was|wer)(?!\p{L}).{0,60}(?<!\p{L})(?:(?:shown|seen|see|said|say|says|happens|happened|appears) last|zuletzt|als letztes?)(?!\p{L})|\b(?:(?:at|in|near|towards?|by) the (?:very )?(?:end|ending|close|finish)|(?:closing|last|final) (?:scene|shot|thing|part|words?|frames?|images?|slides?|pages?|titles?|(?:\w+ )?(?:seconds?|minutes?))|(?:am|zum|gegen) (?:ende|schluss)|(?:letzte[nrs]?|schluss)\s?(?:szene|einstellung|folie|seite|titel|worte?|bild|sekunden?|minuten?))(?!\p{L})/iu;
/** Asks how the recording itself begins or ends, unlike “How does the author begin the day?” */
const HOW_IT =
  /(?<!\p{L})(?:how (?:does|did)|wie (?:(?<begins>beginnt|fängt|startet)|(?<ends>endet|hört))) (?:it|this|that|es|(?:the|this|das|dieses|der|die|diese|dieser) (?:video|film|movie|clip|recording|footage|program|show|episode|podcast|interview|lecture|talk|aufnahme|aufzeichnung|sendung|folge|vorlesung|vortrag|gespräch))(?: (?:(?<begin>start|begin|open)|(?<end>end|finish|close|conclude)))?(?!\p{L})/iu;
const MIDDLE = /\b(?:in the middle|halfway|half ?way|midway|in der mitte|mittendrin)\b/iu;
/** A part of something else than the recording: “at the beginning of sentences”. */
const PART_OF_OTHER =
  /(?<!\p{L})(?:beginning|start|opening|outset|middle|end|ending|close|finish|anfang|beginn|mitte|ende|schluss) (?:of|des|der|eines|einer) (?!(?:(?:the|this|dieses|dieser) )?(?:video|film|movie|clip|recording|footage|program|show|episode|podcast|interview|lecture|talk|aufnahme|aufzeichnung|sendung|folge|vorlesung|vortrag|gespräch))/giu;
const PART_TERMS = new Set(
  termsOf(
    'zuerst zuletzt letztes beginning begin begins start starts started opening open opens outset first end ends ended ending finish finishes close closes closing conclude concludes final last scene shot part words word seconds second minutes minute frame frames image images anfang beginn beginnt fängt startet ende schluss endet hört auf erste ersten erster letzte letzten letzter szene einstellung worte wort bild sekunden minuten towards near middle halfway half way midway mitte mittendrin',
  ),
);

/** Terms that ask for a count or for the first or last occurrence. */
const COUNT_TERMS = new Set(
  termsOf(
    'number count total amount many anzahl viele wieviele zähle first last zuerst zuletzt ersten letzten mal time',
  ),
);

export interface Question {
  /** Search text: the question, preceded by the previous one or its nouns when it is a follow-up. */
  query: string;
  /** The same without the labels of objects. */
  text: string;
  /** Terms that identify the subject; empty when the question is about the video as a whole. */
  terms: string[];
  /** Terms of an ellipsis, which replace some of the question before: "And the dog?" Empty for other questions. */
  ellipsisTerms: readonly string[];
  /** Modules that it asks for, provided that it names nothing else: "Which brands are shown?" */
  modules: ModuleName[];
  /** Time ranges in seconds that the question names, such as "at 1:30". */
  times: { from: number; to: number }[];
  /** Parts of the video that the question names by their place. */
  parts: ('opening' | 'middle' | 'ending')[];
  /** Labels of the object detector that it names; or whose kind it names, such as "animals". */
  labels: readonly string[];
  /** Whether it names nothing but those labels. */
  onlyLabels: boolean;
}

/** Parses a question. @param history earlier messages, oldest first */
export function readQuestion(text: string, history: readonly { role: ChatRole; content: string }[]): Question {
  const times = parseTimes(text);
  const whole = text.replace(PART_OF_OTHER, ' ');
  const how = HOW_IT.exec(whole)?.groups;
  const parts = [
    ...(OPENING.test(whole) || how?.['begin'] || how?.['begins'] ? (['opening'] as const) : []),
    ...(MIDDLE.test(whole) ? (['middle'] as const) : []),
    ...(ENDING.test(whole) || how?.['end'] || how?.['ends'] ? (['ending'] as const) : []),
  ];
  const terms = meaningfulTerms(text).filter((term) => parts.length === 0 || !PART_TERMS.has(term));
  const place = { times, parts };
  if (times.length > 0 || parts.length > 0 || WHOLE.test(text) || !needsEarlier(text, terms)) {
    return question(text, terms, place);
  }
  const hasVerb = !isEllipsis(text);
  const previous = subjectOf(history, terms.length > 0 && hasVerb);
  if (previous === undefined) return question(text, terms, place);
  const combined = [...new Set([...meaningfulTerms(previous), ...terms])];
  return { ...question(`${previous} ${text}`, combined, place), ellipsisTerms: hasVerb ? [] : terms };
}

/** Whether a question can only be understood with an earlier one. */
function needsEarlier(text: string, terms: readonly string[]): boolean {
  return isFollowUp(text) || (terms.length === 0 && MORE.test(text));
}

/**
 * The last question that names a subject, or its nouns alone: one with a predicate of its own would be answered by
 * those of the one before, too. Undefined if there is none, or a later one was about the whole video.
 */
function subjectOf(history: readonly { role: ChatRole; content: string }[], wantsNouns: boolean): string | undefined {
  for (const { role, content } of history.toReversed()) {
    if (role !== 'user') continue;
    const nouns = wantsNouns ? nounsIn(content) : '';
    if (nouns !== '') return nouns;
    const terms = meaningfulTerms(content);
    const isWhole = !needsEarlier(content, terms);
    if (terms.length > 0 && (isWhole || !wantsNouns)) return content;
    if (isWhole) return undefined;
  }
  return undefined;
}

const SOMEBODY_TERMS = new Set(
  termsOf(
    'anybody anyone somebody someone everybody everyone nobody jemand jemandem jemanden niemand niemandem niemanden',
  ),
);

function question(query: string, all: string[], place: Pick<Question, 'times' | 'parts'>): Question {
  const others = all.filter((term) => !SOMEBODY_TERMS.has(term));
  const terms = others.length > 0 ? others : all;
  const modules = terms.filter((term) => !COUNT_TERMS.has(term)).map(moduleOfTerm);
  const { labels, terms: labelWords } = findLabels(
    others.length > 0 ? query.replace(SOMEBODY, ' ') : query,
    languageOf(query),
  );
  const asksForModules = modules.length > 0 && modules.every((module) => module !== undefined);
  // Detector labels are English, whatever the language of the question.
  const labelTerms = labels.flatMap((label) => termsOf(label)).filter((term) => !terms.includes(term));
  return {
    query: labels.length > 0 ? `${query} (${labels.join(', ')})` : query,
    text: query,
    terms: [...terms, ...labelTerms],
    ellipsisTerms: [],
    ...place,
    labels,
    onlyLabels:
      labels.length > 0 &&
      terms.every((term) => labelWords.has(term) || COUNT_TERMS.has(term) || moduleOfTerm(term) === 'visualelements'),
    modules: asksForModules ? [...new Set(modules.filter((module) => module !== undefined))] : [],
  };
}

/** Parses clock times: a single time covers one second, two ascending times a range. */
function parseTimes(text: string): { from: number; to: number }[] {
  const points = [...text.matchAll(CLOCK_TIME)].map(
    ([, hours, minutes, seconds]) => Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
  );
  const [first, second] = points;
  if (points.length === 2 && first !== undefined && second !== undefined && second > first) {
    return [{ from: first, to: second }];
  }
  return points.map((point) => ({ from: point, to: point + 1 }));
}
