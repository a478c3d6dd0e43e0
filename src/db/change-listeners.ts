import type { Db } from './open.ts';

/** Those who follow the changes of a repository's records. */
export interface ChangeListeners<Change> {
  /** Subscribes to committed changes. Returns the unsubscribe function. */
  onChange(listener: (change: Change) => void): () => void;
  /** Reports a change to all listeners, once the open transaction is committed. */
  notify(change: Change): void;
}

export function createChangeListeners<Change>(db: Pick<Db, 'afterCommit'>): ChangeListeners<Change> {
  const listeners = new Set<(change: Change) => void>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (change) =>
      db.afterCommit(() => {
        for (const listener of [...listeners]) listener(change);
      }),
  };
}
