import { join } from 'node:path';
import { ReelscopeError } from '../contract/errors.ts';
import { sanitizeFileName } from './names.ts';

/** A place in the store: `users/<user id>/<file name>`, parsed and safe to join to a folder. */
export interface ObjectPath {
  userId: number;
  fileName: string;
}

/**
 * Reads a storage path. Only names that the store itself could have given are accepted, so no path leads out of it.
 * @throws ReelscopeError `forbidden` when it is not of the form, or lies under another user's folder
 */
export function parseObjectPath(text: string, callerId: number): ObjectPath {
  const match = /^users\/([1-9]\d{0,15})\/([^/\\]+)$/.exec(text);
  const [, owner = '', fileName = ''] = match ?? [];
  if (owner !== String(callerId) || sanitizeFileName(fileName) !== fileName) {
    throw new ReelscopeError('forbidden', `A storage path must be directly under users/${callerId}/.`);
  }
  return { userId: callerId, fileName };
}

/** The text form of a place in the store. */
export function formatObjectPath(path: ObjectPath): string {
  return `users/${path.userId}/${path.fileName}`;
}

/** Where the file of a place lies below the store's root. */
export function objectFile(root: string, path: ObjectPath): string {
  return join(root, 'users', String(path.userId), path.fileName);
}
