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
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { isPainted } from './support/painted.ts';

const LONG_TITLE = `The minister answers the question of the opposition ${'again and '.repeat(12)}leaves`;

describe.skipIf(noBrowser)(`shared story${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let client: ReturnType<typeof createClient>;
  let storyId: string;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const upload = async (name: string, first: number) => {
      const source = join(folder.path, name);
      const pictures = Array.from({ length: 80 }, (_, i) => texture(320, 180, first + Math.floor(i / 20)));
      await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, pictures } });
      const { jobId } = await client.upload(name, await readFile(source));
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
      await client.settled(jobId);
      return jobId;
    };
    const [one, two] = [await upload('Evening news.mp4', 0), await upload('Statement of the ministry.mp4', 7)];
    const item = async (job_id: string, start_time: number, end_time: number, title: string, note = '') => {
      const moment = { job_id, start_time, end_time, title, note, tags: ['Exhibit'] };
      return { kind: 'moment', moment_id: (await client.post('/moments', moment)).body.id };
    };
    const items = [
      { kind: 'heading', text: 'What was said' },
      await item(one, 1, 3.5, 'Arrival', 'Compare with the **second** recording:\n- the same room\n- another day'),
      { kind: 'note', text: 'The *statement* follows.' },
      await item(two, 2, 4, LONG_TITLE),
      { kind: 'heading', text: 'Afterwards' },
      await item(one, 4.5, 6, 'Parting'),
    ];
    const about = 'Three moments of two recordings, in the order of events.';
    storyId = (await client.post('/stories', { title: 'Harbor hearing', description: about, items })).body.id;
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  const share = async (more: object = {}) =>
    (await client.post('/shared-reports', { story_id: storyId, ...more })).body.share_hash as string;
  const opened = async (hash: string, options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(`${app.url}/s/${hash}`);
    return { context, page, problems };
  };
  const check = async (page: Page, name: string) => {
    await picture(page, name);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(await seriousProblems(page)).toEqual([]);
  };
  const plays = (page: Page) => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);

  test('plays its clips in order', async () => {
    const { context, page, problems } = await opened(await share());
    await page.getByRole('heading', { name: 'Harbor hearing' }).waitFor();
    await plays(page);
    // It shows the frame of its clock, not a saved one.
    await expect.poll(() => page.locator('video.video').evaluate((video: HTMLVideoElement) => video.poster)).toBe('');
    await expect.poll(() => isPainted(page.locator('video.video'))).toBe(true);
    await check(page, 'share-story-desktop');
    await page.getByRole('button', { name: /^1\. Arrival 0:01/ }).click();
    // Each clip is followed by the next one.
    await page.getByText('2 of 3').waitFor();
    await page.getByText('3 of 3').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Next moment' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous moment' }).click();
    await page.getByText('2 of 3').waitFor();
    await page.emulateMedia({ media: 'print' });
    await picture(page, 'share-story-print');
    await expect.poll(() => page.locator('video.video').isVisible()).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);

  test('a moment without a saved frame shows the first one of its clip', async () => {
    const hash = await share();
    const { context, page } = await opened(hash);
    await plays(page);
    await page.route(`**/api/shared-reports/${hash}`, async (route) => {
      const response = await route.fetch();
      const report = await response.json();
      report.items.at(-1).moment.picture_url = null;
      await route.fulfill({ response, json: report });
    });
    await page.reload();
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('.moment video.still')?.videoWidth ?? 0) > 0,
    );
    await expect.poll(() => page.locator('.moment .still').count()).toBe(3);
    await context.close();
  }, 120_000);

  test('is played by keyboard from anywhere on the page', async () => {
    const { context, page, problems } = await opened(await share());
    await plays(page);
    const isPaused = () => page.locator('video.video').evaluate((video: HTMLVideoElement) => video.paused);
    await page.keyboard.press('k');
    await expect.poll(isPaused).toBe(false);
    await page.keyboard.press('Space');
    await expect.poll(isPaused).toBe(true);
    const time = () => page.locator('video.video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(time).toBe(0);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('a still that is gone is replaced by a frame of its clip', async () => {
    const hash = await share();
    const { context } = await openContext(browser, {});
    const page = await context.newPage();
    await page.route('**/pictures/**', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${app.url}/s/${hash}`);
    await plays(page);
    await expect.poll(() => page.locator('video.still').count()).toBe(3);
    expect(await page.locator('img.still').count()).toBe(0);
    await context.close();
  });

  test('fits a phone, in the language of the viewer', async () => {
    const { context, page } = await opened(await share(), { size: 'phone', scheme: 'light', language: 'de-DE' });
    await page.getByText('Geteilte Story').waitFor();
    await plays(page);
    await check(page, 'share-story-phone');
    await context.close();
  }, 120_000);

  test('without clips, shows what is shared', async () => {
    const { context, page } = await opened(await share({ parts: ['notes'] }), { scheme: 'light' });
    await page.getByText('the same room').waitFor();
    await expect.poll(() => page.locator('video').count()).toBe(0);
    await check(page, 'share-story-notes');
    await context.close();
  }, 120_000);

  test('opens with its password only', async () => {
    const { context, page } = await opened(await share({ password: 'Grün ≠ blau' }), { size: 'phone' });
    const box = page.getByLabel('Password', { exact: true });
    await box.fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Wrong password').waitFor();
    await check(page, 'share-password-phone');
    await box.fill('Grün ≠ blau');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Harbor hearing' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Harbor hearing' }).waitFor();
    await context.close();
  }, 120_000);
});
