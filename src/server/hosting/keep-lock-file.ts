import { removeLockFile, writeLockFile } from './lock-file.ts';

/** How often the file gets a fresh token, in milliseconds; well within the life of one. */
const RENEW_MS = 3600_000;

/** Keeps the file by which commands find this server, its token fresh. Returns how to stop, which removes the file. */
export async function keepLockFile(
  dataFolder: string,
  server: { url: string; apiUrl: string; localToken(): Promise<{ token: string }> },
): Promise<() => Promise<void>> {
  const write = async () => {
    const { token } = await server.localToken();
    await writeLockFile(dataFolder, { pid: process.pid, url: server.url, api_url: server.apiUrl, token });
  };
  await write();
  // A failed renewal is tried again an hour later; the token in the file outlives several.
  const timer = setInterval(() => write().catch(() => {}), RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await removeLockFile(dataFolder);
  };
}
