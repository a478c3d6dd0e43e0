import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProcessed } from '../db/store-fixture.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const ARTICLE = `The council met on Tuesday. “The old bridge in Northfield will be closed for nine months,” said Linda Moss.

Tom Reyes added: “We should sell the harbor.” The caption read “Flood in Eastham”. “Nobody likes the new fountain,” a visitor said.

According to Linda Moss, the council approved 42 million pounds for the repair.`;

describe.skipIf(noBrowser)(`checking a text${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    const video = addProcessed(store, userId, ['placeholder'], { name: 'Evening news' });
    const line = (content: string, start_time: number, speaker: string, speaker_id: string) => ({
      content,
      start_time,
      end_time: start_time + 4,
      data: { speaker, speaker_id },
    });
    store.segments.replaceModule(video.id, {
      module: 'transcription',
      engine: 'test@1',
      segments: [
        line('The old bridge in Northfield will be closed for eight months.', 4, 'Linda Moss', 'S1'),
        line('I do not think that we should sell the harbor.', 10, 'Tom Reyes', 'S2'),
        line('The council approved forty-two million pounds for the repair.', 16, 'Linda Moss', 'S1'),
      ],
    });
    store.segments.replaceModule(video.id, {
      module: 'ocr',
      engine: 'test@1',
      segments: [{ content: 'FLOOD IN EASTHAM', start_time: 20, end_time: 24, data: null }],
    });
    store.speakers.rename(video.id, 'S1', 'Linda Moss');
    store.speakers.rename(video.id, 'S2', 'Tom Reyes');
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const passages = (page: Page) => page.getByRole('complementary', { name: 'Passages' }).getByRole('article');

  test('shows verdicts, corrects the text, and saves a fact sheet', async () => {
    const { context, problems } = await openContext(browser, { size: 'desktop', scheme: 'dark' });
    const page = await context.newPage();
    await page.goto(app.at('/search'));
    await page.getByRole('button', { name: 'Check text' }).click();
    await page.getByRole('textbox', { name: 'Text to check' }).waitFor();
    await picture(page, 'check-text-start-dark');
    await page.getByRole('textbox', { name: 'Text to check' }).fill(ARTICLE);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await passages(page).first().getByText('eight').first().waitFor();
    await picture(page, 'check-text-desktop-dark');
    expect(await passages(page).allInnerTexts()).toEqual([
      expect.stringContaining('Differs'),
      expect.stringContaining('Out of context'),
      expect.stringContaining('On screen only'),
      expect.stringMatching(/Not found|No transcript/),
      expect.stringContaining('Matches'),
    ]);
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('button', { name: /^Accept: The old bridge/ }).click();
    await page.getByText('will be closed for eight months,”').waitFor();
    await passages(page).first().getByText('Matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await passages(page).first().getByText('Differs').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Fact sheet' }).click();
    await page.getByRole('menuitem', { name: 'Web page (HTML)' }).click();
    const sheet = await readFile(await (await download).path(), 'utf8');
    expect(sheet).toContain('reelscope-signature {');

    await passages(page).first().getByRole('link').click();
    await page.waitForURL(/\/videos\/.*t=4/);
    await page.goBack();
    await passages(page).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('reads a dropped or opened file, on a phone and in German', async () => {
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    const field = page.getByRole('textbox', { name: 'Zu prüfender Text' });
    await field.waitFor();
    const buffer = Buffer.from(ARTICLE);
    await page
      .locator('input[type=file][accept*=docx]')
      .setInputFiles({ name: 'article.md', mimeType: 'text/markdown', buffer });
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click();
    await page.getByText('Weicht ab').first().waitFor();
    await picture(page, 'check-text-phone-light');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });
});
