import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import { dictionary } from '../../../base/dictionary.ts';
import type { NameKind } from '../../../contract/analysis/segment.ts';

type Extreme = 'darkest' | 'brightest' | 'longest' | 'shortest' | 'liveliest';

interface FactTexts {
  greeting: string;
  /** @param first citation of the first occurrence; empty if there is none */
  said(phrase: string, count: number, first: string): string;
  wordCount(count: number): string;
  length(seconds: number): string;
  /** A length alone. */
  duration(seconds: number): string;
  countOf: Readonly<Record<'scenes' | 'chapters', (count: number) => string>>;
  maxCount(label: string, count: number, time: string, stretches: number): string;
  detectorNote: string;
  first(label: string, time: string): string;
  last(label: string, time: string): string;
  extreme: Readonly<Record<Extreme, (number: number, time: string) => string>>;
  colors(top: readonly { name: string; percent: number }[]): string;
  speakers(shares: readonly { name: string; seconds: number; percent: number; time: string }[]): string;
  spoken(phrases: number, first: string, last: string): string;
  speechDetected(stretches: number, first: string): string;
  noSpeech: string;
  /** @param found with citations */
  details(found: readonly string[]): string;
  /** @param names with citations */
  topics(names: readonly string[]): string;
  /** @param names with citations */
  names: Readonly<Record<NameKind, (names: readonly string[]) => string>>;
  /** @param times citations of the first ones of `count` */
  sounds(name: string, times: readonly string[], count: number): string;
  noSound: string;
}

const GERMAN_COLORS: Readonly<Record<string, string>> = dictionary({
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
});

const joinWords = (words: readonly string[], and: string) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** A heading with a list below it. */
const listed = (heading: string, names: readonly string[]) =>
  `${heading}:\n\n${names.map((name) => `- ${name}`).join('\n')}`;

const counted = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/** Formats a length without a colon, so that it is not parsed as a citation. */
function formatLength(seconds: number, words: { minutes: string; seconds: string }): string {
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} ${words.seconds}`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} ${words.minutes} ${whole % 60} ${words.seconds}`;
}

/** Formats how long somebody speaks, truncated as on the page of the video. */
const talkTime = (seconds: number) =>
  formatLength(seconds < 10 ? seconds : Math.floor(seconds), { minutes: 'min', seconds: 's' });

/** Sentence templates for facts. */
export const FACT_TEXTS: Readonly<Record<AnswerLanguage, FactTexts>> = {
  en: {
    greeting:
      'Ask about what is said, seen, or written in this video, such as “What is said about …?”, “When does a car appear?”, “How many shots are there?”, or “Summarize”.',
    said: (phrase, count, first) =>
      count === 0
        ? `“${phrase}” doesn’t occur in the transcript.`
        : `“${phrase}” is said ${count === 1 ? `once, at ${first}` : `${count} times, first at ${first}`}.`,
    wordCount: (count) => `${count === 1 ? 'One word is' : `${count.toLocaleString('en')} words are`} spoken.`,
    duration: (seconds) => formatLength(seconds, { minutes: 'min', seconds: 's' }),
    length: (seconds) => `The video is ${formatLength(seconds, { minutes: 'min', seconds: 's' })} long.`,
    countOf: {
      scenes: (count) => `${counted(count, 'shot', 'shots')} and ${counted(count - 1, 'cut', 'cuts')}.`,
      chapters: (count) => `${counted(count, 'chapter', 'chapters')}.`,
    },
    maxCount: (label, count, time, stretches) =>
      `“${label}”: up to ${count} at once, at ${time}${stretches > 1 ? `; appears ${stretches} times` : ''}.`,
    detectorNote:
      'Objects are counted per frame. Some may be missed, and one that returns isn’t recognized as the same.',
    first: (label, time) => `“${label}” first appears at ${time}.`,
    last: (label, time) => `“${label}” last appears at ${time}.`,
    extreme: {
      darkest: (number, time) => `Shot ${number} is the darkest, at ${time}.`,
      brightest: (number, time) => `Shot ${number} is the brightest, at ${time}.`,
      longest: (number, time) => `Shot ${number} is the longest, at ${time}.`,
      shortest: (number, time) => `Shot ${number} is the shortest, at ${time}.`,
      liveliest: (number, time) => `Shot ${number} has the most motion, at ${time}.`,
    },
    colors: (top) =>
      `Mostly ${joinWords(
        top.map(({ name, percent }) => `${name === 'grey' ? 'gray' : name} (${percent}%)`),
        'and',
      )}, across all shots.`,
    speakers: (shares) =>
      `${shares.length === 1 ? 'One speaker' : `${shares.length} speakers`}: ${shares
        .map(({ name, seconds, percent, time }) => `${name}, ${talkTime(seconds)} (${percent}%), first at ${time}`)
        .join('; ')}.`,
    spoken: (phrases, first, last) =>
      `${phrases === 1 ? `One phrase, at ${first}` : `${phrases} phrases, the first at ${first}, the last at ${last}`}. Speakers aren’t identified.`,
    speechDetected: (stretches, first) =>
      `Speech occurs ${stretches === 1 ? `once, at ${first}` : `${stretches} times, first at ${first}`}. There is no transcript of it.`,
    noSpeech: 'No speech was detected in this video.',
    sounds: (name, times, count) =>
      count === 1
        ? `“${name}” occurs once, at ${times[0]}.`
        : `“${name}” occurs ${count} times${count > times.length ? ', first' : ''} at ${joinWords(times, 'and')}.`,
    details: (found) => `Found: ${found.join('; ')}.`,
    topics: (names) => listed(counted(names.length, 'topic', 'topics'), names),
    names: {
      person: (names) => listed(counted(names.length, 'person is named', 'people are named'), names),
      place: (names) => listed(counted(names.length, 'place is named', 'places are named'), names),
      organization: (names) => listed(counted(names.length, 'organization is named', 'organizations are named'), names),
    },
    noSound: 'No such sound was detected in this video.',
  },
  de: {
    greeting:
      'Fragen Sie nach Gesagtem, Sichtbarem oder Text in diesem Video, zum Beispiel „Was wird über … gesagt?“, „Wann ist ein Auto zu sehen?“, „Wie viele Shots gibt es?“ oder „Zusammenfassung“.',
    said: (phrase, count, first) =>
      count === 0
        ? `„${phrase}“ kommt im Transkript nicht vor.`
        : `„${phrase}“ wird ${count === 1 ? `einmal gesagt, bei ${first}` : `${count}-mal gesagt, zuerst bei ${first}`}.`,
    wordCount: (count) =>
      count === 1 ? 'Es wird ein Wort gesprochen.' : `Es werden ${count.toLocaleString('de')} Wörter gesprochen.`,
    duration: (seconds) => formatLength(seconds, { minutes: 'min', seconds: 's' }).replace('.', ','),
    length: (seconds) =>
      `Das Video ist ${formatLength(seconds, { minutes: 'min', seconds: 's' }).replace('.', ',')} lang.`,
    countOf: {
      scenes: (count) => `${counted(count, 'Shot', 'Shots')} und ${counted(count - 1, 'Schnitt', 'Schnitte')}.`,
      chapters: (count) => (count === 1 ? 'Ein Kapitel.' : `${count} Kapitel.`),
    },
    maxCount: (label, count, time, stretches) =>
      `„${label}“: höchstens ${count} gleichzeitig, bei ${time}${stretches > 1 ? `; an ${stretches} Stellen zu sehen` : ''}.`,
    detectorNote:
      'Objekte werden pro Bild gezählt. Einzelne können übersehen werden, und wiederkehrende werden nicht als dieselben erkannt.',
    first: (label, time) => `„${label}“ ist zuerst bei ${time} zu sehen.`,
    last: (label, time) => `„${label}“ ist zuletzt bei ${time} zu sehen.`,
    extreme: {
      darkest: (number, time) => `Shot ${number} ist am dunkelsten, bei ${time}.`,
      brightest: (number, time) => `Shot ${number} ist am hellsten, bei ${time}.`,
      longest: (number, time) => `Shot ${number} ist am längsten, bei ${time}.`,
      shortest: (number, time) => `Shot ${number} ist am kürzesten, bei ${time}.`,
      liveliest: (number, time) => `Shot ${number} hat die meiste Bewegung, bei ${time}.`,
    },
    colors: (top) =>
      `Vor allem ${joinWords(
        top.map(({ name, percent }) => `${GERMAN_COLORS[name] ?? name} (${percent} %)`),
        'und',
      )}, über alle Shots hinweg.`,
    speakers: (shares) =>
      `${shares.length === 1 ? 'Eine Person spricht' : `${shares.length} Personen sprechen`}: ${shares
        .map(
          ({ name, seconds, percent, time }) =>
            `${name}, ${talkTime(seconds).replace('.', ',')} (${percent} %), zuerst bei ${time}`,
        )
        .join('; ')}.`,
    spoken: (phrases, first, last) =>
      `${phrases === 1 ? `Ein Satz, bei ${first}` : `${phrases} Sätze, der erste bei ${first}, der letzte bei ${last}`}. Sprecher werden nicht unterschieden.`,
    speechDetected: (stretches, first) =>
      `Sprache ist an ${stretches === 1 ? `einer Stelle zu hören, bei ${first}` : `${stretches} Stellen zu hören, zuerst bei ${first}`}. Davon gibt es kein Transkript.`,
    noSpeech: 'In diesem Video wurde keine Sprache erkannt.',
    sounds: (name, times, count) =>
      count === 1
        ? `„${name}“ ist einmal zu hören, bei ${times[0]}.`
        : `„${name}“ ist ${count}-mal zu hören, ${count > times.length ? 'zuerst ' : ''}bei ${joinWords(times, 'und')}.`,
    details: (found) => `Gefunden: ${found.join('; ')}.`,
    topics: (names) => listed(counted(names.length, 'Thema', 'Themen'), names),
    names: {
      person: (names) => listed(counted(names.length, 'Person wird genannt', 'Personen werden genannt'), names),
      place: (names) => listed(counted(names.length, 'Ort wird genannt', 'Orte werden genannt'), names),
      organization: (names) =>
        listed(counted(names.length, 'Organisation wird genannt', 'Organisationen werden genannt'), names),
    },
    noSound: 'In diesem Video wurde kein solches Geräusch erkannt.',
  },
};
