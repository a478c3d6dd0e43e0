import type { Clock } from '../../base/time.ts';
import { removeLockFile, writeLockFile } from './lock-file.ts';

/** Age at which the token is renewed in milliseconds; well below its lifetime. */
const RENEW_MS = 3600_000;
/** Interval at which its age is checked: no timer runs while the computer is suspended, but the token expires. */
const CHECK_MS = 5000;

/**
 * Writes the lock file that commands use to find this server, and renews its token. Returns a function that removes the
 * file.
 * @param clock the system's clock, by which the token expires
 */
export async function keepLockFile(
  dataFolder: string,
  server: { url: string; apiUrl: string; localToken(): Promise<{ token: string }> },
  clock: Clock,
): Promise<() => Promise<void>> {
  let writtenMs = 0;
  const write = async () => {
    writtenMs = clock.now();
    const { token } = await server.localToken();
    await writeLockFile(dataFolder, { pid: process.pid, url: server.url, api_url: server.apiUrl, token });
  };
  await write();
  const timer = setInterval(() => {
    // A clock that was set back counts as well. A failed renewal is retried an hour later; the token in the file
    // outlives several.
    if (Math.abs(clock.now() - writtenMs) >= RENEW_MS) write().catch(() => {});
  }, CHECK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await removeLockFile(dataFolder);
  };
}
