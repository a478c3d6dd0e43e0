import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`start timecode${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Harbor.mp4');
    const pictures = Array.from({ length: 100 }, (_, i) => texture(320, 180, i < 50 ? 1 : 2));
    const video = { width: 320, height: 180, frameRate: 25, pictures };
    await writeMedia(clip, { video, tags: { timecode: '14:09:42:10' } });
    ({ jobId } = await client.upload('Harbor.mp4', new Uint8Array(await readFile(clip))));
    await folder.remove();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    await client.post('/moments', { job_id: jobId, start_time: 1, end_time: 2, title: 'Arrival' });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

  test('is shown by the clock and in Details, and found by Go to time', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: /^0:00\.0 \/ 0:04/ }).click();
    await page.getByRole('button', { name: '14:09:42:10 / 14:09:46:10' }).waitFor();

    await page.keyboard.press('g');
    const dialog = page.getByRole('dialog', { name: 'Go to time' });
    await dialog.getByLabel('Position or timecode').fill('14:09:50:00');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a position or a timecode in this video').waitFor();
    await picture(page, 'go-to-time');
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByLabel('Position or timecode').fill('14:09:44:20');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '14:09:44:20 / 14:09:46:10' }).waitFor();
    await expect.poll(() => timeOf(page)).toBeCloseTo(2.42, 2);

    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('14:09:42:10, 25 fps').waitFor();
    await picture(page, 'timecode-details');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a sequence for an editing program may start at another', async () => {
    const { context, problems } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    const start = dialog.getByLabel('Start timecode');
    await start.fill('10:00:00:25');
    const save = dialog.getByRole('button', { name: 'Save Premiere Pro (XML)' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await start.scrollIntoViewIfNeeded();
    await picture(page, 'export-start-invalid');
    await start.fill('10:00:00:00');
    await picture(page, 'export-start');
    expect(await seriousProblems(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toBe('Harbor.xml');
    const xml = await readFile(await file.path(), 'utf8');
    expect(xml).toContain('<string>10:00:00:00</string>');
    expect(xml).toContain('<string>14:09:42:10</string>');
    expect(xml).toContain('<name>Arrival</name>');
    expect(problems).toEqual([]);
    await context.close();
  });
});
