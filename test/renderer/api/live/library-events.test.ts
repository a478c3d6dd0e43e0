import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Video } from '../../../../src/contract/library/video.ts';
import { followLibrary } from '../../../../src/renderer/api/live/library-events.ts';
import { queries } from '../../../../src/renderer/api/queries.ts';
import { queryClient } from '../../../../src/renderer/api/query-client.ts';
import { waitFor } from '../../../fixtures/wait.ts';

/** More changes at once than are applied one by one. */
const MANY = 10;

beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows the events of a server whose answers a test gives. */
function follow() {
  const events = new TransformStream<Uint8Array, Uint8Array>();
  const writer = events.writable.getWriter();
  const lists: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/events')) return Promise.resolve(new Response(events.readable));
    lists.push(Promise.withResolvers());
    return lists.at(-1)!.promise;
  });
  queryClient.setQueryData(queries.videos.queryKey, []);
  const observer = new QueryObserver(queryClient, queries.videos);
  const ending = new AbortController();
  const stop = observer.subscribe(() => {});
  void followLibrary(ending.signal, true).catch(() => {});
  return {
    lists,
    observer,
    async remove(count: number) {
      const body = { job_id: '', change: 'removed', video: null };
      const frames = Array.from(
        { length: count },
        (_, i) => `event: video\ndata: ${JSON.stringify({ ...body, job_id: `${i}` })}\n\n`,
      );
      await writer.write(new TextEncoder().encode(frames.join('')));
    },
    end: () => {
      stop();
      ending.abort();
      return writer.close();
    },
  };
}

test('a list that is being loaded arrives during an import, and is loaded again for what came meanwhile', async () => {
  const { lists, observer, remove, end } = follow();
  const list = (...names: string[]) => Response.json(names.map((name) => ({ job_id: name, name }) as Video));
  await waitFor(() => expect(lists).toHaveLength(1));
  lists[0]!.resolve(list());
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  await remove(MANY);
  await waitFor(() => expect(lists).toHaveLength(2));
  await remove(MANY);
  // Several batches.
  await vi.advanceTimersByTimeAsync(2000);
  expect(lists).toHaveLength(2);
  lists[1]!.resolve(list('a'));
  await waitFor(() => expect(observer.getCurrentResult().data?.map(({ name }) => name)).toEqual(['a']));
  await waitFor(() => expect(lists).toHaveLength(3));
  lists[2]!.resolve(list('a', 'b'));
  await waitFor(() => expect(observer.getCurrentResult().data).toHaveLength(2));
  await end();
});
