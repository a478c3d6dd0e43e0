import { expect, test } from 'vitest';
import { JOB_EVENT_BODIES } from '../../../../src/contract/analysis/events.ts';
import { readEvents } from '../../../../src/renderer/api/live/event-stream.ts';

/** Text as a stream that breaks at each of the given places. */
function stream(text: string, ...cuts: number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const ends = [...cuts, bytes.length];
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      const end = ends.shift();
      if (end === undefined) return controller.close();
      controller.enqueue(bytes.slice(from, end));
      from = end;
    },
  });
}

const text =
  'id: 7\nevent: status\ndata: {"job_id":"a","stage":"über"}\n\n: keepalive\n\nid: 8\nevent: unheard\ndata: {}\n\nid: 9\nevent: completed\ndata: {"job_id":"a"}\n\nid: 10\nevent: progress\ndata: {"cut';

async function read(...cuts: number[]) {
  const events: unknown[] = [];
  for await (const event of readEvents(stream(text, ...cuts), JOB_EVENT_BODIES)) events.push(event);
  return events;
}

test('reads events across arbitrary chunk boundaries and skips comments, unknown names and an incomplete last event', async () => {
  const whole = await read();
  expect(whole).toEqual([
    { id: '7', name: 'status', body: { job_id: 'a', stage: 'über' } },
    { id: '9', name: 'completed', body: { job_id: 'a' } },
  ]);
  // 46 lies inside of the two bytes of ü.
  for (let cut = 1; cut < 70; cut++) expect(await read(cut)).toEqual(whole);
});
