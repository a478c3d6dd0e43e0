import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../src/base/turns.ts';

test('runs work of one key in order, and that of others at the same time', async () => {
  const turns = createTurns<string>();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await later();
    events.push(`${name} ends`);
    return name;
  };
  const all = [turns.run('a', work('first')), turns.run('a', work('second')), turns.run('b', work('other'))];
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(events.indexOf('second begins')).toBeGreaterThan(events.indexOf('first ends'));
  expect(events.indexOf('other begins')).toBeLessThan(events.indexOf('first ends'));
  await later();
  expect(turns.has('a')).toBe(false);
});

test('goes on after a failure, which only its caller learns', async () => {
  const turns = createTurns<number>();
  const failure = turns.run(1, async () => {
    throw new Error('broken');
  });
  const next = turns.run(1, async () => 'done');
  expect(turns.has(1)).toBe(true);
  await expect(failure).rejects.toThrow('broken');
  expect(await next).toBe('done');
  await turns.settled();
});
