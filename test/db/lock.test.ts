import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acquireLock } from '../../src/db/lock.ts';
import { tempFolder } from '../fixtures/temp.ts';

const owner = join(import.meta.dirname, 'lock-owner.ts');
const busy = expect.objectContaining({ code: 'conflict' });

test('locks a folder for one owner until release', async () => {
  const folder = join(await tempFolder(), 'data');
  const first = acquireLock(folder);
  expect(() => acquireLock(folder)).toThrow(busy);
  first.release();
  first.release();
  acquireLock(folder).release();
});

test('respects the lock of another process, and releases it when that process dies', async () => {
  const folder = await tempFolder();
  // Streams of its own: a worker of vitest ends only when nothing holds its output open.
  const child = fork(owner, [folder], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = await once(child, 'message');
  expect(message).toBe('owned');
  expect(() => acquireLock(folder)).toThrow(busy);
  child.kill('SIGKILL');
  await once(child, 'exit');
  acquireLock(folder).release();
});

test.skipIf(process.platform !== 'linux')("throws for a folder that can't be created", () => {
  expect(() => acquireLock('/proc/reelscope/data')).toThrow();
});
