import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { spokenLines } from '../fixtures/spoken.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext } from './support/browser.ts';
import { holdFrame } from './support/hold.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

/** Where the keyboard is after a field or an editor has closed. */
describe.skipIf(noBrowser)(`focus of the keyboard${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    jobId = await addSpokenVideo(app, client, 'Harbor.mp4', [1, 2]);
    app.store.segments.replaceModule(app.store.videos.get(1, jobId)!.id, {
      module: 'transcription',
      engine: 'test@1',
      segments: spokenLines(['The harbor was built.'], () => 0.9).map((line) => ({
        ...line,
        data: { ...line.data, speaker: 'S1', speaker_id: 'S1' },
      })),
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  const open = async (path: string): Promise<Page> => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return page;
  };

  test('returns to the name of a speaker, and shows the word that it is at', async () => {
    const page = await open(`/videos/${jobId}`);
    const name = page.locator('[data-speaker]').first();
    await name.press('Enter');
    const field = page.getByRole('combobox', { name: /^Name of/ });
    await field.fill('Anna Berg');
    await field.press('Enter');
    await name.and(page.locator(':focus')).filter({ hasText: 'Anna Berg' }).waitFor();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    const ring = () => transcript.evaluate((element) => getComputedStyle(element).outlineStyle);
    await transcript.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(ring).toBe('none');
    const word = transcript.locator('[class*="cursor"]');
    expect(await word.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  });

  test('is in the field that a key opens before the next frame, and stays where it goes from there', async () => {
    const page = await open(`/videos/${jobId}`);
    const inTranscript = page.getByLabel('Find in transcript');
    await inTranscript.waitFor();
    const releaseFrame = await holdFrame(page);
    await page.keyboard.press('/');
    await page.keyboard.type('harbor');
    await expect.poll(() => page.getByLabel('Search this video').inputValue()).toBe('harbor');
    await page.locator('body').click();
    await page.keyboard.press('t');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('the');
    await releaseFrame();
    await page.keyboard.type(' harbor');
    await expect.poll(() => inTranscript.inputValue()).toBe('the harbor');
  });

  test('is in the search field that a command opens', async () => {
    const page = await open(`/videos/${jobId}`);
    await page.getByLabel('Find in transcript').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Search this video');
    await page
      .getByRole('option', { name: /Search this video/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.type('harbor');
    await expect.poll(() => page.getByLabel('Search this video').inputValue()).toBe('harbor');
  });

  test('returns to the button that opened the editor of a moment', async () => {
    await client.post('/moments', { job_id: jobId, start_time: 2, end_time: 4, title: 'Crane' });
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('tab', { name: /Moments/ }).click();
    const edit = page.getByRole('article').filter({ hasText: 'Crane' }).getByRole('button', { name: 'Edit moment' });
    const title = page.getByRole('form', { name: 'Moment' }).getByLabel('Title');
    for (const key of ['Enter', 'Escape']) {
      await edit.press('Enter');
      await title.press(key);
      await edit.and(page.locator(':focus')).waitFor();
    }
  });

  test('returns to the button that marked a moment', async () => {
    const page = await open(`/videos/${jobId}`);
    const mark = page.getByRole('button', { name: 'Mark moment' }).first();
    await mark.press('Enter');
    await page.getByRole('form', { name: 'Moment' }).getByLabel('Title').press('Enter');
    await mark.and(page.locator(':focus')).waitFor();
  });

  test.each(['Enter', 'Escape'])(
    'stays in the moments when M was pressed in the transcript, which they replace: %s',
    async (key) => {
      const page = await open(`/videos/${jobId}`);
      const transcript = page.getByRole('region', { name: 'Transcript' });
      await transcript.press('m');
      await page.getByRole('form', { name: 'Moment' }).getByLabel('Title').press(key);
      await page
        .getByRole('tabpanel', { name: /Moments/ })
        .and(page.locator(':focus'))
        .waitFor();
      // The next Tab begins in the list.
      await page.keyboard.press('Tab');
      await page
        .getByRole('tabpanel', { name: /Moments/ })
        .locator(':focus')
        .waitFor();
    },
  );

  test('goes on to Mark moment when the last moment is removed', async () => {
    const other = await addSpokenVideo(app, client, 'Other.mp4', [3, 4]);
    await client.post('/moments', { job_id: other, start_time: 2, title: 'Only one' });
    const page = await open(`/videos/${other}`);
    await page.getByRole('tab', { name: 'Moments' }).click();
    const row = page.getByRole('article').filter({ hasText: 'Only one' });
    await row.getByRole('button', { name: 'Move to Trash' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark moment' }).last().and(page.locator(':focus')).waitFor();
  });

  test('goes on from the name of a new story, and from an item that is removed', async () => {
    const page = await open('/stories');
    await page.getByRole('button', { name: 'New story' }).first().press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Cranes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cranes' }).and(page.locator(':focus')).waitFor();
    const id = /stories\/(\w+)/.exec(page.url())![1];
    const items = ['One', 'Two'].map((text) => ({ kind: 'heading', text }));
    await client.post(`/stories/${id}/items`, { items });
    const remove = async (text: string) => {
      const row = page.getByRole('listitem').filter({ hasText: text });
      await row.getByRole('button', { name: 'Item actions' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Remove from story' }).press('Enter');
      await row.waitFor({ state: 'detached' });
    };
    await remove('One');
    await page.getByRole('listitem').filter({ hasText: 'Two' }).locator('button:focus').waitFor();
    await remove('Two');
    await page.locator('main button:focus').waitFor();
  });

  test('goes on to the page of a project that was just named', async () => {
    const page = await open('/library');
    await page.getByRole('button', { name: 'New project' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Bridges');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('main:focus, main :focus').waitFor();
  });

  test('goes on to the next row when one is removed, and back from the editor of a finding', async () => {
    for (const time of [6, 7]) await client.post('/moments', { job_id: jobId, start_time: time, title: `At ${time}` });
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('tab', { name: /Moments/ }).click();
    const rows = page.getByRole('list', { name: 'Moments' }).getByRole('article');
    const trash = (row: number) => rows.nth(row).getByRole('button', { name: 'Move to Trash' });
    await rows.filter({ hasText: 'At 7' }).waitFor();
    const length = await rows.count();
    await trash(length - 2).press('Enter');
    await expect.poll(() => rows.count()).toBe(length - 1);
    await trash(length - 2)
      .and(page.locator(':focus'))
      .waitFor();
    await page.getByRole('tab', { name: /Findings/ }).click();
    const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
    await edit.press('Enter');
    await page.getByLabel('Text', { exact: true }).press('Escape');
    await edit.and(page.locator(':focus')).waitFor();
  });

  test('opens a dialog at a control that is visible, and Escape closes it beside a message', async () => {
    const page = await open(`/videos/${jobId}`);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.and(page.locator(':focus, :has(:focus)')).waitFor();
    expect(await page.locator('[aria-hidden="true"]:focus').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Link revoked').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await share.and(page.locator(':focus')).waitFor();
    // The message stays, and is closed where the keyboard is in it.
    await page.keyboard.press('F8');
    await messages.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await messages.getByText('Link revoked').waitFor({ state: 'detached' });
    await messages.and(page.locator(':focus')).waitFor({ state: 'attached' });
  });
});
