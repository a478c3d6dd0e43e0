import { basename, join } from 'node:path';
import { decodeName } from '../arguments/raw-arguments.ts';

/** Absolute path of a file or folder; bytes if it is not UTF-8, as names on Linux may be. */
export type LocalPath = string | Buffer;

/** Path from its bytes. */
export function pathOf(bytes: Buffer): LocalPath {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : bytes;
}

/** Path of an entry of a folder. */
export function below(folder: LocalPath, name: Buffer): LocalPath {
  const text = pathOf(name);
  if (typeof folder === 'string' && typeof text === 'string') return join(folder, text);
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]);
}

/** Name of a file or folder as people read it. */
export function fileName(path: LocalPath): string {
  return typeof path === 'string' ? basename(path) : decodeName(path);
}

/** Text that identifies a path. */
export function keyOf(path: LocalPath): string {
  return typeof path === 'string' ? path : `bytes:${path.toString('base64')}`;
}
