import { ReelscopeError } from '../../contract/errors.ts';
import type { AskScope } from '../../contract/search/chat.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { ChatMessageRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import type { PeopleAnswers } from './people/people-answer.ts';
import { isSameScope, type Subject } from './scope.ts';
import { UNTITLED } from './sessions.ts';

/** Session that a question continues; undefined for a new one. */
type AskedSession = ReturnType<typeof findSession>;

export interface AnswerToStore {
  subject: Subject;
  session: AskedSession;
  question: string;
  answer: string;
  /** JSON. */
  metadata: string;
  /** Earlier messages that a model received, which the answer may repeat. */
  read: readonly Pick<ChatMessageRow, 'id'>[];
  /** Ids of people whom the answer is about. */
  people: readonly number[];
}

/** Maximum length of a session title derived from the first question, in characters. */
const MAX_TITLE_LENGTH = 80;

/**
 * Returns the session to continue, if any. One without a subject takes that of its first question.
 * @throws ReelscopeError `not_found`, `conflict` (a session about another video, or other ones)
 */
export function findSession(store: Store, userId: number, subject: Subject, sessionId: string | undefined) {
  if (sessionId === undefined) return undefined;
  const session = requireFound(store.chat.getSession(userId, parseId(sessionId, 'chat-session')), 'chat-session');
  const { videoId, deletedVideo } = session;
  const scope = session.scope === null ? null : (JSON.parse(session.scope) as AskScope);
  if (videoId === null && scope === null && deletedVideo === null) return session;
  if (!isSameScope(scope, subject.scope)) throw new ReelscopeError('conflict', sentence('chat.other-scope'));
  if (subject.scope === null && videoId !== subject.video.id) {
    throw new ReelscopeError('conflict', sentence('chat.other-video'));
  }
  return session;
}

/**
 * Stores a question with its answer in its session, or in a new one. Returns the id of the session, and those of the
 * people with whom both are deleted.
 * @throws ReelscopeError `not_found` (the session, or someone whom it is about), `conflict`
 */
export function storeAnswer(
  store: Store,
  { namedIn }: Pick<PeopleAnswers, 'namedIn'>,
  userId: number,
  { subject, session, question, answer, metadata, read, people }: AnswerToStore,
): { sessionId: number; named: number[] } {
  return store.transaction(() => {
    const title = Array.from(question.replace(/\s+/g, ' ').trim()).slice(0, MAX_TITLE_LENGTH).join('');
    const about =
      subject.scope === null ? { videoId: subject.video.id } : { videoId: null, scope: JSON.stringify(subject.scope) };
    const sessionId = session?.id ?? store.chat.createSession(userId, { ...about, title, isTitleFromQuestion: 1 }).id;
    const isUntitled = session?.title === UNTITLED && session.messageCount === 0;
    if (session && !store.chat.assignSession(userId, sessionId, { ...about, ...(isUntitled && { title }) })) {
      // Another question may have been answered meanwhile.
      findSession(store, userId, subject, String(sessionId));
    }
    const messages = [
      { role: 'user' as const, content: question, metadata: null },
      { role: 'assistant' as const, content: answer, metadata },
    ];
    const readIds = read.map(({ id }) => id);
    // A question may name people although its answer leaves them out.
    const peopleOfQuestion = namedIn(subject.scope === null ? [subject.video] : subject.videos, {
      userId,
      text: question,
    });
    const named = [...new Set([...people, ...peopleOfQuestion, ...store.chat.peopleOf(readIds)])];
    // Someone may have been deleted meanwhile, with the messages about them, and so is the answer.
    if (!store.people.exist(named) || store.chat.countExisting(readIds) < readIds.length) throw notFound('person');
    requireFound(store.chat.addMessages(userId, sessionId, messages, named), 'chat-session');
    return { sessionId, named };
  });
}
