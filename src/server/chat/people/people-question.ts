import { meaningfulTerms } from '../../../attribution/meaningful-terms.ts';
import { foldText } from '../../../base/text-fold.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { personName } from '../../people/sightings.ts';
import type { Question } from '../question.ts';

/** A person whom questions may name. */
export interface KnownPerson {
  id: number;
  /** Null for those who are called by their number. */
  name: string | null;
  number: number;
}

/**
 * A question about people: when they are on screen, for how long, when all of them are at once, who is with one, or who
 * is on screen at all.
 */
export interface PeopleQuestion {
  kind: 'when' | 'time' | 'together' | 'companions' | 'who';
  /** Empty for `who`. */
  people: KnownPerson[];
}

const WHO = /\b(?:who|whom|which (?:people|persons)|wer|wen|wem|welche (?:personen|leute|menschen))\b/iu;
const TIME =
  /\b(?:how long|how much (?:screen )?time|screen ?time|time on screen|how many (?:seconds|minutes)|wie lang(?:e)?|wie viel(?:e)? (?:zeit|sekunden|minuten)|bildschirmzeit)\b/iu;
const TOGETHER =
  /\b(?:together|with|beside|next to|alongside|at (?:the same time|once)|both|zusammen|gemeinsam|mit|neben|gleichzeitig|beide)\b/iu;
const SEEN =
  /\b(?:when|where|appear\p{L}*|seen|see|visible|shown|on ?screen|on camera|in (?:the|this|these|any) \p{L}+|how (?:often|many times)|wann|wo|zu sehen|sieht|sehen|sichtbar|erschein\p{L}*|kommt|kommen|vorkomm\p{L}*|auftret\p{L}*|auftritt|tritt|taucht|tauchen|im (?:bild|video|film)|in (?:dem|diesem|den|diesen) \p{L}+|wie (?:oft|häufig))(?!\p{L})/iu;
/** Words about being on screen, beside the stop words of questions. */
const PEOPLE_TERMS = new Set(
  termsOf(
    `long much time screen screentime onscreen camera visible together beside alongside next same once both people person persons
     face faces total altogether often many times seconds minutes first last duration project library ever anywhere appearance
     lange viel zeit bildschirm bildschirmzeit bild sichtbar zusammen gemeinsam neben gleichzeitig beide beiden personen leute menschen
     gesicht gesichter insgesamt oft häufig sekunden minuten zuerst zuletzt dauer projekt bibliothek jemals auftritt auftreten tritt tretet
     kamera mal`,
    'query',
  ),
);

/** Reads a question that asks about nothing but people on screen; null for all others. @param people of its videos */
export function readPeopleQuestion(
  text: string,
  question: Question,
  people: readonly KnownPerson[],
): PeopleQuestion | null {
  if (people.length === 0 || question.times.length > 0 || question.parts.length > 0) return null;
  // A follow-up names the person in the question before.
  const own = peopleNamedIn(text, people);
  const named = own.length > 0 ? own : peopleNamedIn(question.query, people);
  const names = new Set(named.flatMap((person) => termsOf(personName(person), 'query')));
  if (question.terms.some((term) => !names.has(term) && !PEOPLE_TERMS.has(term))) return null;
  const isAbout = named.length > 0;
  if (!isAbout) return WHO.test(text) && SEEN.test(text) ? { kind: 'who', people: [] } : null;
  if (TOGETHER.test(text) && named.length > 1) return { kind: 'together', people: named };
  if (TOGETHER.test(text) && WHO.test(text)) return { kind: 'companions', people: named };
  if (TIME.test(text)) return { kind: 'time', people: named };
  return SEEN.test(text) ? { kind: 'when', people: named } : null;
}

/**
 * People whom a text names: by their whole name, or else by a word of it. A name that is also an ordinary word, such as
 * Will, must be capitalized within the sentence. Pure.
 */
export function peopleNamedIn<Person extends KnownPerson>(text: string, people: readonly Person[]): Person[] {
  const spelled = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = spelled.map(foldText);
  const isName = (at: number) => meaningfulTerms(spelled[at]!).length > 0 || (at > 0 && /^\p{Lu}/u.test(spelled[at]!));
  const covered = new Set<number>();
  const whole = people.filter((person) => {
    const name = wordsOf(personName(person));
    const starts = words.flatMap((_, at) =>
      name.length > 0 && name.every((word, i) => words[at + i] === word) && (name.length > 1 || isName(at)) ? [at] : [],
    );
    for (const at of starts) for (let i = 0; i < name.length; i++) covered.add(at + i);
    return starts.length > 0;
  });
  const inPart = people.filter(
    (person) =>
      person.name !== null &&
      !whole.includes(person) &&
      wordsOf(person.name).some(
        (part) => part.length > 1 && words.some((word, at) => word === part && !covered.has(at) && isName(at)),
      ),
  );
  return [...whole, ...inPart];
}

function wordsOf(name: string): string[] {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? []).map(foldText);
}
