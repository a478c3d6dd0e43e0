import { expect, test } from 'vitest';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const minutes = (jobId: string, durationMinutes: number, action: 'process' | 'reprocess' = 'process') => ({
  jobId,
  action,
  durationMinutes,
  modules: '["ocr"]',
});

test('sums billed runs, reserves minutes of open ones, and counts void ones without minutes', async () => {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  addVideo(store, userId);
  addVideo(store, userId);
  store.usage.open(userId, minutes('a', 2));
  clock.at += 1000;
  store.usage.open(userId, minutes('b', 3, 'reprocess'));
  store.usage.open(userId, minutes('c', 5));
  store.usage.open(userId, minutes('d', 7));
  expect(store.usage.close('a', { billed: true, processingTime: 1.5 })).toBe(true);
  expect(store.usage.close('a', { billed: false })).toBe(false);
  store.usage.close('b', { billed: true, processingTime: 1 });
  store.usage.close('c', { billed: false });
  expect(store.usage.totals(userId)).toEqual({
    billedMinutes: 5,
    pendingMinutes: 7,
    byAction: { process: 3, reprocess: 1 },
    firstUsageAt: clock.at - 1000,
    fileBytes: 2000,
  });
  expect(store.usage.list(userId).map((row) => row.jobId)).toEqual(['d', 'c', 'b', 'a']);
  expect(store.usage.list(userId, { from: clock.at }).map((row) => row.jobId)).toEqual(['d', 'c', 'b']);
  expect(store.usage.list(userId, { to: clock.at }).map((row) => row.jobId)).toEqual(['a']);
});

test('returns zero for an account without usage', async () => {
  const { store } = await testStore();
  expect(store.usage.totals(addUser(store))).toEqual({
    billedMinutes: 0,
    pendingMinutes: 0,
    firstUsageAt: null,
    fileBytes: 0,
    byAction: { process: 0, reprocess: 0 },
  });
});
