import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { isPainted } from './support/painted.ts';

/** Long, in a right-to-left script, with characters that must be escaped. */
const NAME = `محاضرة عن تاريخ الميناء القديم <b>&amp;</b> ${'طويل'.repeat(20)}`;

describe.skipIf(noBrowser)(`shared report${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let client: ReturnType<typeof createClient>;
  let jobId: string;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const source = join(folder.path, 'old.avi');
    const pictures = Array.from({ length: 60 }, (_, index) => texture(320, 180, Math.floor(index / 20)));
    await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, codec: 'mpeg4', pictures } });
    ({ jobId } = await client.upload('old.avi', await readFile(source)));
    await client.patch(`/videos/${jobId}`, { name: NAME, description: 'Deposition of 3 May.\nSecond tape.' });
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","summary"]' });
    await client.settled(jobId);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  const share = async (expiresMs: number | null = null, videoId = jobId) => {
    const expires_at = expiresMs === null ? null : new Date(Date.now() + expiresMs).toISOString();
    return (await client.post('/shared-reports', { video_id: videoId, expires_at })).body;
  };
  const fits = async (page: Page) =>
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);

  test('plays the playable copy that sharing has started', async () => {
    const { share_hash } = await share();
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(`${app.url}/s/${share_hash}`);
    await page.getByRole('heading', { name: NAME }).waitFor();
    await expect.poll(() => page.locator('.description').innerText()).toBe('Deposition of 3 May.\nSecond tape.');
    const plays = () =>
      page.waitForFunction(
        () =>
          (document.querySelector('video')?.readyState ?? 0) >= 2 && !!document.querySelector('video[src*="/proxy?"]'),
      );
    await plays();
    await page.locator('.frame', { hasText: '0:02' }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2);
    await picture(page, 'share-rtl-desktop');
    await fits(page);
    expect(await seriousProblems(page)).toEqual([]);
    await expect
      .poll(() => page.locator('.read').getByRole('heading').allInnerTexts())
      .toEqual(['Shots', 'All findings (3)']);
    // Folded until somebody wants it.
    await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator('.item .row').first().isVisible()).toBe(false);
    await page.getByText('All findings (3)').click();
    await page.getByRole('button', { name: /^0:02.*Shot 2/s }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await picture(page, 'share-rtl-print');
    await expect.poll(() => page.locator('video').isVisible()).toBe(false);
    // A page shown in the dark theme prints black on white.
    const colors = await page.locator('.row').evaluateAll((rows) => rows.map((row) => getComputedStyle(row).color));
    expect(new Set(colors)).toEqual(new Set(['rgb(0, 0, 0)']));
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);

  test('shows the frame of its clock before playback, not the thumbnail', async () => {
    // Of a file that plays as it is: a copy replaces another file by a seek, which draws a frame anyway.
    const path = join(folder.path, 'plain.mp4');
    const pictures = Array.from({ length: 20 }, () => texture(320, 180, 1));
    await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
    const plain = await client.upload('plain.mp4', await readFile(path));
    await client.post(`/processing/${plain.jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(plain.jobId);
    const { share_hash } = await share(null, plain.jobId);
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    // The poster is there first, as it is on a slow network.
    const poster = page.waitForResponse(/\/thumbnail/);
    await page.route(/\/(?:source|proxy)\?/, async (route) => {
      await poster;
      await route.continue();
    });
    await page.goto(`${app.url}/s/${share_hash}`);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.poster)).toBe('');
    // The poster is on screen until the page is drawn again.
    await expect.poll(() => isPainted(page.locator('video'))).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);

  test('reports that the copy is in progress, and plays it without a reload', async () => {
    const { share_hash } = await share();
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light' });
    const page = await context.newPage();
    // The first responses omit the copy, as if it were still being created.
    let isReady = false;
    await page.route(`**/api/shared-reports/${share_hash}`, async (route) => {
      const answer = await route.fetch();
      const report = await answer.json();
      if (!isReady) {
        report.playback_url = report.playback_url.replace('/proxy?', '/source?');
        report.playback_pending = true;
      }
      await route.fulfill({ json: report });
    });
    await page.goto(`${app.url}/s/${share_hash}`);
    await page.getByText('Preparing a playable copy').waitFor();
    await picture(page, 'share-preparing-phone');
    await fits(page);
    isReady = true;
    await page.waitForFunction(() => !!document.querySelector('video[src*="/proxy?"]'));
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    // Description, summary, and frames are between the player, which stays, and the findings.
    await expect.poll(() => page.getByText('Deposition of 3 May.').isVisible()).toBe(true);
    await expect.poll(() => page.locator('.watch > p.summary').last().isVisible()).toBe(true);
    await expect.poll(() => page.locator('.frame').first().isVisible()).toBe(true);
    await page.getByText('All findings').click();
    await page.setViewportSize({ width: 390, height: 400 });
    await page.locator('li.item', { hasText: 'Shot 3' }).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await page.locator('video').boundingBox())!.y).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => page.getByText('Preparing a playable copy').isVisible()).toBe(false);
    await picture(page, 'share-rtl-phone');
    await context.close();
  }, 180_000);

  test('an open page that plays ends when its link is revoked', async () => {
    const { id, share_hash } = await share();
    const { context } = await openContext(browser, { size: 'phone' });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${app.url}/s/${share_hash}`);
    await page.locator('.frame').first().click();
    const video = await page.waitForSelector('video');
    await page.waitForFunction((media) => !(media as HTMLVideoElement).paused, video);
    await page.clock.runFor(20_000);
    await expect.poll(() => page.getByRole('heading', { name: NAME }).isVisible()).toBe(true);
    await client.delete(`/shared-reports/${id}`);
    await page.clock.runFor(20_000);
    await page.getByRole('heading', { name: 'Link no longer available' }).waitFor();
    await picture(page, 'share-revoked-phone');
    await expect.poll(() => page.locator('main').innerText()).not.toMatch(/Shot|محاضرة/);
    await expect.poll(() => video.evaluate((media) => (media as HTMLVideoElement).paused)).toBe(true);
    await context.close();
  });

  test('explains that a link has expired', async () => {
    const { share_hash } = await share(3000);
    const { context } = await openContext(browser, { size: 'phone' });
    const page = await context.newPage();
    await expect
      .poll(async () => (await page.goto(`${app.url}/s/${share_hash}`))?.status(), { timeout: 60_000, interval: 500 })
      .toBe(410);
    await page.getByRole('heading', { name: 'Link expired' }).waitFor();
    await picture(page, 'share-expired-phone');
    await fits(page);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });
});
