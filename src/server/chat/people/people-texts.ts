import type { AnswerLanguage } from '../../../attribution/text-language.ts';

/** A person with the total time on screen and the citation of the first appearance. */
export interface Appearing {
  name: string;
  seconds: number;
  first: string;
}

interface PeopleTexts {
  /** @param times citations of the first times on screen with their lengths in seconds, and the number of the others */
  when(
    names: readonly string[],
    seconds: number,
    times: readonly { at: string; seconds: number }[],
    more: number,
  ): string;
  /** @param share of the video, 0..1; null if its length is unknown */
  time(name: string, seconds: number, share: number | null, count: number, first: string): string;
  absent(name: string): string;
  apart(names: readonly string[]): string;
  companions(name: string, others: readonly Appearing[], more: number): string;
  alone(name: string): string;
  who(people: readonly Appearing[], more: number): string;
  inVideos(names: readonly string[], seconds: number, videos: number): string;
  moreVideos(count: number): string;
  /** Once an answer. */
  note: string;
}

/** Formats a length without a colon, so that it is not parsed as a citation. */
function length(seconds: number, decimals: '.' | ','): string {
  if (seconds < 60) return `${String(Math.round(seconds * 10) / 10).replace('.', decimals)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const join = (names: readonly string[], and: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;

/** Sentences of answers about people on screen. */
export const PEOPLE_TEXTS: Readonly<Record<AnswerLanguage, PeopleTexts>> = {
  en: {
    when: (names, seconds, times, more) => {
      const who = `${join(names, 'and')} ${names.length > 1 ? 'are on screen together' : 'is on screen'}`;
      const total = length(seconds, '.');
      return times.length + more === 1
        ? `${who} once, for ${total}, at ${times[0]!.at}.`
        : `${who} ${times.length + more} times, ${total} in total: ${starts(times, '.')}${more > 0 ? `, and ${more} more` : ''}.`;
    },
    time: (name, seconds, share, count, first) =>
      `${name} is on screen for ${length(seconds, '.')}${share === null ? '' : ` (${percent(share)}% of the video)`}, ${
        count === 1 ? `in one appearance, at ${first}` : `in ${count} appearances, the first at ${first}`
      }.`,
    absent: (name) => `${name} isn’t on screen here.`,
    apart: (names) => `${join(names, 'and')} are never on screen at the same time.`,
    companions: (name, others, more) =>
      `On screen with ${name}: ${list(others, '.', 'first at')}${more > 0 ? `; and ${more} more` : ''}.`,
    alone: (name) => `Nobody else is on screen at the same time as ${name}.`,
    who: (people, more) =>
      `${people.length + more === 1 ? 'One person is' : `${people.length + more} people are`} on screen: ${list(
        people,
        '.',
        'first at',
      )}${more > 0 ? `; and ${more} more` : ''}.`,
    inVideos: (names, seconds, videos) =>
      `${join(names, 'and')}${names.length > 1 ? ' together' : ''}: ${length(seconds, '.')} in ${
        videos === 1 ? '1 video' : `${videos} videos`
      }.`,
    moreVideos: (count) => `And ${count === 1 ? '1 more video' : `${count} more videos`}.`,
    note: 'People are grouped by their faces; some may be missed or confused.',
  },
  de: {
    when: (names, seconds, times, more) => {
      const who = `${join(names, 'und')} ${names.length > 1 ? 'sind' : 'ist'}`;
      const seen = names.length > 1 ? 'zusammen zu sehen' : 'zu sehen';
      const total = length(seconds, ',');
      return times.length + more === 1
        ? `${who} einmal ${seen}, ${total} lang, bei ${times[0]!.at}.`
        : `${who} ${times.length + more}-mal ${seen}, insgesamt ${total}: ${starts(times, ',')}${more > 0 ? ` und ${more} weitere` : ''}.`;
    },
    time: (name, seconds, share, count, first) =>
      `${name} ist ${length(seconds, ',')} zu sehen${share === null ? '' : ` (${percent(share)} % des Videos)`}, ${
        count === 1 ? `in einem Auftritt bei ${first}` : `in ${count} Auftritten, zuerst bei ${first}`
      }.`,
    absent: (name) => `${name} ist hier nicht zu sehen.`,
    apart: (names) => `${join(names, 'und')} sind nie gleichzeitig zu sehen.`,
    companions: (name, others, more) =>
      `Zusammen mit ${name} zu sehen: ${list(others, ',', 'zuerst bei')}${more > 0 ? `; und ${more} weitere` : ''}.`,
    alone: (name) => `Niemand sonst ist gleichzeitig mit ${name} zu sehen.`,
    who: (people, more) =>
      `${people.length + more === 1 ? 'Eine Person ist' : `${people.length + more} Personen sind`} zu sehen: ${list(
        people,
        ',',
        'zuerst bei',
      )}${more > 0 ? `; und ${more} weitere` : ''}.`,
    inVideos: (names, seconds, videos) =>
      `${join(names, 'und')}${names.length > 1 ? ' zusammen' : ''}: ${length(seconds, ',')} in ${
        videos === 1 ? 'einem Video' : `${videos} Videos`
      }.`,
    moreVideos: (count) => `Und ${count === 1 ? 'ein weiteres Video' : `${count} weitere Videos`}.`,
    note: 'Personen werden nach ihren Gesichtern gruppiert; einzelne können fehlen oder verwechselt sein.',
  },
};

function list(people: readonly Appearing[], decimals: '.' | ',', first: string): string {
  return people
    .map(({ name, seconds, first: at }) => `${name}, ${length(seconds, decimals)}, ${first} ${at}`)
    .join('; ');
}

function percent(share: number): number {
  return Math.min(100, Math.max(1, Math.round(share * 100)));
}

function starts(times: readonly { at: string; seconds: number }[], decimals: '.' | ','): string {
  return times.map(({ at, seconds }) => `${at} (${length(seconds, decimals)})`).join(', ');
}
