import { expect, onTestFinished, test } from 'vitest';
import { throwIfAborted } from '../../../src/base/abort.ts';
import { createBackgroundPass } from '../../../src/server/workers/background-pass.ts';
import { waitFor, waitUntil } from '../../fixtures/wait.ts';

/** A pass whose runs the test ends. */
function gatedPass(choice = () => '') {
  const runs: { signal: AbortSignal; end(error?: Error): void }[] = [];
  const reports: [message: string, isFirst: boolean][] = [];
  const background = createBackgroundPass({
    log: { warn() {} } as never,
    startMs: 0,
    failed: 'the pass failed',
    choice,
    report: (error, isFirst) => void reports.push([error.message, isFirst]),
    pass: (signal) =>
      new Promise((resolve, reject) => {
        runs.push({ signal, end: (error) => (error ? reject(error) : resolve()) });
        signal.addEventListener('abort', () => {
          try {
            throwIfAborted(signal);
          } catch (canceled) {
            reject(canceled);
          }
        });
      }),
  });
  onTestFinished(() => background.close());
  const nth = (count: number) => waitUntil(() => runs.length === count && runs[count - 1]);
  return { background, runs, reports, nth };
}

test('runs one pass at a time, and one more for all checks during it', async () => {
  const { background, runs, nth } = gatedPass();
  background.check();
  background.check();
  const first = await nth(1);
  for (let i = 0; i < 3; i++) background.check();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toHaveLength(1);
  first.end();
  (await nth(2)).end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toHaveLength(2);
});

test('a changed choice aborts the running pass, and starts another', async () => {
  let chosen = 'one';
  const { background, reports, nth } = gatedPass(() => chosen);
  background.check();
  const first = await nth(1);
  background.check();
  expect(first.signal.aborted).toBe(false);
  chosen = 'two';
  background.check();
  expect(first.signal.aborted).toBe(true);
  (await nth(2)).end();
  expect(background.failure()).toBe(null);
  expect(reports).toEqual([]);
});

test('reports repeated failures as such until a pass works', async () => {
  const { background, reports, nth } = gatedPass();
  for (let count = 1; count < 5; count++) {
    background.check();
    (await nth(count)).end(count === 3 ? undefined : new Error(`run ${count}`));
    const failure = count === 3 ? null : expect.objectContaining({ message: `run ${count}` });
    await waitFor(() => expect(background.failure()).toEqual(failure));
  }
  expect(reports).toEqual([
    ['run 1', true],
    ['run 2', false],
    ['run 4', true],
  ]);
});

test('a closed one starts nothing', async () => {
  const { background, runs, nth } = gatedPass();
  background.check();
  const { signal } = await nth(1);
  background.check();
  background.close();
  background.check();
  expect(signal.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toHaveLength(1);
});
