import { acquireLock } from '../../db/lock.ts';

/**
 * Runs work on the library of a folder that no server has open.
 * @throws ReelscopeError `conflict` if a server has it open
 */
export async function withLockedFolder<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const lock = acquireLock(folder);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
