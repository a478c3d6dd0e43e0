import { expect, test } from 'vitest';
import { openIdempotency } from '../../../src/server/account/idempotency.ts';
import { addUser, testStore } from '../../db/store-fixture.ts';

const HOUR_MS = 3_600_000;

test('responses are kept for 24 hours, also over a restart', async () => {
  const { store, clock, reopen } = await testStore();
  const values = new Map<string, string>();
  const secrets = {
    get: async (name: string) => values.get(name),
    set: async (name: string, value: string) => void values.set(name, value),
  };
  const caller = { userId: addUser(store), via: 'key', keyId: 1 } as const;
  const at = { ...caller, signedInMs: undefined, scope: undefined, projects: undefined, expiresMs: undefined };
  const first = await openIdempotency({ store, secrets, clock });
  first.begin(at, 'key', 'print').end({ status: 201, body: '{"id":"1"}' });
  store.close();

  const reopened = reopen();
  const second = await openIdempotency({ store: reopened, secrets, clock });
  clock.at += 23 * HOUR_MS;
  expect(second.begin(at, 'key', 'print').reply).toEqual({ status: 201, body: '{"id":"1"}' });
  expect(() => second.begin(at, 'key', 'other')).toThrow('another request');
  clock.at += 2 * HOUR_MS;
  const late = second.begin(at, 'key', 'other');
  expect(late.reply).toBeUndefined();
  late.end({ status: 200, body: '{}' });
  expect(second.begin(at, 'key', 'other').reply).toEqual({ status: 200, body: '{}' });

  // Without the secret, the request is executed again.
  values.clear();
  const third = await openIdempotency({ store: reopened, secrets, clock });
  expect(third.begin(at, 'key', 'other').reply).toBeUndefined();
});
