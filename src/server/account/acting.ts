import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditActor } from '../../contract/sharing/audit.ts';

type ActingKey = Omit<AuditActor, 'kind'> | undefined;

const acting = new AsyncLocalStorage<() => ActingKey>();

/**
 * Runs the work of a request on behalf of an API key, and all that it starts. @param key looked up when a history needs
 * it
 */
export function actAs<Result>(key: () => ActingKey, work: () => Result): Result {
  return acting.run(key, work);
}

/** API key that histories name as the actor; undefined for a user who signed in. */
export const actingKey = (): ActingKey => acting.getStore()?.();
