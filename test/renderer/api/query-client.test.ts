import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { invalidate, patchQuery, queryClient, showChange } from '../../../src/renderer/api/query-client.ts';
import { waitFor } from '../../fixtures/wait.ts';

beforeEach(() => queryClient.clear());

/** A query whose fetches are settled by the test; each returns its number. */
function countingQuery() {
  const settle: (() => void)[] = [];
  const queryFn = vi.fn(() => {
    const count = queryFn.mock.calls.length;
    return new Promise<number>((resolve) => settle.push(() => resolve(count)));
  });
  return { options: queryOptions({ queryKey: ['counted', 'one'], queryFn }), queryFn, settle };
}

test('refetches a shown query whose first load predates an invalidation', async () => {
  const { options, queryFn, settle } = countingQuery();
  const observer = new QueryObserver(queryClient, options);
  const unsubscribe = observer.subscribe(() => {});
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1));
  invalidate(['counted']);
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  for (const each of settle) each();
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(2));
  unsubscribe();
});

test('refetches an invalidated query when it is next shown, not before', async () => {
  const { options, queryFn, settle } = countingQuery();
  const loaded = queryClient.fetchQuery(options);
  settle[0]!();
  await loaded;
  invalidate(['counted']);
  await Promise.resolve();
  expect(queryFn).toHaveBeenCalledTimes(1);
  const unsubscribe = new QueryObserver(queryClient, options).subscribe(() => {});
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  unsubscribe();
});

test('patches cached data without making a stale answer fresh', async () => {
  const { options, settle } = countingQuery();
  const loaded = queryClient.fetchQuery(options);
  settle[0]!();
  await loaded;
  invalidate(['counted']);
  await waitFor(() => expect(queryClient.getQueryState(options.queryKey)?.isInvalidated).toBe(true));
  patchQuery(options, (count) => count + 10);
  expect(queryClient.getQueryData(options.queryKey)).toBe(11);
  expect(queryClient.getQueryState(options.queryKey)?.isInvalidated).toBe(true);
});

test('ignores a patch of an answer that was never fetched', () => {
  const { options } = countingQuery();
  patchQuery(options, (count) => count + 10);
  expect(queryClient.getQueryData(options.queryKey)).toBeUndefined();
});

test('keeps data after a failed refetch and does not retry it', async () => {
  const queryFn = vi.fn(async () => {
    if (queryFn.mock.calls.length > 1) throw new Error('offline');
    return 1;
  });
  const observer = new QueryObserver(queryClient, { queryKey: ['counted'], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(1));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, error: { message: 'offline' } });
  expect(queryFn).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('drops the data of what was deleted elsewhere', async () => {
  const queryFn = vi.fn(async () => {
    if (queryFn.mock.calls.length > 1) throw new ReelscopeError('not_found', 'No such story.');
    return 1;
  });
  const observer = new QueryObserver(queryClient, { queryKey: ['counted'], queryFn });
  const unsubscribe = observer.subscribe(() => {});
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(1));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isError: true, isPending: false });
  unsubscribe();
});

test('fetches an answer again that was under way when a change was shown', async () => {
  const { options, queryFn, settle } = countingQuery();
  const observer = new QueryObserver(queryClient, options);
  const unsubscribe = observer.subscribe(() => {});
  settle[0]!();
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(1));
  showChange(options, (count) => count + 10);
  expect(queryFn).toHaveBeenCalledTimes(1);
  void observer.refetch();
  showChange(options, (count) => count + 10);
  expect(observer.getCurrentResult().data).toBe(21);
  await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(3));
  settle[1]!();
  settle[2]!();
  await waitFor(() => expect(observer.getCurrentResult().data).toBe(3));
  unsubscribe();
});
