import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const MODULES = '["scenes","visualelements","ocr"]';
const ARABIC = `${'مقابلة طويلة في الاستوديو '.repeat(5)}.mp4`;

describe.skipIf(noBrowser)(`states of the video page${noBrowser ? ` (${noBrowser})` : ''}`, () => {
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
    const { context } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return page;
  };
  const start = (jobId: string) => client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });

  test('guides before an analysis, shows its progress, then its findings without a reload', async () => {
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('heading', { name: 'Not analyzed' }).waitFor();
    await picture(page, 'video-state-uploaded');
    expect(await seriousProblems(page)).toEqual([]);

    app.server.hold.on = true;
    await start(jobId);
    await page.reload();
    await page.getByRole('heading', { name: 'Analyzing video and audio' }).waitFor();
    await page.getByRole('button', { name: 'Stop analysis' }).waitFor();
    await picture(page, 'video-state-processing');
    expect(await seriousProblems(page)).toEqual([]);

    app.server.finish(jobId);
    app.server.hold.on = false;
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await page.getByRole('button', { name: 'Stop analysis' }).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('states that an analysis is queued, not that it runs', async () => {
    const { jobId } = await client.upload('queued.mp4', fakeMedia());
    await client.patch('/settings/queue', { paused: true });
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","transcription"]' });
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('heading', { name: 'Queued' }).waitFor();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('heading', { name: 'Queued' }).waitFor();
    await client.post(`/processing/${jobId}/cancel`);
    await client.patch('/settings/queue', { paused: false });
    await page.context().close();
  });

  test('says that an open video was deleted elsewhere', async () => {
    const { jobId } = await client.upload('gone.mp4', fakeMedia());
    const { context } = await openContext(browser);
    const page = await context.newPage();
    // The hardest order: deleted after the page has the video and before it learns of changes.
    const deleted = Promise.withResolvers<void>();
    await page.route('**/api/events', async (route) => {
      await deleted.promise;
      await route.continue();
    });
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('heading', { name: 'Not analyzed' }).waitFor();
    await client.delete(`/videos/${jobId}`);
    deleted.resolve();
    await page.getByRole('heading', { name: 'This video is no longer in the library' }).waitFor();
    await picture(page, 'video-state-deleted');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open library' }).click();
    await page.waitForURL(/\/library/);
    // A story and a project behave alike.
    const { body: story } = await client.post('/stories', { title: 'Gone' });
    await page.goto(app.at(`/stories/${story.id}`));
    await page.getByRole('heading', { level: 1, name: 'Gone' }).waitFor();
    await client.delete(`/stories/${story.id}?permanent=true`);
    await page.getByRole('heading', { name: 'Story not found' }).waitFor();
    await page.context().close();
  });

  test('follows what others do to an open project and its people', async () => {
    const { body: project } = await client.post('/projects', { name: 'Harbor' });
    const page = await open(`/projects/${project.id}/people`);
    await page.getByRole('heading', { name: 'People is off' }).waitFor();
    await client.post(`/projects/${project.id}/people`, { acknowledged: true });
    await page.getByRole('heading', { name: 'No people yet' }).waitFor();
    await page.getByRole('link', { name: 'Harbor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbor' }).waitFor();
    await client.patch(`/projects/${project.id}`, { name: 'Port' });
    await page.getByRole('heading', { level: 1, name: 'Port' }).waitFor();
    await client.delete(`/projects/${project.id}`);
    await page.getByRole('heading', { name: 'Project not found' }).waitFor();
    await page.context().close();
  });

  test('explains a failed analysis and keeps working features', async () => {
    const { jobId } = await client.upload('b.mp4', fakeMedia());
    app.server.hold.on = true;
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["summary"]' });
    await expect.poll(async () => (await client.get(`/videos/${jobId}`)).body.status).toBe('processing');
    app.server.finish(jobId, 'failed');
    app.server.hold.on = false;
    const page = await open(`/videos/${jobId}`);
    await page.getByText('Scripted failure.').waitFor();
    await page.getByRole('button', { name: 'Reanalyze' }).waitFor();
    await picture(page, 'video-state-failed');
    await page.context().close();
  });

  test('shows findings of a file that is unplayable or missing', async () => {
    const { jobId, filePath } = await client.upload('c.mp4', fakeMedia());
    await start(jobId);
    await client.settled(jobId);
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('heading', { name: 'Can’t play this file' }).waitFor();
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await picture(page, 'video-state-unplayable');
    await client.call('DELETE', '/storage/files', { file_path: filePath });
    await page.reload();
    await page.getByRole('heading', { name: 'File not found' }).waitFor();
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await page.context().close();
  });

  test.each<OpenOptions>([{ size: 'desktop' }, { size: 'phone', scheme: 'light' }])(
    'keeps a long right-to-left name within its bounds: %j',
    async (options) => {
      const { jobId } = await client.upload('d.mp4', fakeMedia());
      await client.patch(`/videos/${jobId}`, { name: ARABIC });
      await start(jobId);
      await client.settled(jobId);
      const page = await open(`/videos/${jobId}`, options);
      await page.getByRole('article').first().waitFor();
      await picture(page, `video-rtl-${options.size}`);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.context().close();
    },
  );

  test('removes and restores a finding; narrows the list by search and type', async () => {
    const { jobId } = await client.upload('e.mp4', fakeMedia());
    await start(jobId);
    await client.settled(jobId);
    const page = await open(`/videos/${jobId}`);
    const taxi = page.getByRole('article').filter({ hasText: 'TextTAXI' });
    await taxi.hover();
    await taxi.getByRole('button', { name: 'Remove' }).click();
    await taxi.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await taxi.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('bridge');
    await page.getByText('1 of 4').waitFor();
    await expect.poll(() => page.getByRole('article').allInnerTexts()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Types' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Objects' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('1 of 4').waitFor();
    await page.context().close();
  });

  test('says that an unknown video is not in the library', async () => {
    const page = await open('/videos/01900000-0000-7000-8000-000000000000');
    await page.getByText('This video is no longer in the library').waitFor();
    await page.context().close();
  });
});
