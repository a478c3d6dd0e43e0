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
 * Parses a storage path. Accepts only names that the store itself generates, so no path leads out of it.
 * @throws ReelscopeError `forbidden` for another form, or another user's folder
 */
export function parseObjectPath(text: string, callerId: number): ObjectPath {
  const match = /^users\/([1-9]\d{0,15})\/([^/\\]+)$/.exec(text);
  const [, owner = '', fileName = ''] = match ?? [];
  if (owner !== String(callerId) || sanitizeFileName(fileName) !== fileName) {
    throw new ReelscopeError('forbidden', sentence('storage.foreign-path', { user: callerId }));
  }
  return { userId: callerId, fileName };
}

/** Formats a storage path. */
export function formatObjectPath(path: ObjectPath): string {
  return `users/${path.userId}/${path.fileName}`;
}

/** Returns the location of a file relative to the store's root. */
export function objectFile(root: string, path: ObjectPath): string {
  return join(root, 'users', String(path.userId), path.fileName);
}
