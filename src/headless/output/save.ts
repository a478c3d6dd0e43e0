import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CommandInput, has, type Options, print, text, UsageError } from '../command.ts';
import { fileError } from './file-errors.ts';

/** Option of commands that create a file. */
export const OUT_OPTION = {
  out: {
    type: 'string',
    value: 'FILE',
    help: 'file to create, or an existing folder for it; - for standard output (default: this folder)',
  },
} as const satisfies Options;

/** Byte order mark in UTF-8, which a file of CSV begins with. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Passes bytes on without a byte order mark, which the reader of a pipe would take for a part of the first name. */
async function* withoutMark(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let isStart = true;
  for await (const chunk of bytes) {
    const part = Buffer.from(chunk);
    yield isStart && part.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? part.subarray(BYTE_ORDER_MARK.length)
      : part;
    isStart = false;
  }
}

/**
 * Writes a file to the place that --out names, a folder included, and prints its path. An existing file is kept.
 * @throws ReelscopeError `conflict` if there is a file, `not_found`, `forbidden`, `storage_full`; UsageError
 */
export async function save(
  input: CommandInput,
  { name, body }: { name: string; body: ReadableStream<Uint8Array> | string },
): Promise<void> {
  const place = text(input, 'out');
  const isFolder = place !== undefined && place !== '-' && (await stat(place).catch(() => undefined))?.isDirectory();
  const out = isFolder ? join(place, name) : (place ?? name);
  if (out === '-' && has(input, 'json') && !/(?:^-|\.json|\.otio)$/.test(name))
    throw new UsageError('With --json, --out - requires a format that is JSON.');
  const content = typeof body === 'string' ? Readable.from([body]) : Readable.fromWeb(body);
  if (out === '-') return pipeline(content, withoutMark, process.stdout, { end: false });
  await pipeline(content, createWriteStream(out, { flags: 'wx' })).catch((error: unknown) => {
    throw fileError(error, 'written', out);
  });
  print(input, { path: resolve(out) }, `${out}\n`);
}
