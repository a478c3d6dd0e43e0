import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../src/renderer/api/credential.ts';
import { request } from '../../../src/renderer/api/request.ts';

/** A token that is rejected, as after a suspension that was longer than its validity. */

let renewals: number;
let isRenewable: boolean;

beforeEach(() => {
  renewals = 0;
  isRenewable = true;
  vi.stubGlobal('sessionStorage', { setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const rejected = Response.json({ error: { code: 'unauthorized', message: 'Expired.' } }, { status: 401 });
    if (url === '/api/tokens') {
      renewals++;
      return isRenewable ? Response.json({ token: 'new', expires_at: '' }, { status: 201 }) : rejected;
    }
    return headers['Authorization'] === 'Bearer new' ? Response.json([]) : rejected;
  });
});
afterEach(() => vi.unstubAllGlobals());

test('is renewed once for all requests that it fails, which are repeated', async () => {
  useSession.getState().set({ kind: 'token', value: 'old' });
  expect(await Promise.all([request('GET /projects'), request('GET /keys')])).toEqual([[], []]);
  expect(renewals).toBe(1);
  expect(useSession.getState().credential).toEqual({ kind: 'token', value: 'new' });
});

test('signs out if it can’t be renewed', async () => {
  isRenewable = false;
  useSession.getState().set({ kind: 'token', value: 'old' });
  await expect(request('GET /projects')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(useSession.getState().credential).toBeNull();
});

test('is not renewed if it is an API key', async () => {
  useSession.getState().set({ kind: 'key', value: 'old' });
  await expect(request('GET /projects')).rejects.toMatchObject({ code: 'unauthorized' });
  expect(renewals).toBe(0);
});
