import { afterEach, expect, test, vi } from 'vitest';
import { nextTask } from '../../../src/renderer/api/next-task.ts';
import { send } from '../../../src/renderer/api/request.ts';

afterEach(() => vi.unstubAllGlobals());

test('sends requests that come together one per task, in their order', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path);
    return Promise.resolve(new Response('{}'));
  });
  const all = Promise.all([send('GET /queue'), send('GET /tags'), send('GET /about')]);
  const counts = [];
  for (let task = 0; task < 3; task++) {
    // All that promises alone do.
    for (let step = 0; step < 20; step++) await Promise.resolve();
    counts.push(sent.length);
    await nextTask();
  }
  expect(counts).toEqual([1, 2, 3]);
  expect(sent).toEqual(['/api/queue', '/api/tags', '/api/about']);
  await all;
});

test('sends a single request at once', async () => {
  await nextTask();
  const fetched = vi.fn(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', fetched);
  const response = send('GET /queue');
  for (let step = 0; step < 20; step++) await Promise.resolve();
  expect(fetched).toHaveBeenCalledOnce();
  await response;
});
