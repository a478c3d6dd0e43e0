import { join } from 'node:path';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { sanitizeFileName } from './names.ts';

/** A parsed storage path: `users/<user id>/<file name>`, safe to join to a folder. */
export interface ObjectPath {
  userId: number;
  fileName: string;
}

/**
 * Reads a storage path of any user. Accepts only names that the store itself generates, so no path leads out of it.
 * @returns undefined for another form
 */
export function readObjectPath(text: string): ObjectPath | undefined {
  const [, owner, fileName = ''] = /^users\/([1-9]\d{0,15})\/([^/\\]+)$/.exec(text) ?? [];
  if (owner === undefined || sanitizeFileName(fileName) !== fileName) return undefined;
  return { userId: Number(owner), fileName };
}

/** Reads a storage path of a user. @throws ReelscopeError `forbidden` for another form, or another user's folder */
export function parseObjectPath(text: string, callerId: number): ObjectPath {
  const path = readObjectPath(text);
  if (path?.userId !== callerId)
    throw new ReelscopeError('forbidden', sentence('storage.foreign-path', { user: callerId }));
  return path;
}

/** Formats a storage path. */
export function formatObjectPath(path: ObjectPath): string {
  return `users/${path.userId}/${path.fileName}`;
}

/** Returns the location of a file relative to the store's root. */
export function objectFile(root: string, path: ObjectPath): string {
  return join(root, 'users', String(path.userId), path.fileName);
}
