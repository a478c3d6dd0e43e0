/**
 * Work that runs one at a time by key, in the order in which it was asked for; that of different keys runs at the same
 * time.
 */
export function createKeyedQueue<Key>() {
  /** The work of each key that was asked for last. */
  const last = new Map<Key, Promise<unknown>>();
  return {
    /** @returns the result of `work` @throws its error; the work after it runs all the same */
    run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
      const before = last.get(key) ?? Promise.resolve();
      const turn = before.then(work, work);
      last.set(key, turn);
      const leave = () => {
        if (last.get(key) === turn) last.delete(key);
      };
      turn.then(leave, leave);
      return turn;
    },

    /** Whether work of a key runs or waits. */
    has: (key: Key): boolean => last.has(key),

    /** Waits for all work; never rejects. */
    async settled(): Promise<void> {
      await Promise.allSettled(last.values());
    },
  };
}
