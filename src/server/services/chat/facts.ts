import type { ModuleName } from '../../../contract/modules.ts';
import type { Segment } from '../../../contract/segment.ts';
import type { AnswerLanguage } from './answer-words.ts';
import { cite } from './citations.ts';
import { isOfThings } from './evidence.ts';
import { FACT_WORDS } from './fact-words.ts';
import type { Question } from './question.ts';

/** Quotes below an answer. */
const MOST_QUOTES = 6;
const COLOURS_TOLD = 3;

/** An answer that can be read off the findings without a language model. */
export interface Fact {
  /** With its times cited. */
  sentence: string;
  /** What it rests on, in time order; holds every time that is cited. */
  evidence: readonly Segment[];
}

export interface FactRequest {
  text: string;
  question: Question;
  /** All findings that may be used, in time order. */
  segments: readonly Segment[];
  /** Of the video, seconds. */
  duration: number | null;
  language: AnswerLanguage;
}

/** The questions that are answered by counting and comparing, each with what it asks in English and German. Pure. */
export function factOf(request: FactRequest): Fact | null {
  const { question } = request;
  if (question.times.length > 0 || question.parts.length > 0) return null;
  for (const reader of [lengthOf, countOfKind, countOfThings, appearance, extremeShot, colours, speech]) {
    const fact = reader(request);
    if (fact) return fact;
  }
  return null;
}

const LENGTH =
  /\b(?:how long (?:is|does|was)|(?:length|duration|running time) of|wie lang(?:e)? (?:ist|dauert|geht|läuft)|(?:länge|dauer) des)\b.*\b(?:video|clip|film|movie|recording|it|es|das|aufnahme)\b/iu;

function lengthOf({ text, segments, duration, language, question }: FactRequest): Fact | null {
  if (duration === null || !LENGTH.test(text) || question.things.length > 0) return null;
  return { sentence: FACT_WORDS[language].length(duration), evidence: segments.filter(isOf('summary')).slice(0, 1) };
}

const COUNT = /\b(?:how many|number of|count (?:the|all)|wie ?viele|anzahl)\b/iu;
const COUNTED = [
  ['scenes', /\b(?:shots?|scenes?|cuts?|einstellung(?:en)?|szenen?|schnitte?)\b/iu],
  ['chapters', /\b(?:chapters?|sections?|kapitel|abschnitte?)\b/iu],
] as const;

function countOfKind({ text, segments, language, question }: FactRequest): Fact | null {
  if (!COUNT.test(text) || question.things.length > 0) return null;
  for (const [module, words] of COUNTED) {
    const found = segments.filter(isOf(module));
    if (found.length === 0 || !words.test(text) || !question.modules.includes(module)) continue;
    return { sentence: FACT_WORDS[language].countOf[module](found.length), evidence: evenly(found) };
  }
  return null;
}

function countOfThings({ text, segments, language, question }: FactRequest): Fact | null {
  const seen = thingsSeen({ segments, question });
  if (!COUNT.test(text) || seen.length === 0) return null;
  const words = FACT_WORDS[language];
  const told = question.things.flatMap((label) => {
    const own = seen.filter((segment) => isOfThings(segment, [label]));
    if (own.length === 0) return [];
    const most = own.reduce((a, b) => (countOf(b) > countOf(a) ? b : a));
    return [{ most, sentence: words.atOnce(label, countOf(most), cite(most.start_time), own.length) }];
  });
  const evidence = evenly(seen.filter((segment) => !told.some(({ most }) => most === segment)));
  return {
    sentence: `${told.map(({ sentence }) => sentence).join(' ')} ${words.countedByMachine}`,
    evidence: inTime([...told.map(({ most }) => most), ...evidence]),
  };
}

const FIRST =
  /\b(?:when|at what (?:time|point)|where)\b.*\bfirst\b|\bfirst (?:time|appear|appearance|seen|shown|visible)|\b(?:wann|wo)\b.*\b(?:zuerst|ersten mal|erstmals|als erstes)\b/iu;
const LAST =
  /\b(?:when|at what (?:time|point)|where)\b.*\blast\b|\blast (?:time|appear|appearance|seen|shown|visible)|\b(?:wann|wo)\b.*\b(?:zuletzt|letzten mal|letztmals)\b/iu;

function appearance({ text, segments, language, question }: FactRequest): Fact | null {
  const seen = thingsSeen({ segments, question });
  if (seen.length === 0) return null;
  const words = FACT_WORDS[language];
  const [first, last] = [seen[0]!, seen.at(-1)!];
  if (FIRST.test(text)) return { sentence: words.first(labelOf(first), cite(first.start_time)), evidence: [first] };
  if (LAST.test(text)) return { sentence: words.last(labelOf(last), cite(last.start_time)), evidence: [last] };
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
  const shots = segments.filter(isOf('scenes'));
  for (const [which, words, measure, sign] of EXTREMES) {
    if (!words.test(text) || shots.length === 0) continue;
    const value = ({ data }: Segment) => (typeof data?.[measure] === 'number' ? sign * data[measure] : -Infinity);
    const best = shots.reduce((a, b) => (value(b) > value(a) ? b : a));
    const number = shots.indexOf(best) + 1;
    return { sentence: FACT_WORDS[language].extreme[which](number, cite(best.start_time)), evidence: [best] };
  }
  return null;
}

const COLOURS = /\bcolou?rs?\b|(?:^|[^\p{L}])(?:haupt)?farben?(?![\p{L}])/iu;
const ABOUT_COLOURS =
  /^(?:domin\p{L}*|main|most\p{L}*|preval\p{L}*|predomin\p{L}*|palett\p{L}*|vorherr\p{L}*|überwieg\p{L}*|uberwieg\p{L}*|hauptfarb\p{L}*|use\p{L}*|typic\p{L}*|common|colou?r\p{L}*|farb\p{L}*)$/u;

function colours({ text, segments, language, question }: FactRequest): Fact | null {
  const shots = segments.filter(isOf('scenes'));
  if (!COLOURS.test(text) || shots.length === 0 || !question.terms.every((term) => ABOUT_COLOURS.test(term)))
    return null;
  const shares = new Map<string, number>();
  let whole = 0;
  for (const { data, start_time, end_time } of shots) {
    const length = end_time - start_time;
    whole += length;
    for (const { name, share } of coloursOf(data?.['colours']))
      shares.set(name, (shares.get(name) ?? 0) + share * length);
  }
  const top = [...shares].sort((a, b) => b[1] - a[1]).slice(0, COLOURS_TOLD);
  if (top.length === 0 || whole === 0) return null;
  const told = top.map(([name, sum]) => ({ name, percent: Math.round((100 * sum) / whole) }));
  return { sentence: FACT_WORDS[language].colours(told), evidence: evenly(shots) };
}

function coloursOf(value: unknown): { name: string; share: number }[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => typeof one?.name === 'string' && typeof one.share === 'number');
}

const SPEECH =
  /\bwho (?:\p{L}+ )?(?:speaks?|speaking|talks?|talking|says?)|\b(?:is|does|do|are|was) (?:any(?:one|body|thing)|some(?:one|body)|there|people) .*\b(?:sa(?:id|y)|spoken|speak\p{L}*|talk\p{L}*|speech)\b|\bwhen .*\b(?:speak\p{L}*|talk\p{L}*|speech)\b|\bspeakers?\b|\bwer (?:spricht|redet|sagt)|\bwann .*\b(?:gesprochen|geredet|spricht)|\bwird .*\b(?:gesprochen|geredet|gesagt)|\bsprecher/iu;

/** Who speaks is not told apart; when, is. */
function speech({ text, segments, language, question }: FactRequest): Fact | null {
  const onlySpeech = question.terms.every((term) =>
    /^(?:sp(?:eak|oken|eech|richt)|talk|said|sag|gesag|gesproch|gered|red|person|peopl|someon|anyon)/.test(term),
  );
  if (!SPEECH.test(text) || !onlySpeech) return null;
  const words = FACT_WORDS[language];
  const spoken = segments.filter(isOf('transcription'));
  if (spoken.length > 0) {
    const [first, last] = [spoken[0]!, spoken.at(-1)!];
    const sentence = words.spoken(spoken.length, cite(first.start_time), cite(last.start_time));
    return { sentence, evidence: inTime([...new Set([first, last, ...evenly(spoken)])]) };
  }
  const sounds = segments.filter(isOf('audioevents'));
  const voices = sounds.filter(({ data }) => data?.label === 'speech');
  if (voices.length > 0)
    return {
      sentence: words.heard(voices.length, cite(voices[0]!.start_time)),
      evidence: inTime([...new Set([voices[0]!, ...evenly(voices)])]),
    };
  return sounds.length > 0 ? { sentence: words.noSpeech, evidence: evenly(sounds) } : null;
}

function isOf(module: ModuleName): (segment: Segment) => boolean {
  return (segment) => segment.module === module;
}

/** What the detector saw of the things that a question names and asks nothing else about. */
function thingsSeen({ segments, question }: Pick<FactRequest, 'segments' | 'question'>): Segment[] {
  return question.onlyThings ? segments.filter((segment) => isOfThings(segment, question.things)) : [];
}

function countOf({ data }: Segment): number {
  return typeof data?.['count'] === 'number' ? data['count'] : 1;
}

function labelOf({ data, content }: Segment): string {
  return data?.label ?? content;
}

function evenly(segments: readonly Segment[]): Segment[] {
  const count = Math.min(segments.length, MOST_QUOTES);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}

function inTime(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}
