import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import { readZip } from '../fixtures/read-zip.ts';
import type { TestServer } from '../fixtures/server.ts';
import { type RunningApp, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`exporting findings${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp & { server: TestServer };
  let browser: Browser;
  let jobId: string;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    const client = localClient(app.server);
    for (const extra of ['a', 'b']) {
      ({ jobId } = await client.upload('Bridge.mp4', `REEL 10 ${extra}`));
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
      await client.settled(jobId);
    }
    await client.upload('new.mp4', 'REEL 10 c');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const download = async (page: Page, name: RegExp | string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name }).click(),
    ]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };

  test("exports a marked range with clip times at the video's frame rate", async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}?t=4`));
    await page.getByText('TAXI').first().waitFor();
    await page.keyboard.press('i');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Export findings in range' }).click();
    await page.getByText('Marked range only, 0:04.0 to 0:09.0').waitFor();
    // Opens at its top, although its one field is further down.
    const body = page.getByRole('heading', { name: 'Export findings' }).locator('xpath=../following-sibling::div[1]');
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(0);
    await expect
      .poll(() => page.getByRole('dialog').evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.getByLabel('Start times at 0:00').click();
    await expect.poll(() => page.getByLabel('Frame rate').inputValue()).toBe('25');
    await picture(page, 'export-range');
    expect(await seriousProblems(page)).toEqual([]);
    const csv = await download(page, 'Save Spreadsheet (CSV)');
    expect(csv.name).toBe('Bridge 0.00.04-0.00.09.csv');
    expect(csv.content.toString()).toContain('Text,1.4,2,TAXI');
    expect(csv.content.toString()).toContain('Shots,0,5,');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('exports several videos as one ZIP file, without those that have no findings', async () => {
    const { context, problems } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('heading', { name: 'Export findings from 2 videos' }).waitFor();
    await page.getByText('1 video isn’t analyzed and will be skipped.').waitFor();
    await page.getByLabel('Format').selectOption('srt');
    await page.getByRole('button', { name: 'Save ZIP' }).click();
    // Nobody speaks in them.
    await page.getByText('None of these videos have findings for this format.').waitFor();
    await page.getByLabel('Format').selectOption('csv');
    await picture(page, 'export-many');
    expect(await seriousProblems(page)).toEqual([]);
    const zip = await download(page, 'Save ZIP');
    expect(zip.name).toBe('Findings from 2 videos.zip');
    const files = readZip(zip.content);
    expect([...files.keys()].sort()).toEqual(['Bridge (2).csv', 'Bridge.csv']);
    expect(files.get('Bridge.csv')!.toString()).toContain('TAXI');
    // The browser reports the refused subtitles.
    expect(problems.filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([]);
    await context.close();
  });
});
