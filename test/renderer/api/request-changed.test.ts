import { afterEach, expect, test, vi } from 'vitest';
import { requestChanged } from '../../../src/renderer/api/request.ts';

afterEach(() => vi.unstubAllGlobals());

test('returns the same object while the entity tag is the same, and the new one after a change', async () => {
  const answers = [
    { etag: 'W/"1"', name: 'One' },
    { etag: 'W/"1"', name: 'One' },
    { etag: 'W/"2"', name: 'Two' },
    { etag: null, name: 'Three' },
    { etag: null, name: 'Four' },
  ];
  vi.stubGlobal('fetch', async () => {
    const { etag, name } = answers.shift()!;
    return Response.json([{ name }], { headers: etag === null ? {} : { ETag: etag } });
  });
  const first = await requestChanged('GET /videos');
  expect(first).toEqual([{ name: 'One' }]);
  expect(await requestChanged('GET /videos')).toBe(first);
  for (const name of ['Two', 'Three', 'Four']) expect(await requestChanged('GET /videos')).toEqual([{ name }]);
});
