import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '../../src/media/probe.ts';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { sine } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

/** Sizes of the files that the page received to disk instead of memory. */
const filesOnDisk = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const sizes: number[] = [];
    for await (const handle of (await root.getDirectoryHandle('downloads')).values()) {
      sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
    }
    return sizes;
  });

describe.skipIf(noBrowser)(`clips${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let jobId: string;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
    const source = join(folder.path, 'film.mp4');
    // Three shots of two seconds.
    const pictures = Array.from({ length: 60 }, (_, index) => texture(320, 180, Math.floor(index / 20)));
    const audio = { sampleRate: 48_000, samples: sine(440, 6, 48_000) };
    await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, pictures }, audio });
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    ({ jobId } = await client.upload('Harbour film.mp4', await readFile(source)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    expect((await client.settled(jobId)).body.status).toBe('completed');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  const download = async (page: Page, act: () => Promise<unknown>) => {
    const [file] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), act()]);
    return { name: file.suggestedFilename(), path: await file.path() };
  };

  test('saves selected search results as one ZIP file', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=shot'));
    const marks = page.getByRole('button', { name: /Select moment/ });
    await marks.nth(1).waitFor();
    await marks.nth(0).click({ force: true });
    await marks.nth(1).click({ force: true });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /clips/i }).click();
    await page.getByRole('heading', { name: /Save/ }).waitFor();
    await page.getByLabel('Padding').selectOption('0');
    await expect.poll(() => page.getByLabel('Merge overlapping clips').isChecked()).toBe(false);
    await page.getByText(/2 clips, 0:0\d total/).waitFor();
    await picture(page, 'clips-dialog');
    expect(await seriousProblems(page)).toEqual([]);
    const { name, path } = await download(page, () => page.getByRole('button', { name: 'Save clips' }).click());
    expect(name).toBe('Harbour film 2 clips.zip');
    const content = await readFile(path);
    const files = readZip(content);
    expect(files.size).toBe(2);
    await expect.poll(() => filesOnDisk(page)).toEqual([content.length]);
    for (const file of files.keys()) expect(file).toMatch(/^Harbour film 0\.00\.0\d-0\.00\.0\d\.mp4$/);
    await page.getByText('Saved to Downloads').waitFor();
    await picture(page, 'clips-saved');
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);

  test.each(['desktop', 'phone'] as const)(
    'saves the marked range of a video on %s',
    async (size) => {
      const { context, problems } = await openContext(browser, { size, scheme: 'light' });
      const page = await context.newPage();
      await page.goto(app.at(`/videos/${jobId}?t=1`));
      await page.getByRole('slider').first().waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.9);
      await page.keyboard.press('i');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('o');
      const save = page.getByRole('group', { name: /range/i }).getByRole('button', { name: 'Save clip' });
      await save.waitFor();
      await picture(page, `clip-range-${size}`);
      await save.click();
      await page.getByText('None').waitFor({ state: 'attached' });
      await picture(page, `clip-dialog-${size}`);
      const save2 = page.getByRole('dialog').getByRole('button', { name: 'Save clip' });
      const { name, path } = await download(page, () => save2.click());
      expect(name).toMatch(/^Harbour film 0\.00\.01-0\.00\.0\d(,\d\d)?\.mp4$/);
      const info = await probe(path);
      expect(info).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
      expect(problems).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
