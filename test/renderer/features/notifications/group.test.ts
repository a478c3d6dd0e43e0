import { expect, test } from 'vitest';
import type { Notification } from '../../../../src/contract/sharing/notifications.ts';
import { groupNotifications } from '../../../../src/renderer/features/notifications/group.ts';

let id = 0;
const one = (title: string, type: Notification['type'] = 'success'): Notification => ({
  id: String(++id),
  user_id: '1',
  title,
  message: `message ${id}`,
  type,
  is_read: 0,
  job_id: null,
  created_at: '2026-01-01T00:00:00.000',
  texts: null,
});

test('three or more of one kind in a row are one; two are not, nor those apart', () => {
  const list = [one('Ready'), one('Ready'), one('Failed', 'error'), one('Ready'), one('Ready'), one('Ready')];
  expect(groupNotifications(list).map((group) => group.length)).toEqual([1, 1, 1, 3]);
  expect(groupNotifications(list).flat()).toEqual(list);
});

test('the type is part of the kind', () => {
  const list = [one('Models'), one('Models', 'error'), one('Models')];
  expect(groupNotifications(list)).toHaveLength(3);
  expect(groupNotifications([])).toEqual([]);
});
