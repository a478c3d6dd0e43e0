import { parentPort, workerData } from 'node:worker_threads';
import { soundnessOf } from './soundness.ts';

/** Thread that checks one library, whose path is its data, and ends. */
parentPort!.postMessage(soundnessOf(workerData as string));
