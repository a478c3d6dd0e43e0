import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { startServer } from '../../src/server/start.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, openContext, picture } from './support/browser.ts';
import { windowFolder } from './support/window.ts';

describe.skipIf(noBrowser)(`connection to the server${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  beforeAll(async () => {
    browser = await launch();
    folder = await createTempFolder();
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.remove();
  });
  const start = (port: number) => {
    const host = createHeadlessHost(folder.path, () => {});
    return startServer({ ...host, folders: { ...host.folders, window: windowFolder() } }, { port });
  };

  test('shows one banner while the server is stopped, and recovers after its restart', async () => {
    const first = await start(0);
    const { token } = await first.localToken();
    const { context } = await openContext(browser, {});
    const page = await context.newPage();
    await page.goto(`${first.url}/library#token=${token}`);
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    const banner = page.getByText('Reelscope isn’t responding. Trying to reconnect…');
    await expect.poll(() => banner.count()).toBe(0);

    await first.close();
    await banner.waitFor();
    await picture(page, 'connection-lost');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Processing' }).click();
    await expect.poll(() => banner.count()).toBe(1);

    const second = await start(Number(new URL(first.url).port));
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Processing' }).waitFor();
    await context.close();
    await second.close();
  });

  test('keeps the page when a dialog can’t be loaded, and loads it again', async () => {
    const server = await start(0);
    const { token } = await server.localToken();
    const { context } = await openContext(browser, {});
    const page = await context.newPage();
    await page.goto(`${server.url}/library#token=${token}`);
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    const code = '**/assets/shortcuts-dialog-*.js';
    await intercept(page, code, (route) => route.abort());
    const open = page.getByRole('button', { name: 'Shortcuts' });
    await open.click();
    const failure = page.getByRole('dialog', { name: 'Something went wrong' });
    await failure.waitFor();
    await picture(page, 'dialog-not-loaded');
    await failure.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();

    await page.unroute(code);
    await open.click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await context.close();
    await server.close();
  });
});
