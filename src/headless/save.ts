import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CommandInput, type Options, text } from './command.ts';

/** Option of commands that create a file. */
export const OUT_OPTION = {
  out: {
    ...{ type: 'string', value: 'FILE' },
    help: 'file to create; - for standard output (default: a name of its own in this folder)',
  },
} as const satisfies Options;

/**
 * Writes a file to the place that --out names. An existing file is kept.
 * @returns the line to print: the path, or nothing if the file went to standard output
 * @throws Error `EEXIST`
 */
export async function save(
  input: CommandInput,
  { name, body }: { name: string; body: ReadableStream<Uint8Array> | string },
): Promise<string> {
  const out = text(input, 'out') ?? name;
  const content = typeof body === 'string' ? Readable.from([body]) : Readable.fromWeb(body);
  if (out === '-') {
    await pipeline(content, process.stdout, { end: false });
    return '';
  }
  await pipeline(content, createWriteStream(out, { flags: 'wx' }));
  return `${out}\n`;
}
