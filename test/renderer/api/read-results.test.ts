import { expect, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import type { Results } from '../../../src/contract/analysis/results.ts';
import type { SegmentRow } from '../../../src/db/schema.ts';
import { readList, readResults } from '../../../src/renderer/api/read-results.ts';
import { resultsJson } from '../../../src/server/library/results-json.ts';

const head: Omit<Results, 'segments'> = {
  job_id: 'a',
  video_name: 'Straße "1"\n.mp4',
  duration: 10,
  status: 'completed',
  processing_time: 1.5,
};
const row = (id: number, content: string): SegmentRow => ({
  id,
  videoId: 1,
  module: 'ocr',
  content,
  startTime: id / 3,
  endTime: id / 3 + 1,
  data: id % 2 ? JSON.stringify({ label: 'zwei\nZeilen' }) : null,
  engine: null,
});
const CONTENTS = ['TAXI', 'two\nlines, [x],\n]}', 'שלום', '👩‍🚀 "quoted" \u2028', ''];

/** Splits text into chunks of bytes, also within characters. */
function inChunks(text: string, bytes: number): ReadableStream<Uint8Array> {
  const all = new TextEncoder().encode(text);
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= all.length) return controller.close();
      controller.enqueue(all.slice(from, from + bytes));
      from += bytes;
    },
  });
}

test.each([1, 7, 100, 100_000])('parses the output of the server in chunks of %i bytes', async (bytes) => {
  for (const contents of [CONTENTS, CONTENTS.slice(0, 1), []]) {
    const text = resultsJson(
      head,
      contents.map((content, id) => row(id, content)),
      [],
    );
    const results = await readResults(inChunks(text, bytes));
    expect(results).toEqual(JSON.parse(text));
    expect(results.segments.map(({ content }) => content)).toEqual(contents);
  }
});

test.each([1, 7, 100, 100_000])('parses a list of one item per line in chunks of %i bytes', async (bytes) => {
  for (const items of [CONTENTS.map((name, id) => ({ id, name })), [{ id: 0, name: '' }], []]) {
    const text = `[${items.map((item) => JSON.stringify(item)).join(',\n')}]`;
    expect(await readList(inChunks(text, bytes))).toEqual(items);
    // As other servers write it.
    expect(await readList(inChunks(JSON.stringify(items), bytes))).toEqual(items);
  }
  await expect(readList(inChunks('[{"id":1},\n{"id":2}', bytes))).rejects.toThrow(SyntaxError);
});

test('rejects a truncated response', async () => {
  const text = resultsJson(head, [row(1, 'a'), row(2, 'b')], []);
  await expect(readResults(inChunks(text.slice(0, -20), 50))).rejects.toThrow(SyntaxError);
});

test('reports a lost connection as offline and an abort as canceled', async () => {
  const broken = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
  await expect(readResults(broken())).rejects.toMatchObject({ details: { offline: true } });
  await expect(readResults(broken(), AbortSignal.abort())).rejects.toThrow(CanceledError);
});
