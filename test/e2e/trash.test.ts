import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const DAY_MS = 86_400_000;
const USER = 1;

describe.skipIf(noBrowser)(`trash${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    client = localClient(app.server);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, context, problems };
  };
  const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
  /** An analyzed video with a thumbnail and a still at 0:02. */
  const add = async (name: string, seconds = 10, hue = 0): Promise<string> => {
    const { jobId } = await client.upload(name, fakeMedia(seconds, name));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
    const folder = join(app.server.dataFolder, 'stills', jobId);
    await mkdir(folder, { recursive: true });
    const image = sharp({ create: { width: 320, height: 180, channels: 3, background: `hsl(${hue}, 35%, 45%)` } });
    for (const file of ['poster.jpg', '2000.jpg']) await image.clone().jpeg().toFile(join(folder, file));
    return jobId;
  };
  /** Problems besides requests for a video that has just gone, which the browser logs. */
  const unexpected = (problems: readonly string[]) => problems.filter((text) => !text.includes('404 (Not Found)'));
  const names = async () => (await client.get('/videos')).body.map((video: { name: string }) => video.name);

  test('a deleted video can be restored from the notice at once', async () => {
    await add('one.mp4', 10, 20);
    await add('two.mp4', 12, 140);
    const { page, context, problems } = await open('/library');
    await page.getByRole('button', { name: 'Select: one.mp4' }).click();
    await page.keyboard.press('Delete');
    await card(page, 'one.mp4').waitFor({ state: 'detached' });
    await page.getByText('Video moved to Trash', { exact: true }).waitFor();
    // Under the pointer it doesn't close in time.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await picture(page, 'trash-undo');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(names).toEqual(['two.mp4']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(page, 'one.mp4').waitFor();
    await expect.poll(names).toEqual(['two.mp4', 'one.mp4']);

    // Another window restores it, while the notice is held open.
    const [other] = (await client.get('/videos')).body.filter(({ name }: { name: string }) => name === 'two.mp4');
    await page.getByRole('button', { name: 'Select: two.mp4' }).click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Undo' }).hover();
    await client.post(`/videos/${other.job_id}/restore`);
    await card(page, 'two.mp4').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });

    // From its page, to which undoing returns.
    await card(page, 'two.mp4').getByRole('link').click();
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('move to trash');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/library$/);
    await card(page, 'one.mp4').waitFor();
    await card(page, 'two.mp4').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.waitForURL(/\/videos\//);
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await context.close();
    expect(unexpected(problems)).toEqual([]);
  });

  test('the page of a video in the trash shows it again once it is restored elsewhere', async () => {
    const jobId = await add('Restored.mp4');
    const { page, context } = await open(`/videos/${jobId}`);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await client.post(`/videos/${jobId}/trash`);
    await page.getByRole('heading', { name: 'This video is in the Trash' }).waitFor();
    await client.post(`/videos/${jobId}/restore`);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await context.close();
    await client.delete(`/videos/${jobId}`);
  });

  test('asks before an analysis is stopped', async () => {
    app.server.hold.on = true;
    const { jobId } = await client.upload('busy.mp4', fakeMedia(30, 'busy'));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    const { page, context, problems } = await open('/library');
    await card(page, 'busy.mp4').getByText('Analyzing').waitFor();
    await page.getByRole('button', { name: 'Select: busy.mp4' }).click();
    await page.getByRole('button', { name: 'Move to Trash' }).click();
    await page.getByRole('alertdialog').getByText('This stops a running or queued analysis.').waitFor();
    await picture(page, 'trash-busy');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(names).toContain('busy.mp4');
    await page.getByRole('button', { name: 'Move to Trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to Trash' }).click();
    await card(page, 'busy.mp4').waitFor({ state: 'detached' });
    app.server.hold.on = false;
    await expect
      .poll(async () => (await client.get('/trash')).body.videos)
      .toMatchObject([{ name: 'busy.mp4', status: 'failed' }]);
    await client.delete('/trash');
    await context.close();
    expect(unexpected(problems)).toEqual([]);
  });

  test('the trash restores and deletes videos, moments, and stories', async () => {
    const video = await add('Harbor tour, second camera.mp4', 75, 200);
    const kept = await add('Interview.mp4', 30, 300);
    const moment = (await client.post('/moments', { job_id: kept, start_time: 2, title: 'The crane moves' })).body;
    const inside = (await client.post('/moments', { job_id: video, start_time: 2, end_time: 4, title: 'Inside' })).body;
    const items = [{ kind: 'moment', moment_id: inside.id }];
    const story = (await client.post('/stories', { title: 'What the harbor hides', items })).body;
    const waste = (await client.post('/stories', { title: 'Draft' })).body;
    await client.delete(`/moments/${moment.id}`);
    await client.delete(`/stories/${waste.id}`);

    const { page, context, problems } = await open('/library');
    await card(page, 'Harbor tour').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByRole('link', { name: 'Trash 3' }).click();
    const restore = (title: string) => page.getByRole('button', { name: `Restore: ${title}` });
    // Restored here, it leaves the notice nothing to undo.
    await page.getByRole('button', { name: 'Undo' }).focus();
    await restore('Harbor tour, second camera.mp4').click();
    await page.getByText('Restored: Harbor tour').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await client.post(`/videos/${video}/trash`);
    for (const title of ['Harbor tour, second camera.mp4', 'The crane moves', 'Draft']) await restore(title).waitFor();
    await expect.poll(() => page.getByText('30 days left').count()).toBe(3);
    await picture(page, 'trash');
    expect(await seriousProblems(page)).toEqual([]);

    // A story shows that a video is in the trash, and restores it.
    await page.goto(app.at(`/stories/${story.id}`));
    await page.getByText('Its video is in the Trash and isn’t played or exported.').waitFor();
    await picture(page, 'trash-story');
    expect(await seriousProblems(page)).toEqual([]);
    // So does its page.
    await page.goto(app.at(`/videos/${video}`));
    await page.getByRole('heading', { name: 'This video is in the Trash' }).waitFor();
    await picture(page, 'trash-video');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await expect
      .poll(async () => (await client.get(`/stories/${story.id}`)).body.items[0].moment.deleted_at)
      .toBeNull();

    await page.goto(app.at('/trash'));
    await restore('The crane moves').click();
    await page.getByText('Restored: The crane moves', { exact: true }).waitFor();
    await restore('The crane moves').waitFor({ state: 'detached' });
    await expect.poll(async () => (await client.get(`/moments/${moment.id}`)).body.deleted_at).toBeNull();
    await page.getByRole('button', { name: 'Delete permanently: Draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
    await picture(page, 'trash-empty');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(async () => (await client.get(`/stories/${waste.id}`)).status).toBe(404);

    // Another window moves one: this one shows it, and deletes it for good with its file.
    await client.post(`/videos/${video}/trash`);
    await page.getByRole('button', { name: 'Delete permanently: Harbor tour, second camera.mp4' }).click();
    await page.getByRole('alertdialog').getByText('Also delete the stored file').waitFor();
    await picture(page, 'trash-delete');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
    await expect
      .poll(async () => (await client.get(`/videos/${video}/audit`)).body.entries.at(-1).action)
      .toBe('deleted');
    await expect.poll(async () => JSON.stringify((await client.get('/storage/files')).body)).not.toContain('Harbor');
    await context.close();
    expect(unexpected(problems)).toEqual([]);
  });

  test('looks right at every width, in both themes, in German, and is emptied as a whole', async () => {
    const long = await add(`${'ein sehr langer Name '.repeat(8)}.mp4`, 3723, 60);
    const young = await add('Nachrichten.mp4', 1800, 120);
    const host = await add('Wirt.mp4', 20, 180);
    for (const title of ['Ankunft der Kapitäne', 'x'.repeat(180)]) {
      const { body } = await client.post('/moments', { job_id: host, start_time: 2, title });
      await client.delete(`/moments/${body.id}`);
    }
    const items = [
      { kind: 'moment', moment_id: (await client.post('/moments', { job_id: host, start_time: 2 })).body.id },
    ];
    const story = (await client.post('/stories', { title: 'Die Geschichte des Krans', items })).body;
    await client.delete(`/stories/${story.id}`);
    for (const jobId of [long, young]) await client.post(`/videos/${jobId}/trash`);
    const views = [
      ['desktop', 'light', 'en-GB'],
      ['tablet', 'dark', 'en-GB'],
      ['phone', 'dark', 'de-DE'],
      ['phone', 'light', 'en-GB'],
    ] as const;
    for (const [size, scheme, language] of views) {
      const { page, context, problems } = await open('/trash', { size, scheme, language });
      await page.getByText('Nachrichten.mp4', { exact: true }).waitFor();
      await page
        .getByText(language === 'de-DE' ? 'Noch 30 Tage' : '30 days left')
        .first()
        .waitFor();
      await picture(page, `trash-${size}-${scheme}`);
      expect(await seriousProblems(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await context.close();
      expect(unexpected(problems)).toEqual([]);
    }
    const { page, context, problems } = await open('/trash', { language: 'de-DE' });
    await page.getByRole('button', { name: 'Papierkorb leeren' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Papierkorb leeren' }).click();
    await page.getByRole('heading', { name: 'Der Papierkorb ist leer' }).waitFor();
    expect(app.store.videos.trashedBefore(Date.now() + DAY_MS)).toEqual([]);
    expect(app.store.videos.list(USER, { trash: 'only' })).toEqual([]);
    await context.close();
    expect(unexpected(problems)).toEqual([]);
  });
});
