import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { dataResult } from './output.ts';

/** Maximum length of a clip in seconds. */
const MAX_CLIP_SECONDS = 600;
/** Maximum size of a clip that is returned in the result, in bytes; base64 is a third longer. */
const MAX_RETURNED_BYTES = 6 * 1024 * 1024;

/** Fields of a result with a clip. */
export const clipShape = {
  size_bytes: z.number(),
  saved_as: z.string().optional().describe('Path of the file.'),
  name: z.string().optional().describe('Name of the clip in this result.'),
};

/** @throws ReelscopeError `invalid_request` for an empty range, and for one that is too long */
export function requireLength({ start_time, end_time }: { start_time: number; end_time: number }): void {
  if (end_time <= start_time || end_time - start_time > MAX_CLIP_SECONDS)
    throw new ReelscopeError('invalid_request', sentence('agents.clip-range', { minutes: MAX_CLIP_SECONDS / 60 }));
}

/**
 * Saves a clip to the folder that the user allowed, or returns it in the result.
 * @throws ReelscopeError `too_large` for a clip that is too large for a result
 */
export async function clipResult<Facts extends object>(
  facts: Facts,
  { name, body, uri }: { name: string; body: ReadableStream<Uint8Array>; uri: string },
  clipFolder: string | undefined,
) {
  const bytes = await readAll(body, clipFolder === undefined ? MAX_RETURNED_BYTES : Number.POSITIVE_INFINITY);
  const all = { ...facts, size_bytes: bytes.length };
  if (clipFolder !== undefined) return dataResult({ ...all, saved_as: await save(clipFolder, name, bytes) });
  // A name may be meant to mislead a model, and stands between the marks.
  const resource = { uri, mimeType: 'video/mp4', blob: bytes.toString('base64') };
  return dataResult({ ...all, name }, { type: 'resource', resource });
}

/** @throws ReelscopeError `too_large` */
async function readAll(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop cancels the export.
    if (length > limit) throw new ReelscopeError('too_large', sentence('agents.clip-too-large'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Saves a clip under its name, or with a number behind it. An existing file is kept. */
async function save(folder: string, name: string, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : name.replace(/(\.\w+)$/, ` ${number}$1`));
    try {
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
