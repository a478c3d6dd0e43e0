import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { textPicture } from '../fixtures/text.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { englishTexts } from './support/english-texts.ts';

const SECTIONS = [
  'appearance',
  'models',
  'ollama',
  'meaning',
  'brands',
  'sharing',
  'keys',
  'storage',
  'usage',
  'about',
] as const;
/** Text in the picture of the video: a finding quotes it. */
const QUOTED = 'AUSGANG';
const FILE = 'Urlaub.mp4';

describe.skipIf(noBrowser)(`German window${noBrowser ? ` (${noBrowser})` : ''}`, () => {
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

  /** Analyzes shots and text only: the other types of findings have their own texts in the catalogs. */
  async function analyzeClip(): Promise<void> {
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const { jobId } = await client.upload(FILE, await readFile(await writeClip()));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    expect((await client.settled(jobId)).body).toMatchObject({ status: 'completed' });
  }

  async function writeClip(): Promise<string> {
    const path = join(folder.path, FILE);
    const text = await textPicture(320, 180, QUOTED);
    const pictures = Array.from({ length: 40 }, (_, index) => (index < 20 ? texture(320, 180, 1) : text));
    await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
    return path;
  }

  /** English on each screen, by name. */
  async function english(page: Page, screen: string, problems: Record<string, string[]>): Promise<void> {
    const texts = await englishTexts(page, [FILE]);
    if (texts.length > 0) problems[screen] = texts;
  }

  test('shows no English sentence in library, video page, search, and settings', { timeout: 600_000 }, async () => {
    const { context, problems } = await openContext(browser, { language: 'de-DE' });
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    await page.goto(app.at('/library'));
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await english(page, 'empty library', found);
    await analyzeClip();
    await page.reload();
    const card = page.getByRole('article').filter({ hasText: FILE });
    await card.waitFor();
    await english(page, 'library', found);

    await card.getByRole('link').first().click();
    await page.getByRole('tab').first().waitFor();
    const tabs = await page.getByRole('tab').count();
    expect(tabs).toBeGreaterThanOrEqual(4);
    for (let index = 0; index < tabs; index++) {
      const tab = page.getByRole('tab').nth(index);
      await tab.click();
      await page.getByRole('tabpanel').waitFor();
      await english(page, `video: ${await tab.innerText()}`, found);
      await picture(page, `german-video-${index}`);
    }
    for (const path of ['/', '/processing', `/search?q=${QUOTED}`, '/search?q=gibtesnicht']) {
      await page.goto(`${app.url}${path}`);
      await page.getByRole('main').waitFor();
      // Event streams keep the network busy.
      await page.waitForTimeout(2000);
      await english(page, path, found);
    }
    await picture(page, 'german-search');
    for (const section of SECTIONS) {
      await page.goto(`${app.url}/settings/${section}`);
      await page.getByRole('tabpanel').waitFor();
      await page.waitForTimeout(500);
      await english(page, `settings: ${section}`, found);
    }
    await picture(page, 'german-settings');
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  });

  test('shows every tab of the video page on a phone', { timeout: 120_000 }, async () => {
    const { context } = await openContext(browser, { language: 'de-DE', size: 'phone' });
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('article').filter({ hasText: FILE }).getByRole('link').first().click();
    await page.getByRole('tab').first().waitFor();
    const edges = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs.map((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return { label: tab.textContent, isCutOff: left < 0 || right > window.innerWidth };
      }),
    );
    await picture(page, 'german-video-phone');
    expect(edges.filter(({ isCutOff }) => isCutOff)).toEqual([]);
  });
});
