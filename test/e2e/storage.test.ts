import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BRIDGE_NAME } from '../../src/contract/system/bridge.ts';
import { localClient } from '../fixtures/client.ts';
import { fakeMedia, type TestServer } from '../fixtures/server.ts';
import { slowDisk } from '../fixtures/slow-disk.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

describe.skipIf(noBrowser)(`stored files${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp & { server: TestServer };
  let browser: Browser;
  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('asks about a duplicate, and deletes the upload when it is declined', async () => {
    const client = localClient(app.server);
    const { jobId } = await client.upload('first.mp4', 'REEL 10 same');
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('article').first().waitFor();
    const add = async (name: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page
          .getByRole('button', { name: /^Add/ })
          .first()
          .click()
          .then(() => page.getByRole('menuitem', { name: /files/i }).click()),
      ]);
      await chooser.setFiles([{ name, mimeType: 'video/mp4', buffer: Buffer.from('REEL 10 same') }]);
    };
    const paths = async () => (await client.get('/storage/files')).body.files.length;
    await add('copy.mp4');
    await page.getByText('Same file as “first.mp4”').waitFor();
    await picture(page, 'library-same-file');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(async () => (await client.get('/videos')).body).toHaveLength(1);
    await page.getByRole('link', { name: 'Open existing' }).click();
    await page.waitForURL(`${app.url}/videos/${jobId}`);
    await page.waitForFunction(() => !document.body.innerText.includes('Same file as'));
    await expect.poll(paths, { timeout: 30_000 }).toBe(1);

    await page.goto(app.at('/library'));
    await page.getByRole('article').first().waitFor();
    await add('copy.mp4');
    await page.getByRole('button', { name: 'Add anyway' }).click();
    await page.getByRole('article', { name: /./ }).or(page.getByText('copy.mp4')).first().waitFor();
    await expect.poll(async () => (await client.get('/videos')).body.length, { timeout: 30_000 }).toBe(2);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('keeps a number that is typed while the one before is saved, or fails to be', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/storage'));
    const field = page.getByLabel('Pause analysis below (MB free)');
    for (const isFailing of [true, false]) {
      const answer = Promise.withResolvers<void>();
      await page.route('**/storage/options', async (route) => {
        if (route.request().method() === 'GET') return route.continue();
        await answer.promise;
        return isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue();
      });
      const asked = page.waitForRequest((request) => request.method() !== 'GET' && /options$/.test(request.url()));
      await field.fill('777');
      await field.press('Enter');
      await asked;
      await field.fill('888');
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'GET' && /options$/.test(response.url()),
      );
      answer.resolve();
      await answered;
      expect(await field.inputValue()).toBe('888');
      await page.unroute('**/storage/options');
    }
    await field.press('Enter');
    const stored = async () => (await localClient(app.server).get('/storage/options')).body.min_free_bytes;
    await expect.poll(stored).toBe(888e6);
    await context.close();
  });

  test('analyzes a file added by its path while it is copied', async () => {
    const disk = slowDisk();
    onTestFinished(() => void vi.restoreAllMocks());
    const path = join(await tempFolder(), 'Two hours from the second camera.mp4');
    await writeFile(path, fakeMedia(10, 'x'.repeat(2_000_000)));
    const { context, problems } = await openContext(browser, { scheme: 'light' });
    await context.addInitScript(`window.${BRIDGE_NAME} = {
      platform: 'linux', pathOf: () => ${JSON.stringify(path)}, onShowPage: () => () => {},
    }`);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('main').waitFor();
    await dropFiles(page, [path]);
    const tray = page.getByRole('region', { name: 'Adding 1 file' });
    await tray.getByText('Copying… Keep the drive connected').waitFor();
    await tray.getByRole('link', { name: 'Open' }).waitFor();
    await picture(page, 'library-copying');
    expect(await seriousProblems(page)).toEqual([]);
    const status = async () =>
      (await localClient(app.server).get('/videos')).body.find(({ name }: { name: string }) => name.startsWith('Two'))
        .status;
    await expect.poll(status, { timeout: 30_000 }).toBe('completed');
    expect(disk.copying).toHaveBeenCalledOnce();
    disk.copy();
    await page.getByRole('region', { name: 'Upload complete' }).getByText('Added').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each(['desktop', 'phone'] as const)('shows storage usage by type on %s', async (size) => {
    const { context, problems } = await openContext(browser, { size, scheme: size === 'phone' ? 'light' : 'dark' });
    const page = await context.newPage();
    await page.goto(app.at('/settings/storage'));
    await page.getByText('Playable copies').waitFor();
    await page.getByText('Database', { exact: true }).waitFor();
    await picture(page, `settings-storage-${size}`);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(await seriousProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
