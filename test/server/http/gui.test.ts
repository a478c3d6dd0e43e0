import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** A server over a build of one page and one script. */
async function serverWithWindow() {
  const window = await tempFolder();
  await mkdir(join(window, 'assets'));
  await writeFile(join(window, 'index.html'), '<meta name="style-nonce" content="__STYLE_NONCE__">');
  await writeFile(join(window, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(join(window, 'secret.txt'), 'secret');
  const server = await startTestServer({ window });
  onTestFinished(() => server.close());
  return server;
}

const asPage = { headers: { Accept: 'text/html,application/xhtml+xml' } };

test('every page of the window is the same document, with its own nonce and no inline script', async () => {
  const { url } = await serverWithWindow();
  const nonces = new Set<string>();
  for (const path of ['/', '/library', '/videos/some-id', '/nothing/here']) {
    const response = await fetch(url + path, asPage);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = response.headers.get('content-security-policy')!;
    const nonce = /content="([^"]+)"/.exec(await response.text())![1]!;
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('caches assets permanently, and serves no other files', async () => {
  const { url } = await serverWithWindow();
  const script = await fetch(`${url}/assets/index-abc.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const path of ['/assets/..%2Fsecret.txt', '/assets/%2e%2e%2fsecret.txt', '/assets/nothing.js', '/secret.txt']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
});

test('serves the API as before, with JSON errors for programs', async () => {
  const { url } = await serverWithWindow();
  for (const [path, init] of [
    ['/api/nothing', asPage],
    ['/media/nothing', asPage],
    ['/library', {}],
  ] as const) {
    const response = await fetch(url + path, init);
    expect(response.status).toBe(404);
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe('not_found');
  }
  expect((await fetch(`${url}/library`, { method: 'POST', ...asPage })).status).toBe(404);
});

test('redirects to the documentation without a build', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const response = await fetch(server.url, { redirect: 'manual', ...asPage });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/api/docs');
  expect((await fetch(`${server.url}/library`, asPage)).status).toBe(404);
});
