import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, openContext, picture } from './support/browser.ts';

const SIZE = { width: 640, height: 360 };
const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">${body}</svg>`;
const STAR = svg(
  '<path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/>',
);
const RING = (color: string) => svg(`<path d="M120 10a110 110 0 1 0 .1 0zm0 50a60 60 0 1 1-.1 0z" fill="${color}"/>`);

/** Three shots: two seconds without the star, then with it at left, then at right. */
async function clip(path: string): Promise<void> {
  const star = await sharp(Buffer.from(STAR)).resize(120).png().toBuffer();
  const frames = async (seed: number, left: number | null) => {
    const { width, height, rgb } = texture(SIZE.width, SIZE.height, seed);
    const ground = sharp(rgb, { raw: { width, height, channels: 3 } });
    const shown = left === null ? ground : ground.composite([{ input: star, left, top: 120 }]);
    return { ...SIZE, rgb: new Uint8Array(await shown.removeAlpha().raw().toBuffer()) };
  };
  const [none, atLeft, atRight] = await Promise.all([frames(5, null), frames(6, 80), frames(7, 440)]);
  const pictures = Array.from({ length: 80 }, (_, i) => (i < 20 ? none : i < 50 ? atLeft : atRight));
  await writeMedia(path, { video: { ...SIZE, frameRate: 10, pictures } });
}

describe.skipIf(noBrowser)(`reference logos${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });
  const file = async (name: string, content: string | Buffer) => {
    const path = join(folder.path, name);
    await writeFile(path, content);
    return path;
  };

  test('are added, renamed, removed, and found in an existing video', async () => {
    await clip(join(folder.path, 'clip.mp4'));
    const { jobId } = await client.upload('clip.mp4', await readFile(join(folder.path, 'clip.mp4')));
    await client.post(`/videos/${jobId}/process`, { modules: ['scenes', 'logos'] });
    await client.settled(jobId);

    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/brands'));
    await page.getByText('Drop images here').waitFor();
    await picture(page, 'settings-logos-empty-desktop-dark');
    const picker = page.locator('input[type=file][accept*="image/png"]');
    await picker.setInputFiles([
      await file('star_logo.svg', STAR),
      await file(
        'white-ring.png',
        await sharp(Buffer.from(RING('#fff')))
          .png()
          .toBuffer(),
      ),
      await file(
        'black-ring.webp',
        await sharp(Buffer.from(RING('#000')))
          .webp()
          .toBuffer(),
      ),
      await file('broken.png', 'no picture'),
    ]);
    await page.getByText('Couldn’t add “broken.png”').waitFor();
    await page.getByText('A logo must be a PNG, JPEG, WebP, or SVG image.').waitFor();
    const names = () =>
      page.getByLabel('Logo name').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(names).toEqual(['black ring', 'star logo', 'white ring']);
    await page.waitForFunction(
      () => [...document.images].filter((one) => one.src.startsWith('blob:') && one.naturalWidth > 0).length === 3,
    );
    await picture(page, 'settings-logos-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();

    const name = page.getByLabel('Logo name').nth(1);
    await name.fill('Star');
    await name.press('Enter');
    await expect.poll(names, { timeout: 30_000 }).toEqual(['black ring', 'Star', 'white ring']);
    await page.getByRole('button', { name: 'Delete black ring' }).click();
    await page.getByText('“black ring” deleted').first().waitFor();
    await expect.poll(names).toEqual(['Star', 'white ring']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names, { timeout: 30_000 }).toEqual(['black ring', 'Star', 'white ring']);
    const kept = (await client.get('/settings/reference-logos')).body.logos;
    expect(kept.map((logo: { name: string }) => logo.name)).toEqual(['black ring', 'Star', 'white ring']);

    await page.getByRole('button', { name: 'Rescan 1 video' }).click();
    // Time for a complete analysis with its models on a slow machine.
    await page.getByText('1 video rescanned').waitFor({ timeout: 180_000 });
    await expect.poll(() => page.getByText('1 video rescanned').innerText()).toContain('brands found in 1');
    await page.getByRole('status').getByText('rescanned').scrollIntoViewIfNeeded();
    await picture(page, 'settings-logos-applied-desktop-dark');

    await page.goto(`${app.url}/videos/${jobId}`);
    const row = page.getByRole('article').filter({ hasText: 'Star' });
    await row.getByText('matches your logo').waitFor();
    await page.getByRole('button', { name: 'Show boxes' }).click();
    for (const [seconds, left] of [
      [3, 80],
      [6.5, 440],
    ] as const) {
      await page.locator('video').evaluate((video: HTMLVideoElement, at) => {
        video.currentTime = at;
      }, seconds);
      const box = page.locator('[class*="_box_"]').filter({ hasText: 'Star' });
      await box.waitFor();
      const frame = (await page.locator('video').boundingBox())!;
      const scale = Math.min(frame.width / SIZE.width, frame.height / SIZE.height);
      const originX = frame.x + (frame.width - SIZE.width * scale) / 2;
      await expect
        .poll(async () => Math.abs(((await box.boundingBox())!.x - originX) / scale - left), { timeout: 30_000 })
        .toBeLessThan(12);
      await picture(page, `video-logo-box-${left}-dark`);
    }
    // The browser logs the rejected file.
    expect(problems.filter((problem) => !problem.includes('status of 415'))).toEqual([]);

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at('/settings/brands'));
    await small.getByText('Bilder hier ablegen').waitFor();
    await small.waitForFunction(() =>
      [...document.images].some((one) => one.src.startsWith('blob:') && one.naturalWidth > 0),
    );
    await picture(small, 'settings-logos-phone-light');
    await expect.poll(() => small.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await seriousProblems(small)).toEqual([]);
    await small.getByText('1 Video erneut durchsuchen').scrollIntoViewIfNeeded();
    await picture(small, 'settings-logos-phone-light-end');
  }, 480_000);

  test('one error stands for both lists, and an unknown section is not found', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    const lists = /\/api\/settings\/(reference-logos|brand-words)$/;
    const error = { code: 'invalid_request', message: 'Refused.' };
    await page.goto(app.at('/settings'));
    await page.getByRole('heading', { name: 'General' }).waitFor();
    await intercept(page, lists, (route) => route.fulfill({ status: 400, json: { error } }));
    const answers = ['reference-logos', 'brand-words'].map((name) => page.waitForResponse(`**/settings/${name}`));
    await page.goto(app.at('/settings/brands'));
    await Promise.all(answers);
    const failure = page.getByText('Settings couldn’t be loaded');
    await failure.first().waitFor();
    // Shown until both have failed.
    await page.getByRole('heading', { name: 'Existing videos' }).waitFor({ state: 'detached' });
    await picture(page, 'settings-brands-failed');
    expect(await failure.count()).toBe(1);
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Drop images here').waitFor();
    await page.getByRole('heading', { name: 'Brand words' }).waitFor();

    await page.goto(app.at('/settings/brandz'));
    await page.getByRole('heading', { name: 'Page not found' }).first().waitFor();
    await picture(page, 'settings-unknown');
    await context.close();
  });
});
