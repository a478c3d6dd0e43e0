import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import type { CheckedLibrary, LibraryCheck } from './backup.ts';
import { soundnessOf } from './soundness.ts';

/** Thread that checks one library, and adopts it if asked to, and ends. */
const { path, localIssuer } = workerData as LibraryCheck;
const soundness = soundnessOf(path);
parentPort!.postMessage(
  soundness.state === 'sound' && localIssuer !== undefined ? await adopted(localIssuer) : { soundness },
);

async function adopted(issuer: string): Promise<CheckedLibrary> {
  // Checks alone need none of it.
  const { adoptLibrary } = await import('./adopt-library.ts');
  try {
    return { soundness, removed: adoptLibrary(path, issuer) };
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError) return { soundness: { state: 'damaged', reason: error.message } };
    throw error;
  }
}
