import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { personName, sightingSegments } from '../../people/sightings.ts';
import { type Fact, sampleEvenly } from '../facts/fact-parts.ts';
import { labeled } from '../library/library-evidence.ts';
import { titleOf, withLabel } from '../library/library-texts.ts';
import type { VideoEvidence } from '../library/types.ts';
import type { Question } from '../question.ts';
import { peopleFact } from './people-facts.ts';
import { type KnownPerson, peopleNamedIn, readPeopleQuestion } from './people-question.ts';
import { PEOPLE_TEXTS } from './people-texts.ts';

/** Videos that an answer lists, most time on screen first. */
const MAX_LISTED = 20;

/** A question in the form in which people are looked for. */
export interface AskedPeople {
  userId: number;
  text: string;
  question: Question;
  language: AnswerLanguage;
  /** Whether a time of a video is in scope. */
  covers?(jobId: string, finding: Segment): boolean;
}

/** An answer about people in several videos. */
export interface PeopleAnswer {
  text: string;
  used: VideoEvidence[];
  /** Ids of all people whom it is about. */
  people: number[];
}

export type PeopleAnswers = ReturnType<typeof createPeopleAnswers>;

/** Answers questions about people who are on screen, from the stored times; nothing where people are off. */
export function createPeopleAnswers(store: Store) {
  const knownIn = (userId: number, videos: readonly VideoRow[]): (KnownPerson & { projectId: number })[] => {
    const projects = new Set(videos.map(({ projectId }) => projectId));
    return store.people.names(userId).filter(({ projectId }) => projects.has(projectId));
  };

  const sightingsOf = (
    { id, jobId }: VideoRow,
    known: readonly KnownPerson[],
    covers: AskedPeople['covers'],
  ): Segment[] => {
    const names = new Map(known.map((person) => [person.id, personName(person)]));
    const found = sightingSegments(store.people.sightings([id], [...names.keys()]), names);
    return covers ? found.filter((segment) => covers(jobId, segment)) : found;
  };

  return {
    /** A fact about people of one video, with their ids; null if the question asks for anything else. */
    ofVideo(
      video: VideoRow,
      { userId, text, question, language, covers }: AskedPeople,
    ): (Fact & { people: number[] }) | null {
      const known = knownIn(userId, [video]);
      const peopleQuestion = readPeopleQuestion(text, question, known);
      if (!peopleQuestion) return null;
      const fact = peopleFact(peopleQuestion, sightingsOf(video, known, covers), known, video.duration, language);
      if (fact.evidence.length === 0) return peopleQuestion.kind === 'who' ? null : fact;
      return { ...fact, sentence: `${fact.sentence}\n\n${PEOPLE_TEXTS[language].note}` };
    },

    /** The same for several videos: a line for each, most time on screen first. */
    ofVideos(videos: readonly VideoRow[], asked: AskedPeople): PeopleAnswer | null {
      const { userId, text, question, language, covers } = asked;
      const words = PEOPLE_TEXTS[language];
      const known = knownIn(userId, videos);
      const wanted = readPeopleQuestion(text, question, known);
      if (!wanted) return null;
      const all = videos.flatMap((video) => {
        // The same name may be that of people of several projects.
        const own = known.filter(({ projectId }) => projectId === video.projectId);
        const people = wanted.people.filter(({ id }) => own.some((person) => person.id === id));
        const isWhole = wanted.kind !== 'together' || namesOf(people).size === namesOf(wanted.people).size;
        if ((wanted.kind !== 'who' && people.length === 0) || !isWhole) return [];
        const fact = peopleFact({ ...wanted, people }, sightingsOf(video, own, covers), own, video.duration, language);
        return { video, segments: fact.evidence, fact };
      });
      const facts = all.filter(({ segments }) => segments.length > 0);
      if (facts.length === 0) return wanted.kind === 'who' ? null : nowhere();
      const ranked = facts.toSorted((a, b) => b.fact.seconds - a.fact.seconds);
      const listed = labeled(ranked.slice(0, MAX_LISTED));
      const lines = listed.map(
        ({ label, video, fact }) => `- ${titleOf(label, video.name)}: ${withLabel(fact.sentence, label)}`,
      );
      const { names } = listed[0]!.fact;
      const total = facts.reduce((sum, { fact }) => sum + fact.seconds, 0);
      const rest = ranked.length - listed.length;
      return {
        text: [
          ...(names.length > 0 ? [words.inVideos(names, total, facts.length)] : []),
          [...lines, ...(rest > 0 ? [words.moreVideos(rest)] : [])].join('\n'),
          words.note,
        ].join('\n\n'),
        used: listed,
        people: [...new Set(listed.flatMap(({ fact }) => fact.people))],
      };

      function nowhere(): PeopleAnswer {
        const { sentence, people } = peopleFact(wanted!, [], known, 0, language);
        // Somebody who is seen may be alone.
        const said = all.map(({ fact }) => fact.sentence).find((one) => one !== sentence);
        return { text: said ?? sentence, used: [], people };
      }
    },

    /** Ids of people whom a question names, seen or not: it is deleted with them. */
    namedIn: (videos: readonly VideoRow[], { userId, text }: Pick<AskedPeople, 'userId' | 'text'>): number[] =>
      peopleNamedIn(text, knownIn(userId, videos)).map(({ id }) => id),

    /** Times on screen of people whom a question names beside other things, and their ids. */
    beside(video: VideoRow, { userId, text, covers }: AskedPeople): { segments: Segment[]; people: number[] } {
      const named = peopleNamedIn(text, knownIn(userId, [video]));
      const segments = sampleEvenly(sightingsOf(video, named, covers));
      return { segments, people: named.map(({ id }) => id) };
    },
  };
}

function namesOf(people: readonly KnownPerson[]): Set<string> {
  return new Set(people.map(personName));
}
