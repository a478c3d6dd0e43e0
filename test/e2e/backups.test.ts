import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import type { TestServer } from '../fixtures/server.ts';
import { type RunningApp, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`backups${noBrowser ? ` (${noBrowser})` : ''}`, () => {
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

  test('a backup is made and restored in the settings', async () => {
    const client = localClient(app.server);
    const { jobId } = await client.upload('first.mp4', 'REEL 10 same');
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/storage'));
    await page.getByText('No backups').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('Created by you').waitFor();
    await client.patch(`/videos/${jobId}`, { name: 'renamed' });
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('alertdialog').waitFor();
    await picture(page, 'settings-restore');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore backup' }).click();
    await page.getByText('Before a restore').waitFor();
    await expect.poll(async () => (await client.get(`/videos/${jobId}`)).body.name).toBe('first.mp4');
    await picture(page, 'settings-backups');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });

  test('problems of the library are shown above every screen, in German too', async () => {
    const client = localClient(app.server);
    await client.patch('/storage/options', { min_free_bytes: 900_000_000_000_000 });
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de' });
    const page = await context.newPage();
    await page.goto(app.at('/settings/storage'));
    await page.getByText('Speicherplatz fast aufgebraucht').waitFor();
    await picture(page, 'library-notice-phone');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });

  test('a damaged library is shown above every screen and repaired there', async () => {
    // The server of the other tests was reopened by a restore, so its services are of the former library.
    const damaged = await startScriptedApp();
    onTestFinished(() => damaged.close());
    damaged.server.services.libraryState.reportDamage();
    const { context } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(damaged.at('/library'));
    await page.getByText('Library damaged').waitFor();
    await picture(page, 'library-damaged');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Repair library' }).click();
    await page.getByText('Library repaired', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Library damaged').count()).toBe(0);
    await context.close();
  });
});
