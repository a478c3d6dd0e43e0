import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedQueue } from '../../src/base/keyed-queue.ts';

test('runs work of one key in order, and that of others at the same time', async () => {
  const queue = createKeyedQueue<string>();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await later();
    events.push(`${name} ends`);
    return name;
  };
  const all = [queue.run('a', work('first')), queue.run('a', work('second')), queue.run('b', work('other'))];
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(events.indexOf('second begins')).toBeGreaterThan(events.indexOf('first ends'));
  expect(events.indexOf('other begins')).toBeLessThan(events.indexOf('first ends'));
  await later();
  expect(queue.has('a')).toBe(false);
});

test('goes on after a failure, which only its caller learns', async () => {
  const queue = createKeyedQueue<number>();
  const failure = queue.run(1, async () => {
    throw new Error('broken');
  });
  const next = queue.run(1, async () => 'done');
  expect(queue.has(1)).toBe(true);
  await expect(failure).rejects.toThrow('broken');
  expect(await next).toBe('done');
  await queue.settled();
});
