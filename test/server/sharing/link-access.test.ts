import { describe, expect, it, vi } from 'vitest';
import type { SharedItem } from '../../../src/db/repositories/reports.ts';
import type { SharedReportRow, VideoRow } from '../../../src/db/schema.ts';
import { createLinkAccess } from '../../../src/server/sharing/link-access.ts';
import { hashPassword, isPassword } from '../../../src/server/sharing/passwords.ts';

/** Cost of a hash that tests can compare dozens of times. */
const CHEAP = { log2: 4, blockSize: 8, parallel: 1 };

const HASH = new Uint8Array(1);

/** Access to one link, `token`, whose properties a test changes. */
function setUp(report: Partial<SharedReportRow> = {}, deletedAt: number | null = null) {
  const clock = { now: () => time };
  let time = 1000;
  const row = { id: 1, isActive: 1, expiresAt: null, passwordHash: null, ...report } as SharedReportRow;
  const item: SharedItem = { report: row, video: { deletedAt } as VideoRow };
  const compare = vi.fn(isPassword);
  const access = createLinkAccess({
    store: { reports: { findByHash: (hash: unknown) => (hash === HASH ? item : undefined) } as never },
    tokens: { hash: (token) => (token === 'token' ? HASH : undefined) as never },
    clock,
    compare,
  });
  return {
    ...access,
    compare,
    row,
    pass(ms: number) {
      time += ms;
    },
  };
}

const code = (expected: string) => expect.objectContaining({ code: expected });

describe('access by a share link', () => {
  it('opens an active link', () => {
    const { open, status, row } = setUp();
    expect(open('token').report).toBe(row);
    expect(status('token')).toBe(200);
  });

  it.each([
    ['unknown', setUp(), 'another'],
    ['revoked', setUp({ isActive: 0 }), 'token'],
    ['in the trash', setUp({}, 1), 'token'],
  ])('does not find one that is %s', (_name, { open, status }, token) => {
    expect(() => open(token)).toThrow(code('not_found'));
    expect(status(token)).toBe(404);
  });

  it('refuses a link from its expiry on', () => {
    const { open, status, pass } = setUp({ expiresAt: 1001 });
    expect(status('token')).toBe(200);
    pass(1);
    expect(() => open('token')).toThrow(code('share_expired'));
    expect(status('token')).toBe(410);
  });

  it('asks for the password of a link that has one', async () => {
    const { row, requirePassword } = setUp({ passwordHash: await hashPassword('secret', CHEAP) });
    await expect(requirePassword(row, undefined)).rejects.toThrow(code('password_required'));
    await expect(requirePassword(row, 'wrong')).rejects.toThrow(code('password_required'));
    await expect(requirePassword(row, 'secret')).resolves.toBeUndefined();
    await expect(requirePassword({ ...row, passwordHash: null }, undefined)).resolves.toBeUndefined();
  });

  it('does not open a link that is revoked while its password is checked', async () => {
    const { row, openWith, compare } = setUp({ passwordHash: await hashPassword('secret', CHEAP) });
    compare.mockImplementationOnce(async () => {
      row.isActive = 0;
      return true;
    });
    await expect(openWith('token', 'secret')).rejects.toThrow(code('not_found'));
  });

  it('limits wrong passwords, also in parallel, and only those', async () => {
    const { row, requirePassword, pass } = setUp({ passwordHash: await hashPassword('secret', CHEAP) });
    for (let i = 0; i < 3; i++) await requirePassword(row, 'secret');
    const results = await Promise.allSettled(Array.from({ length: 11 }, () => requirePassword(row, 'wrong')));
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'opened'));
    expect(codes).toEqual([...Array<string>(10).fill('password_required'), 'rate_limited']);
    await expect(requirePassword(row, 'secret')).rejects.toThrow(code('rate_limited'));
    pass(60_000);
    await expect(requirePassword(row, 'secret')).resolves.toBeUndefined();
  });

  it('hashes a right password once, until it changes', async () => {
    const { row, requirePassword, compare } = setUp({ passwordHash: await hashPassword('secret', CHEAP) });
    for (let i = 0; i < 3; i++) await requirePassword(row, 'secret');
    expect(compare).toHaveBeenCalledTimes(1);
    await expect(requirePassword(row, 'wrong')).rejects.toThrow(code('password_required'));
    const changed = { ...row, passwordHash: await hashPassword('another', CHEAP) };
    await expect(requirePassword(changed, 'secret')).rejects.toThrow(code('password_required'));
    await expect(requirePassword({ ...row, id: 2 }, 'secret')).resolves.toBeUndefined();
    expect(compare).toHaveBeenCalledTimes(4);
  });
});
