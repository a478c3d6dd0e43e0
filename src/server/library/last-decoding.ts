import { Decoding } from '../../contract/analysis/decoding.ts';
import type { Store } from '../../db/index.ts';

/** Setting that holds how the last analysis decoded its video. */
export const LAST_DECODING = 'decoding.last';

/** Returns how the last analysis decoded its video; null before the first one. */
export function lastDecoding(store: Store): Decoding | null {
  const stored = Decoding.safeParse(store.settings.get(LAST_DECODING));
  return stored.success ? stored.data : null;
}
