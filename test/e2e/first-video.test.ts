import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder, tempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

describe.skipIf(noBrowser)(`first video${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  test('asks for a video instead of stating that an empty library mentions nothing', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=harbor'));
    await page.getByText('Add a video to search it').waitFor();
    expect(await page.getByText(/No finding contains|No results/).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('analyzes a file dropped on an empty library', async () => {
    const clip = join(folder.path, 'Two colors.mp4');
    const pictures = Array.from({ length: 40 }, (_, index) => texture(320, 180, index < 20 ? 1 : 2));
    await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('heading', { name: 'Add your first video' }).waitFor();
    expect(page.url()).toBe(`${app.url}/library`);
    await picture(page, 'library-empty');

    await page.getByRole('button', { name: 'Choose files' }).focus();
    await dropFiles(page, [clip]);
    const card = page.getByRole('article').filter({ hasText: 'Two colors.mp4' });
    await card.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await card.getByText('Ready').waitFor({ timeout: 90_000 });
    const thumbnailWidth = () =>
      card.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
    await card.locator('img').waitFor();
    await expect.poll(thumbnailWidth).toBeGreaterThan(100);
    await expect.poll(() => card.innerText()).toContain('0:04');
    await picture(page, 'library-first-video');

    await page.goto(`${app.url}/`);
    await card.locator('img').waitFor();
    await expect.poll(thumbnailWidth).toBeGreaterThan(100);
    await picture(page, 'home');

    // Of a file without sound, it is a fact and no warning.
    await card.getByRole('link', { name: 'Two colors.mp4' }).first().click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('The file has no audio.').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Warnings' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('rejects a file that is not a video, and removes it from the list', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('button', { name: 'Add videos' }).waitFor();
    const letter = join(await tempFolder(), 'letter.mp4');
    await writeFile(letter, 'This is a letter to somebody, not a video at all.');
    await dropFiles(page, [letter]);
    const tray = page.getByRole('region', { name: '1 file failed' });
    await tray.waitFor();
    await tray.getByRole('button', { name: 'Remove from list' }).click();
    await tray.waitFor({ state: 'detached' });
  });
});
