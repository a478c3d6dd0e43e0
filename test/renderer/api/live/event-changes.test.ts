import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventGroup } from '../../../../src/contract/library/event-groups.ts';
import { placeRecording } from '../../../../src/renderer/api/live/event-changes.ts';
import { queries } from '../../../../src/renderer/api/queries.ts';
import { queryClient } from '../../../../src/renderer/api/query-client.ts';
import { waitFor } from '../../../fixtures/wait.ts';

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

test('a change stays when an event that was requested before it arrives', async () => {
  const titled = (title: string) => ({ id: '1', title }) as EventGroup;
  const reads: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method === 'PATCH') return Promise.resolve(Response.json(titled('changed')));
    reads.push(Promise.withResolvers());
    return reads.at(-1)!.promise;
  });
  queryClient.setQueryData(queries.event('1').queryKey, titled('before'));
  const observer = new QueryObserver(queryClient, queries.event('1'));
  const unsubscribe = observer.subscribe(() => {});
  void observer.refetch();
  await waitFor(() => expect(reads).toHaveLength(1));
  await placeRecording('1', 'video', { offset: 1 });
  reads[0]!.resolve(Response.json(titled('before')));
  await waitFor(() => expect(reads).toHaveLength(2));
  expect(observer.getCurrentResult().data?.title).toBe('changed');
  reads[1]!.resolve(Response.json(titled('changed')));
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  expect(observer.getCurrentResult().data?.title).toBe('changed');
  unsubscribe();
});
