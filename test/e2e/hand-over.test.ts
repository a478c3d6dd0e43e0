import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../src/contract/search/stories.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { ARTIFACTS, launch, noBrowser, openContext, picture } from './support/browser.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

/** From a spoken word to a link and files for others, as an analyst would do it. */
describe.skipIf(noBrowser)(`handing a story over${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let harbor: string;
  let story: Story;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    harbor = await addSpokenVideo(app, client, 'Harbor.mp4', [1, 2]);
    await addSpokenVideo(app, client, 'Interview.mp4', [3, 4]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, options: Parameters<typeof openContext>[1] = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, context, problems };
  };
  const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  test('a word and two moments of another video become a story, a note, and a link', async () => {
    const { page, context, problems } = await open(`/videos/${harbor}`);
    const dialog = page.getByRole('dialog', { name: 'Add to story' });
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to story' }).click();
    await dialog.getByRole('combobox').fill('The crane');
    await page.keyboard.press('Enter');
    await toast(page, 'Added to The crane');
    await page.goto(app.at('/search?q=captains'));
    const hits = page.getByRole('article').filter({ hasText: 'Interview' });
    await hits.first().waitFor();
    await hits.first().hover();
    await hits
      .first()
      .getByRole('button', { name: /^Select moment/ })
      .click();
    await page.getByRole('button', { name: 'Add to story', exact: true }).click();
    await dialog.getByRole('combobox').press('Enter');
    await page.getByRole('button', { name: 'Open story' }).last().click();
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Both say **captains**');
    await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await page.getByRole('strong').filter({ hasText: 'captains' }).waitFor();

    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const share = page.getByRole('dialog', { name: 'Share story' });
    for (const part of ['Clips', 'Transcript'])
      expect(await share.getByRole('checkbox', { name: part }).isChecked(), part).toBe(true);
    for (const part of ['Notes', 'SHA-256 of source files']) {
      expect(await share.getByRole('checkbox', { name: part }).isChecked(), part).toBe(false);
      await share.getByRole('checkbox', { name: part }).click();
    }
    await share.getByRole('checkbox', { name: 'Require a password' }).click();
    await picture(page, 'story-share');
    // Too short a password can't be sent.
    await share.getByRole('textbox', { name: 'Password' }).fill('abc');
    await expect.poll(() => share.getByRole('button', { name: 'Create link' }).isDisabled()).toBe(true);
    await share.getByRole('textbox', { name: 'Password' }).fill('crane 1842');
    await share.getByRole('textbox', { name: 'Password' }).press('Enter');
    const link = share.getByRole('textbox', { name: 'Link' });
    await link.waitFor();
    await share.getByText('Clips, Transcript, Notes, SHA-256 of source files · Password').waitFor();
    await picture(page, 'story-shared');
    expect(await seriousProblems(page)).toEqual([]);
    [story] = (await client.get('/stories')).body as [Story];
    expect(story.items.map(({ kind }) => kind)).toEqual(['moment', 'moment', 'note']);

    const guest = await openContext(browser);
    const shared = await guest.context.newPage();
    await shared.goto(await link.inputValue());
    await shared.getByLabel('Password', { exact: true }).fill('crane 1842');
    await shared.getByRole('button', { name: 'Open' }).click();
    await shared.getByRole('heading', { name: 'The crane' }).waitFor();
    await shared
      .getByText(/^SHA-256 [0-9a-f]{64}$/)
      .first()
      .waitFor();
    await shared
      .getByText(/captains by/)
      .first()
      .waitFor();
    await guest.context.close();

    await share.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await share.getByText('No links').waitFor();
    await context.close();
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 'desktop'],
    ['dark', 'phone'],
  ] as const)('the export dialog saves every format (%s, %s)', async (scheme, size) => {
    const { page, context, problems } = await open(`/stories/${story.id}`, { scheme, size });
    if (size === 'phone') {
      await page.getByRole('button', { name: 'Story actions' }).click();
      await page.getByRole('menuitem', { name: 'Export' }).click();
    } else await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export story' });
    await dialog.getByRole('heading', { name: 'Reports' }).waitFor();
    await picture(page, `story-export-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    const save = async (name: string) => {
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: `Save ${name}`, exact: true }).click();
      const file = await download;
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const html = await save('Report with images (HTML)');
    expect(html.name).toBe('The crane.html');
    expect(html.content.toString()).toContain('<strong>captains</strong>');
    expect((await save('Document (DOCX)')).name).toBe('The crane.docx');
    expect((await save('Contact sheet (HTML)')).content.toString()).toContain('<figure>');
    expect((await save('OpenTimelineIO (OTIO)')).content.toString()).toContain('Timeline');
    expect((await save('SubRip (SRT)')).content.toString()).toContain('captains by');
    const clip = await save('One clip (MP4)');
    expect(clip.name).toBe('The crane.mp4');
    expect(clip.content.subarray(4, 8).toString()).toBe('ftyp');
    // The dialog has closed, since the tray shows the progress.
    await page.getByText('Clips saved').waitFor();
    await context.close();
    expect(problems).toEqual([]);
  });

  test('the print dialog gets the report alone, on pages of its own', async () => {
    const { page, context, problems } = await open(`/stories/${story.id}`);
    // Chromium without a window has no print dialog.
    await page.evaluate('window.print = () => {}');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export story' });
    await dialog.getByText(/choose “Save as PDF”/).waitFor();
    await dialog.getByRole('button', { name: /^Print…/ }).click();
    // The name that is proposed for the file.
    await page.waitForFunction(() => document.title === 'The crane');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'The crane' }).isVisible()).toBe(true);
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    await mkdir(ARTIFACTS, { recursive: true });
    await writeFile(`${ARTIFACTS}/story-print.pdf`, pdf);
    // Cover and contents, moments, and the origin of the report.
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(3);
    // After printing, the window is as before.
    await expect.poll(() => page.title()).not.toBe('The crane');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await context.close();
    expect(problems).toEqual([]);
  });
});
