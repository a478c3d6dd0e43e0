import { setImmediate } from 'node:timers/promises';

/** Work in short steps; each `yield` is a place at which what is done so far may be committed. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all steps at once. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does each step in a transaction of its own, and lets other work of the event loop run between them. */
export async function inTransactions<Result>(
  transaction: <Value>(work: () => Value) => Value,
  steps: Steps<Result>,
): Promise<Result> {
  for (;;) {
    const step = transaction(() => steps.next());
    if (step.done) return step.value;
    await setImmediate();
  }
}
