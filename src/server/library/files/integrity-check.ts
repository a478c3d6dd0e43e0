import { isDamage } from '../../../base/disk-damage.ts';
import { toError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Clock } from '../../../base/time.ts';
import type { Store } from '../../../db/index.ts';

/** Interval of the full check, which compares indexes with their tables, in milliseconds. */
const FULL_CHECK_MS = 7 * 24 * 3_600_000;
const CHECKED_AT = 'library.checked_at';

/**
 * Checks the database after a start, in full once a week. A damaged full-text index is filled again; other damage is
 * reported. Never rejects.
 */
export async function checkIntegrity(parts: {
  store: Store;
  clock: Clock;
  log: Logger;
  reportDamage(): void;
}): Promise<void> {
  const { store, clock, log } = parts;
  try {
    const last = Number(store.settings.get(CHECKED_AT) ?? 0);
    const isFull = Math.abs(clock.now() - last) >= FULL_CHECK_MS;
    const problems = await store.problems(isFull);
    if (problems.length > 0) {
      log.error('the library is damaged', { problem: problems[0] });
      return parts.reportDamage();
    }
    if (await store.repairSearchIndex(isFull)) log.warn('the search index was damaged and has been rebuilt');
    if (isFull) store.settings.set(CHECKED_AT, clock.now());
  } catch (error) {
    log.error('the library could not be checked', { reason: toError(error).message });
    if (isDamage(error)) parts.reportDamage();
  }
}
