import { ReelscopeError } from '../../contract/errors.ts';
import type { MessageKey } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

type RecordKey = Extract<MessageKey, `not-found.${string}`>;
/** Kind of record that a caller asked for; see the texts `not-found.<kind>`. */
export type RecordKind = RecordKey extends `not-found.${infer Kind}` ? Kind : never;

/** Parses a row id from a request. @throws ReelscopeError `not_found` */
export function parseId(text: string, what: RecordKind): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(what);
  return Number(text);
}

/**
 * Creates the error for a missing record; also used for records of other users, so that it does not reveal their
 * existence.
 */
export function notFound(what: RecordKind): ReelscopeError {
  return new ReelscopeError('not_found', sentence(`not-found.${what}`));
}

/** Returns a defined value. @throws ReelscopeError `not_found` */
export function requireFound<Value>(value: Value | undefined, what: RecordKind): Value {
  if (value === undefined) throw notFound(what);
  return value;
}

/** Returns a user's video that is not in the trash. @throws ReelscopeError `not_found` */
export function requireVideo<Video>(
  store: { videos: { get(userId: number, jobId: string): Video | undefined } },
  userId: number,
  jobId: string,
): Video {
  return requireFound(store.videos.get(userId, jobId), 'video');
}

/** Returns the row id of a user's project. @throws ReelscopeError `not_found` */
export function requireProjectId(
  store: { projects: { has(userId: number, id: number): boolean } },
  userId: number,
  id: string,
): number {
  const projectId = parseId(id, 'project');
  if (!store.projects.has(userId, projectId)) throw notFound('project');
  return projectId;
}
