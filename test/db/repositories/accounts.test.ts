import { expect, test } from 'vitest';
import { addUser, testStore } from '../store-fixture.ts';

test('users: one per issuer and subject', async () => {
  const { store } = await testStore();
  const first = store.users.findOrCreate('local', 'me');
  expect(first.created).toBe(true);
  expect(store.users.findOrCreate('local', 'me')).toEqual({ user: first.user, created: false });
  expect(store.users.findOrCreate('other', 'me').user.id).not.toBe(first.user.id);
  expect(store.users.get(first.user.id)).toEqual(first.user);
  expect(store.users.get(99)).toBeUndefined();
});

test('profiles: one per user, updated in part', async () => {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  expect(store.profiles.get(userId)).toBeUndefined();
  const made = store.profiles.create(userId, { fullName: 'Ada', email: 'ada@example.org', timezone: 'UTC' });
  expect(made).toMatchObject({ userId, avatarUrl: null, isAdmin: 0, bonusMinutes: 0, createdAt: clock.at });
  clock.at += 5;
  expect(store.profiles.update(userId, { timezone: 'Europe/Berlin' })).toEqual({
    ...made,
    timezone: 'Europe/Berlin',
    updatedAt: clock.at,
  });
  expect(store.profiles.update(99, { timezone: 'UTC' })).toBeUndefined();
});

test('API keys: found by hash while active, listed oldest first, deleted permanently', async () => {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  const rights = { scope: 'admin', expiresAt: null } as const;
  const key = store.apiKeys.create(userId, { name: 'a', hash: 'aa', prefix: 'svc_live_aaaa…', ...rights });
  const other = store.apiKeys.create(userId, { name: 'b', hash: 'bb', prefix: 'svc_live_bbbb…', ...rights });
  expect(store.apiKeys.list(userId)).toEqual([key, other]);
  expect(store.apiKeys.findActiveByHash('aa')).toEqual(key);
  expect(store.apiKeys.setActive(userId, key.id, false)).toEqual({ ...key, isActive: 0 });
  expect(store.apiKeys.findActiveByHash('aa')).toBeUndefined();
  expect(store.apiKeys.setActive(userId, key.id, true)?.isActive).toBe(1);

  store.apiKeys.touch(new Map([[key.id, clock.at]]));
  store.apiKeys.touch(new Map([[key.id, clock.at - 1000]]));
  expect(store.apiKeys.list(userId)[0]?.lastUsedAt).toBe(clock.at);

  expect(store.apiKeys.delete(userId, key.id)).toBe(true);
  expect(store.apiKeys.delete(userId, key.id)).toBe(false);
  expect(store.apiKeys.findActiveByHash('aa')).toBeUndefined();
});

test('notifications: newest first, marked read individually or together', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const make = (title: string) =>
    store.notifications.create(userId, { title: { message: title }, message: { message: 'm' }, type: 'success' });
  const [a, b, c] = [make('a'), make('b'), make('c')];
  expect(store.notifications.list(userId)).toEqual([c, b, a]);
  expect(store.notifications.countUnread(userId)).toBe(3);
  expect(store.notifications.markRead(userId, a.id)).toBe(true);
  expect(store.notifications.markRead(userId, a.id)).toBe(true);
  expect(store.notifications.markRead(userId, 99)).toBe(false);
  expect(store.notifications.markAllRead(userId)).toBe(2);
  expect(store.notifications.markAllRead(userId)).toBe(0);
  expect(store.notifications.delete(userId, b.id)).toBe(true);
  expect(store.notifications.list(userId).map((row) => row.title)).toEqual(['c', 'a']);
});

test('settings: hold any JSON and persist', async () => {
  const { store, reopen } = await testStore();
  expect(store.settings.get('sharing')).toBeUndefined();
  store.settings.set('sharing', { enabled: true, port: 8472 });
  store.settings.set('sharing', { enabled: false });
  store.settings.set('name', null);
  expect(reopen().settings.all()).toEqual({ name: null, sharing: { enabled: false } });
  expect(store.settings.delete('name')).toBe(true);
  expect(store.settings.delete('name')).toBe(false);
});

test('brand words: one list per user, unique regardless of case', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  store.brandWords.replace(userId, ['Zebra', 'Acme', 'ACME']);
  store.brandWords.replace(addUser(store, 'other'), ['Other']);
  expect(store.brandWords.list(userId).map((row) => row.word)).toEqual(['Acme', 'Zebra']);
  store.brandWords.replace(userId, []);
  expect(store.brandWords.list(userId)).toEqual([]);
});
