import { expect, test } from 'vitest';
import { expiresAt, stateOf } from '../../../../src/renderer/features/share/expiry.ts';

const NOW = Date.UTC(2026, 0, 1);
const report = (expires_at: string | null, is_active: 0 | 1 = 1) => ({
  id: '1',
  user_id: '1',
  video_id: '1',
  share_hash: 'h',
  created_at: '',
  expires_at,
  is_active,
  includes_recording: false,
  includes_people: false,
  includes_moments: false,
  allows_comments: false,
  blur: null,
  story_id: null,
  has_password: false,
  parts: null,
});

test('a link expires after the selected days, or never', () => {
  expect(expiresAt('week', NOW)).toBe('2026-01-08T00:00:00.000');
  expect(expiresAt('never', NOW)).toBeNull();
});

test('a link is open until it expires or is revoked', () => {
  expect(stateOf(report(null), NOW)).toBe('open');
  expect(stateOf(report('2026-01-01T00:00:00.001'), NOW)).toBe('open');
  expect(stateOf(report('2026-01-01T00:00:00.000'), NOW)).toBe('expired');
  expect(stateOf(report(null, 0), NOW)).toBe('revoked');
});
