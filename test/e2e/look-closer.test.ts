import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, solid } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { textPicture } from '../fixtures/text.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const SIZE = { width: 640, height: 360 };

describe.skipIf(noBrowser)(`looking closer${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Harbor.mp4');
    const plain = solid(SIZE.width, SIZE.height, [40, 60, 80]);
    const at = { x: 40, y: 80 };
    const shown = await textPicture(SIZE.width, SIZE.height, 'Harbor Street 22', {
      size: 28,
      at,
      background: [40, 60, 80],
    });
    // Between two stills.
    const pictures = [...repeat(plain, 53), ...repeat(shown, 3), ...repeat(plain, 44)];
    await writeMedia(clip, { video: { ...SIZE, frameRate: 25, pictures, crf: 10 } });
    jobId = (await client.upload('Harbor.mp4', new Uint8Array(await readFile(clip)))).jobId;
    await folder.remove();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["ocr"]' });
    await client.settled(jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('the reason of a miss offers it; what it finds is listed, marked, and opened', async () => {
    const { context, problems } = await openContext(browser, { size: 'desktop', scheme: 'dark' });
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}?t=2.16`));
    await page.getByRole('tab', { name: 'Details' }).click();
    const coverage = page.getByRole('region', { name: 'Coverage' });
    await coverage.getByText(/^Takes about/).waitFor();
    await coverage.getByRole('combobox').selectOption('ocr');
    await coverage.getByRole('button', { name: 'Explain' }).click();
    await coverage.getByRole('button', { name: 'Look closer here' }).click();
    await coverage.getByRole('button', { name: 'Look closer', exact: true }).click();
    const looks = coverage.getByRole('list', { name: 'Closer looks' });
    await looks.getByRole('button', { name: 'Cancel' }).waitFor();
    await looks.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await looks.getByRole('progressbar').boundingBox())!.width).toBeGreaterThan(200);
    await picture(page, 'look-closer-running');
    const finding = looks.getByRole('button', { name: /Harbor Street 22/ });
    await finding.waitFor({ timeout: 120_000 });
    await looks.getByText('1 new finding').waitFor();
    await coverage
      .getByTitle(/; looked at closer$/)
      .first()
      .waitFor();
    await finding.scrollIntoViewIfNeeded();
    await picture(page, 'look-closer');
    expect(await seriousProblems(page)).toEqual([]);
    await finding.click();
    await page.getByRole('tab', { name: 'Findings', selected: true }).waitFor();
    await page.getByTitle('Found by looking closer').waitFor();
    await picture(page, 'look-closer-finding');

    // A region of the paused picture, where nothing is.
    await page.getByRole('button', { name: 'Find similar to region' }).click();
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Look closer' }).click();
    await coverage
      .getByText(/region of the picture$/)
      .first()
      .waitFor();
    await coverage.getByRole('button', { name: 'Look closer', exact: true }).click();
    await looks.getByText('Nothing new was found').waitFor({ timeout: 120_000 });

    await coverage.getByRole('button', { name: 'Look closer', exact: true }).click();
    await looks.getByRole('button', { name: 'Cancel' }).press('Enter');
    await looks.getByText('Canceled').waitFor();
    await expect.poll(() => looks.evaluate((list) => list.contains(document.activeElement))).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('fits a phone in German, in light', async () => {
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('tab', { name: 'Details' }).click();
    const button = page.getByRole('button', { name: 'Genauer untersuchen', exact: true });
    await button.scrollIntoViewIfNeeded();
    await page.getByText(/^Dauert etwa/).waitFor();
    await picture(page, 'look-closer-phone');
    expect(await seriousProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
