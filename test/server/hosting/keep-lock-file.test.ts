import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLockFile } from '../../../src/server/hosting/keep-lock-file.ts';
import { readLockFile } from '../../../src/server/hosting/lock-file.ts';
import { movableClock } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitFor } from '../../fixtures/wait.ts';

test.each([
  ['is forward by 13 hours, as after a suspension', 13 * 3600_000],
  ['is back by two hours', -2 * 3600_000],
])('renews the token in the lock file when the clock %s', async (_, step) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = await tempFolder();
  const clock = movableClock();
  let issued = 0;
  const localToken = async () => ({ token: `token ${++issued}` });
  const remove = await keepLockFile(folder, { url: 'http://x', apiUrl: 'http://x/api', localToken }, clock);
  vi.advanceTimersByTime(60_000);
  expect((await readLockFile(folder))?.token).toBe('token 1');
  clock.moveBy(step);
  vi.advanceTimersByTime(5000);
  await waitFor(async () => expect((await readLockFile(folder))?.token).toBe('token 2'));
  await remove();
  expect(await readLockFile(folder)).toBeUndefined();
});
