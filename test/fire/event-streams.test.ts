import { expect, it, onTestFinished } from 'vitest';
import { sleep } from '../../src/base/abort.ts';
import { localClient } from '../fixtures/client.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fakeMedia, startTestServer } from '../fixtures/server.ts';
import { MINUTES, report } from './support/table.ts';

/** Enough for one overflow in a short run, too. */
const DROPS = Math.max(50, 30 * MINUTES);
/** More than a job's events that are kept. */
const OVERFLOW = 2100;

it('a client that drops its event stream misses no finding, or fetches them again', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const random = seededRandom(5);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  server.hold.on = true;
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["ocr"]' });
  while ((await client.get(`/processing/${jobId}/status`)).body.status !== 'processing') await sleep(5);

  let published = 0;
  const publish = () => {
    const id = String(++published);
    const facts = { content: 'x', start_time: 0, end_time: 1, data: null, engine: null, module: 'ocr' as const };
    server.services.events.publish(jobId, { name: 'segment', body: { ...facts, id, first_id: '1', job_id: jobId } });
  };
  /** Ids of findings that the client knows. */
  const seen = new Set<number>();
  const twice: number[] = [];
  let lastId: string | undefined;
  let resets = 0;
  /** Newest finding when they were fetched; events that were on their way may repeat these. */
  let fetchedTo = 0;
  /** Reads the stream until it is dropped. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    const headers = {
      Authorization: `Bearer ${server.token}`,
      ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
    };
    const response = await fetch(`${server.apiUrl}/processing/${jobId}/events`, { headers, signal });
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const [, id, name, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (name === undefined) continue;
        lastId = id;
        if (name === 'reset') {
          resets++;
          // As a client does that fetches the findings again.
          fetchedTo = published;
          for (let known = 1; known <= published; known++) seen.add(known);
        }
        if (name !== 'segment') continue;
        const found = Number(JSON.parse(data!).id);
        if (seen.has(found) && found > fetchedTo) twice.push(found);
        seen.add(found);
      }
    }
  };

  // The first connection establishes the position.
  let expectedResets = 0;
  for (let drop = 0; drop < DROPS; drop++) {
    const abort = new AbortController();
    const following = follow(abort.signal).catch(() => {});
    if (drop === 0) while (lastId === undefined) await sleep(5);
    for (let i = 0; i < random() * 20; i++) {
      publish();
      if (random() < 0.2) await sleep(0);
    }
    await sleep(random() * 5);
    abort.abort();
    await following;
    for (let i = 0; i < random() * 5; i++) publish();
    if (drop % 50 === 49) {
      for (let i = 0; i < OVERFLOW; i++) publish();
      expectedResets++;
    }
  }
  const last = new AbortController();
  const following = follow(last.signal).catch(() => {});
  const deadline = performance.now() + 30_000;
  while (seen.size < published && performance.now() < deadline) await sleep(20);
  last.abort();
  await following;

  const missed = published - seen.size;
  report('event streams', [
    {
      check: 'no finding missed or repeated over dropped streams',
      rounds: DROPS,
      failures: missed + twice.length,
      detail: `${published} findings, ${resets} resets, ${missed} missed, ${twice.length} repeated`,
    },
  ]);
  expect({ missed, twice }).toEqual({ missed: 0, twice: [] });
  expect(resets).toBeGreaterThanOrEqual(1);
  expect(resets).toBeLessThanOrEqual(expectedResets);
});
