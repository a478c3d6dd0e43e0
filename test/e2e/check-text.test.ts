import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProcessed } from '../db/store-fixture.ts';
import { localClient } from '../fixtures/client.ts';
import { startOllamaDouble } from '../fixtures/ollama-double.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

const ARTICLE = `The council met again. “The old bridge in Northfield will be closed for nine months,” said Linda Moss.

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
    await expect
      .poll(() => passages(page).allInnerTexts())
      .toEqual([
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

  test('keeps the text when the page is reloaded', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    const field = page.getByRole('textbox', { name: 'Text to check' });
    await field.fill(ARTICLE);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe(ARTICLE);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await passages(page).first().waitFor();
    await page.reload();
    await passages(page).first().waitFor();
  });

  test('states that no videos were searched', async () => {
    const { body } = await localClient(app.server).post('/projects', { name: 'Empty' });
    const { context } = await openContext(browser, { size: 'phone', scheme: 'dark', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    await page.getByRole('combobox').selectOption(String(body.id));
    await page.getByRole('textbox').fill(ARTICLE);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Kein Video wurde durchsucht.').waitFor();
    // The keyboard goes on at the text, not at the top of the page.
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('The council met'));
    await picture(page, 'check-text-no-videos-phone-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
    await localClient(app.server).delete(`/projects/${body.id}`);
  });

  test('names what may have been missed in videos below a fold, verdicts first', async () => {
    const { context } = await openContext(browser, { size: 'phone', scheme: 'dark', language: 'de-DE' });
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    for (const name of ['Harbor camera', 'A very long name of a recording by the night watch of the northern pier.mp4'])
      addProcessed(store, userId, ['A crane.'], { name });
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    await page.getByRole('textbox').fill(ARTICLE);
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click();
    const summary = page.getByText('Was in 3 Videos entgangen sein kann');
    await summary.waitFor();
    await expect.poll(() => page.getByText('Kein vollständiges Transkript').first().isVisible()).toBe(false);
    await summary.scrollIntoViewIfNeeded();
    await picture(page, 'check-text-limits-folded-phone-dark');
    await summary.click();
    await page.getByRole('link', { name: 'Harbor camera' }).waitFor();
    await picture(page, 'check-text-limits-phone-dark');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });

  test('shows how far a language model is, which stops when the check is canceled or its page is left', async () => {
    const ollama = await startOllamaDouble({ mode: 'hang' });
    const client = localClient(app.server);
    await client.patch('/models/settings', { ollama_url: ollama.url, ollama_language_model: 'llama3.2:3b' });
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'light' });
    const page = await context.newPage();
    const start = async () => {
      const asked = ollama.requests.length;
      await page.getByRole('textbox', { name: 'Text to check' }).fill(`${ARTICLE} The ferry left the harbor at noon.`);
      await page.keyboard.press('Control+Enter');
      await page.getByText('The language model is dividing sentences').waitFor();
      await waitUntil(() => ollama.requests.length > asked, { timeout: 30_000 });
    };
    const stopped = (count: number) => waitUntil(() => ollama.open.aborted === count, { timeout: 30_000 });
    await page.goto(app.at('/search/check'));
    await start();
    await page.getByText('1 of 1').waitFor();
    await picture(page, 'check-text-running-phone-light');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await stopped(1);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Text to check' }).inputValue())
      .toContain('The ferry left');
    await start();
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await stopped(2);
    expect(problems).toEqual([]);
    await context.close();
    await client.patch('/models/settings', { ollama_url: null, ollama_language_model: null });
    await ollama.close();
  });

  test('reads a dropped or opened file, on a phone and in German', async () => {
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    const field = page.getByRole('textbox', { name: 'Zu prüfender Text' });
    await field.waitFor();
    const buffer = Buffer.from(ARTICLE);
    await page
      .locator('input[type=file][accept*=odt]')
      .setInputFiles({ name: 'article.md', mimeType: 'text/markdown', buffer });
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
    // It is no video, though its text can’t be read.
    const folder = await createTempFolder();
    const pdf = join(folder.path, 'Rede.pdf');
    await writeFile(pdf, '%PDF-1.4');
    await dropFiles(page, [pdf]);
    await page.getByText('„Rede.pdf“ ist nicht als Text lesbar.').waitFor();
    await picture(page, 'check-text-unreadable-phone-light');
    const long = join(folder.path, 'Bericht.txt');
    await writeFile(long, 'x'.repeat(300_001));
    await dropFiles(page, [long]);
    const cut = page.getByText('Nur die ersten 300.000 Zeichen wurden übernommen.');
    await cut.waitFor();
    await field.fill('');
    await cut.waitFor({ state: 'hidden' });
    // As a paste does.
    await page.keyboard.insertText('x'.repeat(300_001));
    await cut.waitFor();
    await picture(page, 'check-text-cut-phone-light');
    await field.fill(ARTICLE);
    await folder.remove();
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click();
    await page.getByText('Weicht ab').first().waitFor();
    await picture(page, 'check-text-phone-light');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });

  test('shows both sources where they disagree, in a fact sheet too', async () => {
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    const video = addProcessed(store, userId, ['The harbor museum has 120 rooms.'], { name: 'Tour of the museum' });
    store.segments.replaceModule(video.id, {
      module: 'ocr',
      engine: 'test@1',
      segments: [{ content: 'Harbor museum: 90 rooms', start_time: 65, end_time: 70, data: null }],
    });
    const { context, problems } = await openContext(browser, { language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at('/search/check'));
    await page.getByRole('textbox').fill('The harbor museum has 90 rooms.');
    await page.keyboard.press('Control+Enter');
    const passage = page.getByRole('complementary', { name: 'Stellen' }).getByRole('article');
    await passage.getByText('Quellen widersprechen sich').waitFor();
    for (const text of ['Stützt den Text', 'Weicht vom Text ab', '120'])
      await passage.getByText(text).first().waitFor();
    expect(await passage.getByRole('link').count()).toBe(2);
    // Neither source corrects the text.
    expect(await passage.getByRole('button', { name: /^Übernehmen/ }).count()).toBe(0);
    await picture(page, 'check-text-disagree-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Faktenblatt' }).click();
    await page.getByRole('menuitem', { name: 'Webseite (HTML)' }).click();
    const sheet = await readFile(await (await download).path(), 'utf8');
    for (const text of ['Quellen widersprechen sich: 1', 'Stützt den Text', 'Weicht vom Text ab', '1:05']) {
      expect(sheet).toContain(text);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
