import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { toError } from '../base/errors.ts';
import { replaceFileSync } from '../files/replace.ts';

/** Reads a small file of preferences; undefined if it is missing, truncated, or invalid. */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/**
 * Writes a temporary file and renames it, so that a power failure can't leave a partial file. Never throws, since a
 * window that is closing would stay open. @returns why the file could not be written
 */
export function writeJson(file: string, value: unknown): Error | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, JSON.stringify(value), { mode: 0o600 });
    replaceFileSync(`${file}.part`, file);
    return undefined;
  } catch (error) {
    return toError(error);
  }
}
