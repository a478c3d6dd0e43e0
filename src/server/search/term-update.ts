import { sleep } from '../../base/abort.ts';
import type { Logger } from '../../base/logger.ts';
import type { Store } from '../../db/index.ts';
import { createBackgroundPass } from '../workers/background-pass.ts';

/** Pause between two steps in milliseconds, about as long as one, so that requests are answered meanwhile. */
const PAUSE_MS = 20;

export type TermUpdatePass = ReturnType<typeof createTermUpdatePass>;

/** Updates the search index of a library of an earlier version; searches go on meanwhile. */
export function createTermUpdatePass({ store, log }: { store: Store; log: Logger }) {
  return createBackgroundPass({
    log,
    startMs: 0,
    failed: 'the search index could not be updated',
    async pass(signal) {
      if (!store.termUpdate.isPending()) return;
      while (store.termUpdate.step()) await sleep(PAUSE_MS, signal);
      log.info('the search index has been updated');
    },
  });
}
