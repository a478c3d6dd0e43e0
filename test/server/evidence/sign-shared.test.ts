import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { jsonForm } from '../../../src/contract/evidence/signature.ts';
import { signShared } from '../../../src/server/evidence/exports.ts';
import type { InstallationKey } from '../../../src/server/evidence/installation-key.ts';

it.each([0, 1, 2001])('signs the canonical form of a report with %i findings', async (count) => {
  const segments = Array.from({ length: count }, (_, i) => ({ start: i, content: `Zürich ${i}`, data: null }));
  const document = { share_hash: 'x', video: { name: 'a', id: '1' }, segments, moments: [], expires_at: null };
  const signed: string[] = [];
  const key = { sign: (_: string, sha256: string) => signed.push(sha256) } as unknown as InstallationKey;
  await signShared(key, document);
  expect(signed).toEqual([createHash('sha256').update(jsonForm(document)).digest('hex')]);
});
