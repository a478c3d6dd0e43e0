import { acquireLock } from '../../src/db/lock.ts';

/** A process that locks the folder in its first argument until it is killed. */
acquireLock(process.argv[2]!);
process.send?.('owned');
setInterval(() => {}, 1000);
