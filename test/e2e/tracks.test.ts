import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`tracks${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let jobId: string;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
    const source = join(folder.path, 'interview.mp4');
    const pictures = Array.from({ length: 20 }, (_, index) => texture(320, 180, Math.floor(index / 10)));
    const sound = (frequency: number) => ({ sampleRate: 48_000, samples: sine(frequency, 2, 48_000) });
    const audio = [
      { ...sound(440), language: 'eng' },
      { ...sound(880), language: 'deu' },
    ];
    await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, pictures }, audio });
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    ({ jobId } = await client.upload('Interview.mp4', await readFile(source)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["audioevents"]' });
    expect((await client.settled(jobId)).body.status).toBe('completed');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  test('are listed in Details, and chosen in the Analyze dialog', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('German, AAC, 1 ch, not analyzed').scrollIntoViewIfNeeded();
    await picture(page, 'tracks-details');
    await page.getByRole('button', { name: 'More' }).first().click();
    await page
      .getByRole('menuitem', { name: /nalyze/ })
      .first()
      .click();
    await page.getByLabel('Audio track').selectOption({ label: 'Track 2 (German, AAC)' });
    await page.getByLabel('Audio track').scrollIntoViewIfNeeded();
    await picture(page, 'tracks-dialog');
    const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/process'));
    await page.getByRole('dialog').getByRole('button', { name: 'Analyze' }).click();
    expect((await request).postDataJSON()).toMatchObject({ audio_tracks: [2], video_track: null });
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);
});
