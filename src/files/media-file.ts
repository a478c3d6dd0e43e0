import * as fs from 'node:fs/promises';
import { nameKind } from '../core/media-files/extensions.ts';
import { HEAD_BYTES, isMediaHead } from '../core/media-files/signatures.ts';

/** Why a file of a folder is left out: it is neither video nor audio, or a program is still writing it. */
export type LeftOut = 'not_media' | 'unfinished';

/**
 * Decides whether a file of a folder may be video or audio: by its name, and where that doesn't tell, by its first
 * bytes.
 * @param name its name or path as text, if the path is bytes
 * @returns why it is left out; undefined for media
 * @throws NodeJS.ErrnoException if it can't be read
 */
export async function leftOutOf(path: string | Buffer, name: string = path.toString()): Promise<LeftOut | undefined> {
  const kind = nameKind(name);
  if (kind === 'media') return undefined;
  if (kind !== 'unknown') return kind === 'other' ? 'not_media' : 'unfinished';
  return isMediaHead(await readHead(path)) ? undefined : 'not_media';
}

async function readHead(path: string | Buffer): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  // A pipe would wait for its writer.
  await using file = await fs.open(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}
