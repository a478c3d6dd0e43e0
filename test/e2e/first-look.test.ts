import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, withBox } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { textPicture } from '../fixtures/text.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const RATE = 5;
const TITLES = ['HARBOR', 'MARKET', 'BRIDGE', 'TOWER'];

describe.skipIf(noBrowser)(`first look${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  const jobs: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const path = join(folder.path, 'clip.mp4');
    const views = await Promise.all(
      TITLES.map(async (title, i) =>
        withBox(await textPicture(640, 360, title), { x: 40 + i * 120, y: 20, width: 100, height: 80 }, [
          240,
          80,
          i * 60,
        ]),
      ),
    );
    const pictures = views.flatMap((view) => [...repeat(view, 30 * RATE)]);
    await writeMedia(path, {
      video: { width: 640, height: 360, frameRate: RATE, pictures, gop: 25, keyFrames: 'cuts' },
    });
    const bytes = new Uint8Array(await readFile(path));
    for (const name of ['Tour.mp4', 'Stadtrundgang.mp4']) jobs.push((await client.upload(name, bytes)).jobId);
    await folder.remove();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test.each([
    [0, 'desktop', 'dark', 'en-US', 'First look', 'Analyze', 'Preview', 'Run full analysis'],
    [1, 'phone', 'light', 'de-DE', 'Erster Blick', 'Analysieren', 'Vorschau', 'Vollständig analysieren'],
  ] as const)(
    'shows findings of key frames as preview (%i, %s)',
    async (index, size, scheme, language, depth, start, mark, full) => {
      const { context, problems } = await openContext(browser, { size, scheme, language });
      const page = await context.newPage();
      const jobId = jobs[index]!;
      await page.goto(app.at(`/videos/${jobId}`));
      await page.getByRole('button', { name: start, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: depth }).click();
      await picture(page, `first-look-dialog-${size}`);
      expect(await seriousProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: start, exact: true }).click();
      await page.getByRole('button', { name: full }).waitFor({ timeout: 90_000 });
      await expect.poll(() => page.getByText(mark, { exact: true }).count()).toBeGreaterThan(2);
      await page.locator('article img').first().waitFor();
      await picture(page, `first-look-video-${size}`);
      expect(await seriousProblems(page)).toEqual([]);
      const { body } = await client.get(`/results/job/${jobId}`);
      expect(body.preview).toBe(true);
      expect(body.scenes.map((shot: { start_time: number }) => shot.start_time)).toEqual([0, 30, 60, 90]);
      expect(body.ocr.map(({ content }: { content: string }) => content)).toEqual(expect.arrayContaining(TITLES));

      await page.goto(app.at('/search?q=harbor'));
      await page.getByText(mark, { exact: true }).first().waitFor();
      await picture(page, `first-look-search-${size}`);

      await page.goto(app.at('/ask'));
      await page.getByRole('textbox').fill(language === 'de-DE' ? 'Wo ist HARBOR?' : 'Where is HARBOR?');
      await page.keyboard.press('Enter');
      const quote = page.getByText(new RegExp(`\\(${mark}\\): .*HARBOR`, 'i'));
      await quote.first().waitFor();
      await page.locator('details summary').last().click();
      await page.locator('details').getByText(mark, { exact: true }).first().waitFor();
      await picture(page, `first-look-ask-${size}`);
      expect(await seriousProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('is replaced by the full analysis', async () => {
    const [jobId] = jobs;
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId!);
    const { body } = await client.get(`/results/job/${jobId}`);
    const marks = body.segments
      .filter(({ module }: { module: string }) => ['scenes', 'ocr'].includes(module))
      .map(({ data }: { data: { preview?: boolean } }) => data.preview);
    expect(new Set(marks)).toEqual(new Set([undefined]));
    expect(body.scenes).toHaveLength(4);
  });
});
