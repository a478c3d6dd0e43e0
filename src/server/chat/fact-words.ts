import type { AnswerLanguage } from './answer-words.ts';

type Extreme = 'darkest' | 'brightest' | 'longest' | 'shortest' | 'liveliest';

interface FactWords {
  /** Stands behind what was read off. */
  note: string;
  length(seconds: number): string;
  countOf: Readonly<Record<'scenes' | 'chapters', (count: number) => string>>;
  atOnce(label: string, count: number, time: string, stretches: number): string;
  countedByMachine: string;
  first(label: string, time: string): string;
  last(label: string, time: string): string;
  extreme: Readonly<Record<Extreme, (number: number, time: string) => string>>;
  colours(top: readonly { name: string; percent: number }[]): string;
  spoken(phrases: number, first: string, last: string): string;
  heard(stretches: number, first: string): string;
  noSpeech: string;
}

const GERMAN_COLOURS: Readonly<Record<string, string>> = {
  black: 'Schwarz',
  white: 'Weiß',
  grey: 'Grau',
  red: 'Rot',
  orange: 'Orange',
  brown: 'Braun',
  yellow: 'Gelb',
  green: 'Grün',
  teal: 'Blaugrün',
  blue: 'Blau',
  purple: 'Violett',
  pink: 'Rosa',
};

const list = (words: readonly string[], and: string) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Without a colon, which would make a citation of it. */
function lengthIn(seconds: number, words: { minutes: string; seconds: string }): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} ${words.seconds}`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} ${words.minutes} ${whole % 60} ${words.seconds}`;
}

/** The sentences of answers that are read off the findings (facts.ts). */
export const FACT_WORDS: Readonly<Record<AnswerLanguage, FactWords>> = {
  en: {
    note: '(Read off the analysis; no language model wrote this.)',
    length: (seconds) => `The video is ${lengthIn(seconds, { minutes: 'min', seconds: 's' })} long.`,
    countOf: {
      scenes: (count) => (count === 1 ? 'One shot, without a cut.' : `${count} shots, so ${count - 1} cuts.`),
      chapters: (count) => (count === 1 ? 'One chapter.' : `${count} chapters.`),
    },
    atOnce: (label, count, time, stretches) =>
      `“${label}”: at most ${count} at once, at ${time}${stretches > 1 ? `; seen in ${stretches} stretches` : ''}.`,
    countedByMachine: 'A detector counts what it sees in a picture; it can miss some, and does not know one again.',
    first: (label, time) => `“${label}” is first seen at ${time}.`,
    last: (label, time) => `“${label}” is last seen from ${time} on.`,
    extreme: {
      darkest: (number, time) => `The darkest is shot ${number}, at ${time}.`,
      brightest: (number, time) => `The brightest is shot ${number}, at ${time}.`,
      longest: (number, time) => `The longest is shot ${number}, at ${time}.`,
      shortest: (number, time) => `The shortest is shot ${number}, at ${time}.`,
      liveliest: (number, time) => `The most motion is in shot ${number}, at ${time}.`,
    },
    colours: (top) =>
      `Mostly ${list(
        top.map(({ name, percent }) => `${name} (${percent} %)`),
        'and',
      )}, over all shots.`,
    spoken: (phrases, first, last) =>
      `${phrases === 1 ? `One phrase, at ${first}` : `${phrases} phrases, the first at ${first}, the last at ${last}`}. Who speaks is not told apart.`,
    heard: (stretches, first) =>
      `Speech is heard in ${stretches === 1 ? 'one stretch' : `${stretches} stretches`}, first at ${first}. What is said, and by whom, is not known: it was not transcribed.`,
    noSpeech: 'No speech was heard in this video.',
  },
  de: {
    note: '(Aus der Analyse abgelesen, ohne Sprachmodell.)',
    length: (seconds) => `Das Video ist ${lengthIn(seconds, { minutes: 'min', seconds: 's' }).replace('.', ',')} lang.`,
    countOf: {
      scenes: (count) =>
        count === 1 ? 'Eine Einstellung, ohne Schnitt.' : `${count} Einstellungen, also ${count - 1} Schnitte.`,
      chapters: (count) => (count === 1 ? 'Ein Kapitel.' : `${count} Kapitel.`),
    },
    atOnce: (label, count, time, stretches) =>
      `„${label}“: höchstens ${count} zugleich, bei ${time}${stretches > 1 ? `; an ${stretches} Stellen zu sehen` : ''}.`,
    countedByMachine:
      'Gezählt wird, was die Erkennung in einem Bild sieht; sie kann etwas übersehen und erkennt nichts wieder.',
    first: (label, time) => `„${label}“ ist zuerst bei ${time} zu sehen.`,
    last: (label, time) => `„${label}“ ist zuletzt ab ${time} zu sehen.`,
    extreme: {
      darkest: (number, time) => `Am dunkelsten ist Einstellung ${number}, bei ${time}.`,
      brightest: (number, time) => `Am hellsten ist Einstellung ${number}, bei ${time}.`,
      longest: (number, time) => `Am längsten ist Einstellung ${number}, bei ${time}.`,
      shortest: (number, time) => `Am kürzesten ist Einstellung ${number}, bei ${time}.`,
      liveliest: (number, time) => `Am meisten bewegt sich Einstellung ${number}, bei ${time}.`,
    },
    colours: (top) =>
      `Vor allem ${list(
        top.map(({ name, percent }) => `${GERMAN_COLOURS[name] ?? name} (${percent} %)`),
        'und',
      )}, über alle Einstellungen.`,
    spoken: (phrases, first, last) =>
      `${phrases === 1 ? `Ein Satz, bei ${first}` : `${phrases} Sätze, der erste bei ${first}, der letzte bei ${last}`}. Wer spricht, wird nicht unterschieden.`,
    heard: (stretches, first) =>
      `Sprache ist an ${stretches === 1 ? 'einer Stelle' : `${stretches} Stellen`} zu hören, zuerst bei ${first}. Was und von wem, ist nicht bekannt: Es wurde nicht mitgeschrieben.`,
    noSpeech: 'In diesem Video ist keine Sprache zu hören.',
  },
};
