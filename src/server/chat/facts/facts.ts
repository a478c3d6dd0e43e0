import type { Segment } from '../../../contract/analysis/segment.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { citeFinding } from '../attribution/citations.ts';
import { hasLabel } from '../evidence.ts';
import { colors } from './fact-colors.ts';
import { contactFact } from './fact-contact.ts';
import { introductionFact } from './fact-introductions.ts';
import { languageFact } from './fact-languages.ts';
import { namesFact } from './fact-names.ts';
import { type Fact, type FactRequest, isFrom, RECORDING_TERMS, sampleEvenly, sortByTime } from './fact-parts.ts';
import { sayerFact } from './fact-sayer.ts';
import { soundFact } from './fact-sounds.ts';
import { speechFact } from './fact-speech.ts';
import { greeting, summaryFact, topicsFact } from './fact-summary.ts';
import { FACT_TEXTS } from './fact-texts.ts';
import { HOW_OFTEN, spokenCount, wordCount } from './fact-words.ts';

/** Answers questions that only need counting or comparing findings, in English and German; null for all others. */
export function factOf(request: FactRequest): Fact | null {
  const { question } = request;
  if (question.times.length > 0 || question.parts.length > 0) return null;
  for (const answer of [
    greeting,
    sayerFact,
    summaryFact,
    topicsFact,
    namesFact,
    contactFact,
    introductionFact,
    spokenCount,
    wordCount,
    lengthOf,
    countOfModule,
    countOfObjects,
    appearance,
    extremeShot,
    colors,
    soundFact,
    languageFact,
    speechFact,
  ]) {
    const fact = answer(request);
    if (fact) return fact;
  }
  return null;
}

/** The same for questions that count, for one of several videos; null for all others. */
export function countingFact(request: FactRequest): Fact | null {
  const { question, text } = request;
  if (question.times.length > 0 || question.parts.length > 0 || !(COUNT.test(text) || HOW_OFTEN.test(text)))
    return null;
  for (const answer of [spokenCount, wordCount, countOfModule, countOfObjects]) {
    const fact = answer(request);
    if (fact) return fact.evidence.length > 0 ? fact : null;
  }
  return null;
}

const LENGTH =
  /\b(?:how long (?:is|does|was)|(?:length|duration|running time) of|wie lang(?:e)? (?:ist|dauert|geht|läuft)|(?:länge|dauer) des)\b.{0,100}\b(?:video|clip|film|movie|recording|talk|interview|lecture|speech|podcast|episode|conversation|meeting|presentation|seminar|webinar|newscast|program|audio|file|it|es|das|aufnahme|datei|vortrag|gespräch|vorlesung|rede|folge|besprechung|sitzung|sendung)s?\b/iu;
/** Words of a question about the length: any other names something in the video. */
const LENGTH_TERMS = new Set(
  termsOf(
    'long length duration total whole running time last take minutes seconds hours video clip film movie recording audio file lang länge dauer dauert geht läuft ganze gesamte insgesamt minuten sekunden stunden aufnahme datei',
  ),
);

/** The length of the file, which no finding states. */
function lengthOf({ text, duration, language, question }: FactRequest): Fact | null {
  if (
    duration === null ||
    !LENGTH.test(text) ||
    question.terms.some((term) => !LENGTH_TERMS.has(term) && !RECORDING_TERMS.has(term))
  )
    return null;
  return { sentence: FACT_TEXTS[language].length(duration), evidence: [] };
}

const COUNT = /\b(?:how many|number of|count (?:the|all)|wie ?viele|anzahl)\b/iu;
const COUNTED = [
  ['scenes', /\b(?:shots?|scenes?|cuts?|einstellung(?:en)?|szenen?|schnitte?)\b/iu],
  ['chapters', /\b(?:chapters?|sections?|kapitel|abschnitte?)\b/iu],
] as const;

function countOfModule({ text, segments, language, question }: FactRequest): Fact | null {
  if (!COUNT.test(text) || question.labels.length > 0) return null;
  for (const [module, words] of COUNTED) {
    const found = segments.filter(isFrom(module));
    if (found.length === 0 || !words.test(text) || !question.modules.includes(module)) continue;
    return { sentence: FACT_TEXTS[language].countOf[module](found.length), evidence: sampleEvenly(found) };
  }
  return null;
}

function countOfObjects({ text, segments, language, question }: FactRequest): Fact | null {
  const detections = detectedObjects({ segments, question });
  if (!COUNT.test(text) || detections.length === 0) return null;
  const words = FACT_TEXTS[language];
  const counts = question.labels.flatMap((label) => {
    const own = detections.filter((segment) => hasLabel(segment, [label]));
    if (own.length === 0) return [];
    const most = own.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
    return [{ most, sentence: words.maxCount(label, countOf(most), citeFinding(most), own.length) }];
  });
  const evidence = sampleEvenly(detections.filter((segment) => !counts.some(({ most }) => most === segment)));
  return {
    sentence: `${counts.map(({ sentence }) => sentence).join(' ')} ${words.detectorNote}`,
    evidence: sortByTime([...counts.map(({ most }) => most), ...evidence]),
  };
}

const FIRST =
  /\b(?:when|at what (?:time|point)|where)\b.{0,100}\bfirst\b|\bfirst (?:time|appear|appearance|seen|shown|visible)|\b(?:wann|wo)\b.{0,100}\b(?:zuerst|ersten mal|erstmals|als erstes)\b/iu;
const LAST =
  /\b(?:when|at what (?:time|point)|where)\b.{0,100}\blast\b|\blast (?:time|appear|appearance|seen|shown|visible)|\b(?:wann|wo)\b.{0,100}\b(?:zuletzt|letzten mal|letztmals)\b/iu;

function appearance({ text, segments, language, question }: FactRequest): Fact | null {
  const detections = detectedObjects({ segments, question });
  if (detections.length === 0) return null;
  const words = FACT_TEXTS[language];
  const [first, last] = [detections[0]!, detections.at(-1)!];
  if (FIRST.test(text)) return { sentence: words.first(labelOf(first), citeFinding(first)), evidence: [first] };
  if (LAST.test(text)) return { sentence: words.last(labelOf(last), citeFinding(last)), evidence: [last] };
  return null;
}

const EXTREMES = [
  ['darkest', /\bdarkest|dunkelste/iu, 'brightness', -1],
  ['brightest', /\b(?:brightest|lightest)|hellste/iu, 'brightness', 1],
  ['longest', /\blongest|längste/iu, 'length', 1],
  ['shortest', /\bshortest|kürzeste/iu, 'length', -1],
  ['liveliest', /\b(?:fastest|liveliest|most (?:motion|movement))|(?:schnellste|bewegteste)/iu, 'motion', 1],
] as const;

function extremeShot({ text, segments, language }: FactRequest): Fact | null {
  const shots = segments.filter(isFrom('scenes'));
  for (const [which, words, measure, sign] of EXTREMES) {
    if (!words.test(text) || shots.length === 0) continue;
    const value = ({ data }: Segment) => (typeof data?.[measure] === 'number' ? sign * data[measure] : -Infinity);
    const best = shots.reduce((a, b) => (value(b) > value(a) ? b : a));
    const number = shots.indexOf(best) + 1;
    return { sentence: FACT_TEXTS[language].extreme[which](number, citeFinding(best)), evidence: [best] };
  }
  return null;
}

/** Returns detections of the objects in a question, provided that it asks about nothing else. */
function detectedObjects({ segments, question }: Pick<FactRequest, 'segments' | 'question'>): Segment[] {
  return question.onlyLabels ? segments.filter((segment) => hasLabel(segment, question.labels)) : [];
}

function countOf({ data }: Segment): number {
  return typeof data?.['count'] === 'number' ? data['count'] : 1;
}

function labelOf({ data, content }: Segment): string {
  return data?.label ?? content;
}
