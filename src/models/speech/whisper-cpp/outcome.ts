import { createHook } from 'node:async_hooks';

/** How long the addon's promise may take to settle once its work has ended (milliseconds). */
const GRACE_MS = 250;

/**
 * The result of an asynchronous call of the addon, which never settles its promise when the call fails (its error
 * callback has one argument, and the package waits for two). The end of the native work is seen by its asynchronous
 * resource instead. @throws Error when the work has ended without a result; whatever the promise rejects with
 */
export function outcomeOf<Result>(call: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const works = new Set<number>();
    let starting = true;
    const hook = createHook({
      init(id, type) {
        if (starting && type !== 'PROMISE') works.add(id);
      },
      after(id) {
        if (!works.has(id)) return;
        setTimeout(() => end(() => reject(new Error('The engine failed without a reason.'))), GRACE_MS);
      },
    }).enable();
    const end = (settle: () => void): void => {
      hook.disable();
      settle();
    };
    try {
      const promise = call();
      starting = false;
      promise.then(
        (result) => end(() => resolve(result)),
        (error) => end(() => reject(error)),
      );
    } catch (error) {
      end(() => reject(error));
    }
  });
}
