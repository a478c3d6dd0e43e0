import { afterEach, expect, test, vi } from 'vitest';
import { requestChanged } from '../../../src/renderer/api/request-changed.ts';

afterEach(() => vi.unstubAllGlobals());

test('asks for changes since the last entity tag, and returns the same object while there are none', async () => {
  const answers = [
    { etag: 'W/"1"', name: 'One' },
    { etag: 'W/"1"', name: null },
    { etag: 'W/"2"', name: 'Two' },
    { etag: null, name: 'Three' },
    { etag: null, name: 'Four' },
  ];
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('If-None-Match'));
    const { etag, name } = answers.shift()!;
    const sent = etag === null ? {} : { headers: { ETag: etag } };
    return name === null ? new Response(null, { status: 304, ...sent }) : Response.json([{ name }], sent);
  });
  const first = await requestChanged('GET /videos');
  expect(first).toEqual([{ name: 'One' }]);
  expect(await requestChanged('GET /videos')).toBe(first);
  for (const name of ['Two', 'Three', 'Four']) expect(await requestChanged('GET /videos')).toEqual([{ name }]);
  expect(asked).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"', 'W/"2"']);
});
