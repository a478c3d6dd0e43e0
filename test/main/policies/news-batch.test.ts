import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNewsBatch } from '../../../src/main/policies/news-batch.ts';
import type { JobNews } from '../../../src/server/jobs/activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const queue = { running: 0, queued: 0 };
  const reported: string[] = [];
  const batch = createNewsBatch({
    snapshot: () => queue,
    report: (news) => void reported.push(news.map(({ jobId, kind }) => `${jobId} ${kind}`).join()),
  });
  const end = (jobId: string, kind: JobNews['kind'] = 'completed') =>
    batch.add({ kind, jobId, videoName: jobId, error: null });
  return { queue, reported, batch, end };
}

it('reports a single analysis at once', () => {
  const { reported, end } = setUp();
  end('a');
  expect(reported).toEqual(['a completed']);
});

it('reports a batch once, at its end', () => {
  const { queue, reported, batch, end } = setUp();
  Object.assign(queue, { running: 0, queued: 2 });
  end('a');
  Object.assign(queue, { running: 1, queued: 1 });
  batch.update();
  vi.advanceTimersByTime(60_000);
  end('b', 'failed');
  expect(reported).toEqual([]);
  Object.assign(queue, { running: 0, queued: 0 });
  end('c');
  expect(reported).toEqual(['a completed,b failed,c completed']);
  batch.update();
  expect(reported).toHaveLength(1);
});

it('reports what has ended when the queue waits, or the rest is canceled', () => {
  const { queue, reported, batch, end } = setUp();
  Object.assign(queue, { running: 0, queued: 5 });
  end('a');
  vi.advanceTimersByTime(3000);
  expect(reported).toEqual(['a completed']);
  Object.assign(queue, { running: 1, queued: 4 });
  end('b');
  Object.assign(queue, { running: 0, queued: 0 });
  batch.update();
  expect(reported).toEqual(['a completed', 'b completed']);
});

it('reports a crash at once, and the last end of a video only', () => {
  const { queue, reported, batch, end } = setUp();
  Object.assign(queue, { running: 1, queued: 1 });
  end('a', 'restarted');
  expect(reported).toEqual(['a restarted']);
  end('a', 'failed');
  end('a');
  Object.assign(queue, { running: 0, queued: 0 });
  batch.update();
  expect(reported).toEqual(['a restarted', 'a completed']);
});
