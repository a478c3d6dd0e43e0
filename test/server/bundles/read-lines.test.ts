import { expect, it } from 'vitest';
import { BUNDLE_LIMITS } from '../../../src/contract/bundles/manifest.ts';
import { readLines } from '../../../src/server/bundles/read-lines.ts';
import { countScans } from '../../fixtures/count-scans.ts';

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function* partsOf(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

async function read(content: string, bytes: number): Promise<unknown[]> {
  return collect(readLines('lines', partsOf(Buffer.from(content), bytes)));
}

it.each([1, 2, 3, 7, 100])('reads lines that arrive in parts of %i bytes', async (bytes) => {
  const content = '{"a":1}\n"zwölf – 東京"\n[3]\n';
  expect(await read(content, bytes)).toEqual([{ a: 1 }, 'zwölf – 東京', [3]]);
  expect(await read(content.trimEnd(), bytes)).toEqual([{ a: 1 }, 'zwölf – 東京', [3]]);
  expect(await read('', bytes)).toEqual([]);
});

it('refuses a line without an end, and searches each of its characters once', async () => {
  const endless = Buffer.alloc(BUNDLE_LIMITS.lineBytes + 1, '1');
  const reading = countScans(() => collect(readLines('lines', partsOf(endless, 512))), 2 * endless.length);
  await expect(reading).rejects.toMatchObject({ code: 'invalid_request' });
});
