import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { startServer } from '../../src/server/start.ts';
import { localClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { LAN_ADDRESS, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { windowFolder } from './support/window.ts';

describe.skipIf(noBrowser)(`installation${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test.each([
    ['desktop', 'dark', 'en-GB', 'Win32', 'Windows asks once', 'Share on this network', 'Keep on after restart'],
    ['phone', 'light', 'de-DE', 'MacIntel', 'macOS fragt', 'Im Netzwerk teilen', 'Nach Neustart aktiviert lassen'],
  ] as const)('turns sharing on and off (%s, %s, %s, %s)', async (size, scheme, language, system, prompt, on, keep) => {
    const app = await startScriptedApp();
    try {
      await app.server.services.sharing.update({ port: 0 });
      const { context, problems } = await openContext(browser, { size, scheme, language });
      await context.addInitScript(`Object.defineProperty(navigator, 'platform', { value: '${system}' })`);
      const page = await context.newPage();
      await page.goto(app.at('/settings/sharing'));
      // Before the system asks.
      await page.getByText(prompt).waitFor();
      await picture(page, `settings-sharing-prompt-${system}`);
      await page.getByRole('switch', { name: on }).click();
      await page.getByText(`http://${LAN_ADDRESS}:`).waitFor();
      await page.getByRole('img', { name: LAN_ADDRESS }).waitFor();
      await page.getByRole('checkbox', { name: keep }).click();
      await waitUntil(() => app.server.services.sharing.get().keep_on, { timeout: 30_000 });
      await picture(page, `settings-sharing-${size}`);
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByLabel('Port', { exact: true }).fill('99999');
      await expect.poll(() => page.getByLabel('Port', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      await page.getByRole('switch', { name: on }).click();
      await waitUntil(() => app.server.services.sharing.get().state === 'off', { timeout: 30_000 });
      expect(problems).toEqual([]);
      await context.close();
    } finally {
      await app.close();
    }
  });

  test.each([
    ['desktop', 'light', 'en-GB', 'Show licenses', 'Search packages', 'Check now', 'View release'],
    ['phone', 'dark', 'de-DE', 'Lizenzen anzeigen', 'Pakete suchen', 'Jetzt suchen', 'Version ansehen'],
  ] as const)(
    'shows versions, diagnostics, and licenses (%s, %s, %s)',
    async (size, scheme, language, show, find, check, view) => {
      const folder = await createTempFolder();
      const published = createServer((_, response) =>
        response.end('{"version":"9.1.0","page":"https://releases.example/9.1.0"}'),
      ).listen(0, '127.0.0.1');
      await once(published, 'listening');
      const versionFile = `http://127.0.0.1:${(published.address() as AddressInfo).port}/version.json`;
      const host = createHeadlessHost(folder.path, () => {});
      const server = await startServer(
        { ...host, versionFile, folders: { ...host.folders, window: windowFolder() } },
        { port: 0 },
      );
      try {
        const { context, problems } = await openContext(browser, { size, scheme, language });
        const page = await context.newPage();
        const { token } = await server.localToken();
        await page.goto(`${server.url}/settings/about#token=${token}`);
        await page.getByText(host.version, { exact: true }).waitFor();
        await picture(page, `settings-about-${size}`);
        expect(await seriousProblems(page)).toEqual([]);
        await page.getByRole('button', { name: check }).click();
        const release = page.getByRole('link', { name: view });
        await expect.poll(() => release.getAttribute('href')).toBe('https://releases.example/9.1.0');
        // The switch is separate: one look is no permission for more.
        await expect.poll(() => page.getByRole('switch').getAttribute('aria-checked')).toBe('false');
        await page.getByRole('switch').click();
        await waitUntil(() => server.services.updates.get().enabled, { timeout: 30_000 });
        if (size === 'desktop') await page.getByRole('link', { name: '9.1.0' }).waitFor();
        await picture(page, `settings-about-new-version-${size}`);
        expect(await seriousProblems(page)).toEqual([]);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: /diagnos/i }).click(),
        ]);
        expect(download.suggestedFilename()).toBe('reelscope-diagnostics.zip');
        await page.getByRole('button', { name: show }).click();
        await page.getByLabel(find).fill('better-sqlite3');
        await page.getByText(/^better-sqlite3 \d/).click();
        await page
          .getByText(/Permission is hereby granted/)
          .first()
          .waitFor();
        await picture(page, `settings-licenses-${size}`);
        expect(await seriousProblems(page)).toEqual([]);
        expect(problems).toEqual([]);
        await context.close();
      } finally {
        published.close();
        await server.close();
        await folder.remove();
      }
    },
  );

  test('plays and seeks the playable copy of an unsupported file over the network', async () => {
    const folder = await createTempFolder();
    const source = join(folder.path, 'old.avi');
    const pictures = Array.from({ length: 200 }, (_, index) => texture(320, 180, Math.floor(index / 50)));
    await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, codec: 'mpeg4', pictures } });
    const host = createHeadlessHost(join(folder.path, 'data'), () => {});
    // Loopback represents the network, because this machine can open it without one.
    const eth0 = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4' as const, mac: '', internal: false };
    const server = await startServer(
      { ...host, folders: { ...host.folders, window: windowFolder() } },
      { port: 0, lan: { hosts: ['127.0.0.1'], interfaces: () => ({ eth0: [{ ...eth0, cidr: '127.0.0.1/8' }] }) } },
    );
    try {
      const { token } = await server.localToken();
      const client = localClient({ apiUrl: server.apiUrl, token } as Parameters<typeof localClient>[0]);
      const { jobId } = await client.upload('old.avi', await readFile(source));
      await client.post(`/videos/${jobId}/proxy`, {});
      await waitUntil(async () => (await client.get(`/videos/${jobId}/proxy`)).body.state === 'ready', {
        timeout: 90_000,
        interval: 300,
      });
      const { body: report } = await client.post('/shared-reports', { video_id: jobId });
      const [origin] = (await server.services.sharing.update({ enabled: true, port: 0 })).addresses;

      const { context, problems } = await openContext(browser);
      const page = await context.newPage();
      const parts: number[] = [];
      page.on('response', (answer) => {
        if (answer.url().includes('/media/')) parts.push(answer.status());
        expect(new URL(answer.url()).origin).toBe(origin);
      });
      await page.goto(`${origin}/s/${report.share_hash}`);
      await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 19);
      await page.evaluate(async () => {
        const video = document.querySelector('video')!;
        video.muted = true;
        video.currentTime = 15;
        await video.play();
      });
      await page.waitForFunction(() => document.querySelector('video')!.currentTime > 15.3);
      expect(parts).toContain(206);
      await picture(page, 'lan-share-seek');
      expect(problems).toEqual([]);
      await context.close();
    } finally {
      await server.close();
      await folder.remove();
    }
  }, 300_000);
});
