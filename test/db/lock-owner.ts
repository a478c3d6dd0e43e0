import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock } from '../../src/db/lock.ts';

/** A process that locks the folder in its first argument until it is killed, and drops the lock's handle at once. */
acquireLock(process.argv[2]!);
// Handles are closed by finalizers, which run after the task that collects garbage.
await delay(10);
globalThis.gc?.();
await delay(10);
process.send?.('owned');
setInterval(() => {}, 1000);
