import { throwIfAborted } from '../base/abort.ts';

const YIELD_INTERVAL_MS = 40;

/** Lets the event loop run for messages and cancellation. Resolves to whether it did. @throws CanceledError */
export type Breathe = (signal: AbortSignal | undefined) => Promise<true> | false;

/** Creates a function for long loops, which lets the event loop run at most every 40 ms. */
export function createBreather(): Breathe {
  let turn = performance.now();
  const run = async (signal: AbortSignal | undefined): Promise<true> => {
    await new Promise(setImmediate);
    throwIfAborted(signal);
    turn = performance.now();
    return true;
  };
  return (signal) => performance.now() - turn >= YIELD_INTERVAL_MS && run(signal);
}
