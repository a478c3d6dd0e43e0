import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { music } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { hasFonts, textPicture } from '../fixtures/text.ts';
import { startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

const NAME = 'Street.mp4';
const SECONDS_PER_SHOT = 3;
const RATE = 10;
/** Time for starting workers, loading models, and analyzing on a slow machine. */
const ANALYSIS_TIMEOUT_MS = 240_000;

describe.skipIf(noBrowser)(`main path${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let clip: string;

  beforeAll(async () => {
    folder = await createTempFolder();
    clip = join(folder.path, NAME);
    const [width, height] = [640, 360];
    const sign = (await hasFonts()) ? await textPicture(width, height, 'TAXI STAND') : texture(width, height, 3);
    const pictures = [texture(width, height, 1), sign, texture(width, height, 2)].flatMap((shot) =>
      Array.from({ length: SECONDS_PER_SHOT * RATE }, () => shot),
    );
    await writeMedia(clip, {
      video: { width, height, frameRate: RATE, pictures },
      audio: { sampleRate: 16_000, samples: music(3 * SECONDS_PER_SHOT, 16_000) },
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.remove();
  });

  const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)(
    'uploads, analyzes, plays, edits, searches, asks, exports, shares, and revokes (%s, %s)',
    { timeout: 2 * ANALYSIS_TIMEOUT_MS },
    async (size, scheme) => {
      const app = await startApp();
      const { context, problems } = await openContext(browser, { size, scheme });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      onTestFailed(() => picture(page, `journey-failed-${size}-${scheme}`));
      const look = async (name: string, at = page) => {
        await picture(at, `journey-${name}-${size}-${scheme}`);
        expect(await seriousProblems(at), name).toEqual([]);
      };
      const place = (name: string) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      const row = (text: string) =>
        page.getByRole('list', { name: 'Findings by time' }).getByRole('article').filter({ hasText: text });
      /** The video's actions, which are in a menu on narrow screens. */
      const action = async (name: string) => {
        if (size === 'desktop') return page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name }).click();
      };

      await page.goto(app.at('/'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look('home-empty');
      await place('Library');
      await page.getByRole('heading', { name: 'Add your first video' }).waitFor();
      await dropFiles(page, [clip]);
      const card = page.getByRole('article').filter({ hasText: NAME });
      await card.getByText('Ready').waitFor({ timeout: ANALYSIS_TIMEOUT_MS });
      await look('library');

      await card.getByRole('link').click();
      await page.waitForURL('**/videos/*');
      await row('Shot 2').getByRole('button').first().click();
      await expect.poll(() => row('Shot 2').getAttribute('aria-current'), { timeout: 30_000 }).toBe('time');
      await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(SECONDS_PER_SHOT - 0.2);
      await look('watch');

      if (size === 'desktop') {
        await row('Shot 3').hover();
        await row('Shot 3').getByRole('button', { name: 'Edit', exact: true }).click();
      } else {
        await row('Shot 3').getByRole('button', { name: 'Actions' }).click();
        await page.getByRole('menuitem', { name: 'Edit' }).click();
      }
      await page.getByLabel('Text', { exact: true }).fill('A zebra crosses the street');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await row('A zebra').getByText('Edited').waitFor();
      await look('correct');

      await page.getByRole('tab', { name: 'Ask' }).click();
      await page.getByLabel('Ask about this video').fill('When does the zebra cross?');
      await page.keyboard.press('Enter');
      await page.getByText(/^(?:Quoted|Computed) from .*findings?/).waitFor();
      const answered = page.getByRole('listitem').filter({ hasText: 'zebra' });
      await answered
        .getByRole('button', { name: /^0:0\d$/ })
        .first()
        .click();
      await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(2 * SECONDS_PER_SHOT - 1.2);
      await look('ask');

      await action('Export');
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save Spreadsheet (CSV)' }).click(),
      ]);
      expect(await readFile(await saved.path(), 'utf8')).toContain('A zebra crosses the street');
      await look('export');
      await page.keyboard.press('Escape');

      await place('Search');
      await page.getByRole('combobox', { name: /Search speech/ }).fill('zebra street');
      await page.locator('mark', { hasText: 'zebra' }).first().waitFor();
      await look('search');
      await page.getByRole('article').getByRole('link').first().click();
      await page.waitForURL('**/videos/*?t=*');

      await action('Share');
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = page.getByRole('textbox', { name: 'Link' });
      await link.waitFor();
      await look('share');
      const guest = await openContext(browser, { size, scheme });
      const report = await guest.context.newPage();
      await report.goto(await link.inputValue());
      await report.getByRole('heading', { name: NAME }).waitFor();
      await report.getByText(/^All findings/).click();
      await report.getByText('A zebra crosses the street').waitFor();
      await look('share-page', report);

      await page.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('No links').waitFor();
      await report.reload();
      await report.getByRole('heading', { name: 'Link not found' }).waitFor();
      await look('share-gone', report);
      // The browser logs the 404 response of a revoked link.
      expect([...problems, ...guest.problems.filter((problem) => !problem.includes('404'))]).toEqual([]);
      await guest.context.close();
      await context.close();
      await app.close();
    },
  );
});
