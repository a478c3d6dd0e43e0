import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { intersectionOf, secondsOf, type TimeSpan, unionOf } from '../../../db/people/spans.ts';
import { sanitizeAnswer } from '../../../models/language/sanitize.ts';
import { personName } from '../../people/sightings.ts';
import { cite } from '../attribution/citations.ts';
import { type Fact, sortByTime } from '../facts/fact-parts.ts';
import type { KnownPerson, PeopleQuestion } from './people-question.ts';
import { type Appearing, PEOPLE_TEXTS } from './people-texts.ts';

/** Times that a sentence lists, and people. */
const MAX_TIMES = 8;
const MAX_PEOPLE = 12;

/** An answer about people in one video. */
export interface PeopleFact extends Fact {
  /** Names in the order of the question, for a total over videos; empty if it asks for others. */
  names: string[];
  /** On screen: of the person, or of all of them together. */
  seconds: number;
  /** Ids of all people whom it is about. */
  people: number[];
}

/**
 * Answers a question about people from their times on screen in a video; every time that it cites is within one of
 * them. Sentences say so if they are not on screen, with no evidence.
 * @param sightings of all people of the video, as findings @param duration of the video in seconds
 */
export function peopleFact(
  { kind, people }: PeopleQuestion,
  sightings: readonly Segment[],
  known: readonly KnownPerson[],
  duration: number,
  language: AnswerLanguage,
): PeopleFact {
  const words = PEOPLE_TEXTS[language];
  const byPerson = Map.groupBy(sightings, ({ data }) => Number(data?.['person_id']));
  const labelOf = (person: KnownPerson) => plain(personName(person));
  const seen = (person: KnownPerson) => byPerson.get(person.id) ?? [];
  const spansOf = (person: KnownPerson) => unionOf(seen(person).map(toSpan));
  const appearing = (person: KnownPerson, spans: readonly TimeSpan[]): Appearing => ({
    name: labelOf(person),
    seconds: secondsOf(spans),
    first: cite(spans[0]!.start),
  });
  const ranked = (spans: (person: KnownPerson) => readonly TimeSpan[], among: readonly KnownPerson[]) =>
    among
      .map((person) => ({ person, spans: spans(person) }))
      .filter((one) => one.spans.length > 0)
      .sort((a, b) => secondsOf(b.spans) - secondsOf(a.spans) || a.person.id - b.person.id);
  const answer = (
    sentence: string,
    about: readonly KnownPerson[],
    spans: readonly TimeSpan[],
    names: string[] = [],
  ) => ({
    sentence,
    names,
    seconds: secondsOf(spans),
    quoted: [],
    people: about.map(({ id }) => id),
    evidence: spans.length === 0 ? [] : sortByTime(about.flatMap(seen)),
  });

  if (kind === 'who') {
    const present = ranked(spansOf, known);
    const listed = present.slice(0, MAX_PEOPLE);
    const sentence = words.who(
      listed.map(({ person, spans }) => appearing(person, spans)),
      present.length - listed.length,
    );
    return answer(
      sentence,
      present.map(({ person }) => person),
      unionOf(present.flatMap(({ spans }) => spans)),
    );
  }
  if (kind === 'together') {
    const shared = people.map(spansOf).reduce(intersectionOf);
    const names = people.map(labelOf);
    const sentence =
      shared.length === 0 ? words.apart(names) : words.when(names, secondsOf(shared), ...timesOf(shared));
    return answer(sentence, people, shared, names);
  }
  // Each of the people whom the question names.
  const answers = people.map((person) => {
    const spans = spansOf(person);
    const [name, count, seconds] = [labelOf(person), spans.length, secondsOf(spans)];
    if (count === 0) return answer(words.absent(name), [person], []);
    if (kind === 'when') return answer(words.when([name], seconds, ...timesOf(spans)), [person], spans, [name]);
    if (kind === 'time') {
      const share = duration > 0 ? seconds / duration : null;
      return answer(words.time(name, seconds, share, count, cite(spans[0]!.start)), [person], spans, [name]);
    }
    const others = ranked(
      (other) => intersectionOf(spans, spansOf(other)),
      known.filter(({ id }) => id !== person.id),
    );
    const listed = others.slice(0, MAX_PEOPLE);
    if (listed.length === 0) return answer(words.alone(name), [person], []);
    const sentence = words.companions(
      name,
      listed.map((other) => appearing(other.person, other.spans)),
      others.length - listed.length,
    );
    return answer(sentence, [person, ...listed.map((other) => other.person)], spans);
  });
  return {
    sentence: answers.map(({ sentence }) => sentence).join(' '),
    names: answers.length === 1 ? answers[0]!.names : [],
    seconds: answers.reduce((sum, { seconds }) => sum + seconds, 0),
    quoted: [],
    people: [...new Set(answers.flatMap((one) => one.people))],
    evidence: sortByTime([...new Set(answers.flatMap(({ evidence }) => evidence))]),
  };
}

function toSpan({ start_time, end_time }: Segment): TimeSpan {
  return { start: start_time, end: end_time };
}

/** The first times as citations with their lengths, and the number of the others. */
function timesOf(spans: readonly TimeSpan[]): [{ at: string; seconds: number }[], number] {
  const listed = spans.slice(0, MAX_TIMES).map((span) => ({ at: cite(span.start), seconds: secondsOf([span]) }));
  return [listed, spans.length - listed.length];
}

/** A name without Markdown, and without what would look like a time. */
function plain(name: string): string {
  return sanitizeAnswer(name)
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
}
