import { removeLockFile, writeLockFile } from './lock-file.ts';

/** Renewal interval of the token in milliseconds; well below its lifetime. */
const RENEW_MS = 3600_000;

/** Writes the lock file that commands use to find this server, and renews its token. Returns a function that removes the file. */
export async function keepLockFile(
  dataFolder: string,
  server: { url: string; apiUrl: string; localToken(): Promise<{ token: string }> },
): Promise<() => Promise<void>> {
  const write = async () => {
    const { token } = await server.localToken();
    await writeLockFile(dataFolder, { pid: process.pid, url: server.url, api_url: server.apiUrl, token });
  };
  await write();
  // A failed renewal is retried an hour later; the token in the file outlives several failures.
  const timer = setInterval(() => write().catch(() => {}), RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await removeLockFile(dataFolder);
  };
}
