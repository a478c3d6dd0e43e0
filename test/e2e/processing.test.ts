import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineIdOf } from '../../src/models/engine.ts';
import { BUNDLED_SPEECH_MODEL } from '../../src/models/speech/bundled.ts';
import { onnxEngineInfo } from '../../src/models/speech/onnx/info.ts';
import { type Client, localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const NAMES = [
  'Morning news.mp4',
  'Harbor, a very long take from the second camera.mp4',
  'Podcast 12.mp3',
  'Bridge.mp4',
];

describe.skipIf(noBrowser)(`processing${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;
  const jobIds: string[] = [];

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    client = localClient(app.server);
    for (const name of NAMES) jobIds.push((await client.upload(name, fakeMedia(10, name))).jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  const look = async (page: Page, name: string) => {
    await picture(page, name);
    expect(await seriousProblems(page)).toEqual([]);
  };

  test.each([
    ['desktop', 'dark', 'en-GB', 'Move to top', 'Stop all', 'Waiting for free memory'],
    ['phone', 'light', 'de-DE', 'Ganz nach oben', 'Alle stoppen', 'Wartet auf freien Arbeitsspeicher'],
  ] as const)('does one next, and cancels all (%s, %s, %s)', async (size, scheme, language, next, all, wait) => {
    Object.assign(app.server.hold, { on: true, waitsFor: 'memory' });
    const [first, ...others] = jobIds;
    await client.post(`/processing/${first}/start`, { selected_insights: '["scenes","ocr"]' });
    await expect.poll(async () => (await client.get(`/processing/${first}/status`)).body.status).toBe('processing');
    const userId = app.server.services.authenticator.localUser();
    for (const jobId of others) app.store.jobs.enqueue(userId, jobId, { modules: ['scenes'], action: 'process' });

    const { context, problems } = await openContext(browser, { size, scheme, language });
    const page = await context.newPage();
    // Statuses are read at different times: each job was the first one at its own.
    await page.route('**/processing/*/status', async (route) => {
      const answer = await route.fetch();
      const status = await answer.json();
      await route.fulfill({ json: { ...status, queue_position: status.queue_position && 1 } });
    });
    await page.goto(app.at('/processing'));
    const queue = page.getByRole('region').nth(2).getByRole('article');
    await expect.poll(() => queue.first().getAttribute('aria-label')).toBe(NAMES[1]);
    await queue.last().getByRole('button', { name: next }).waitFor();
    await expect.poll(() => queue.first().getByRole('button', { name: next }).count()).toBe(0);
    await page.getByRole('status').filter({ hasText: wait }).waitFor();
    await expect.poll(() => page.getByText(wait).count()).toBe(1);
    const places = async () =>
      (await queue.locator('p[title]').allInnerTexts()).map((text) => Number(/\d+/.exec(text)));
    await expect.poll(places).toEqual([1, 2, 3]);
    const place = queue.first().locator('p[title]');
    await expect.poll(() => place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await look(page, `processing-queue-${size}`);
    await queue.last().getByRole('button', { name: next }).click();
    await expect.poll(() => queue.first().getAttribute('aria-label')).toBe(NAMES[3]);

    await page.getByRole('button', { name: all }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: all }).click();
    await expect.poll(() => queue.count()).toBe(0);
    const states = (await client.get('/videos')).body.map(({ status }: { status: string }) => status);
    expect(states.toSorted()).toEqual(['failed', 'uploaded', 'uploaded', 'uploaded']);
    await page.getByRole('article').first().getByRole('button').first().click();
    await look(page, `processing-stopped-${size}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    ['dark', 'de-DE'],
    ['light', 'en-US'],
  ] as const)('shows states as a whole on phones (%s, %s)', async (scheme, language) => {
    app.server.hold.on = true;
    const { jobId } = await client.upload(`Failed ${language}.mp4`, fakeMedia(10, language));
    const start = () => client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    const reach = (state: string) =>
      expect.poll(async () => (await client.get(`/processing/${jobId}/status`)).body.status).toBe(state);
    for (const outcome of ['completed', 'failed'] as const) {
      await start();
      await reach('processing');
      app.server.finish(jobId, outcome);
      await reach(outcome);
    }
    const { context, problems } = await openContext(browser, { size: 'phone', scheme, language });
    const page = await context.newPage();
    await page.goto(app.at('/processing'));
    const state = page.getByRole('article', { name: `Failed ${language}.mp4` }).locator('p[title]');
    // The reason is the job's, which is read after the list.
    await expect
      .poll(() => state.textContent())
      .toMatch(/Scripted failure · (Earlier findings are|Frühere Ergebnisse bleiben)/);
    const cut = await page
      .locator('p[title], nav [aria-current=page] *')
      .evaluateAll((texts) =>
        texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.innerHTML),
      );
    expect(cut).toEqual([]);
    await look(page, `processing-states-${language}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('analyzes new videos as chosen before', async () => {
    app.server.hold.on = false;
    const { context, problems } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/processing'));
    await page.getByRole('button', { name: 'Analysis defaults…' }).click();
    await page.getByRole('button', { name: 'Shots only' }).click();
    await look(page, 'processing-new-videos');
    await page.getByRole('button', { name: 'Done' }).click();
    const add = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add videos' }).click();
      await page.getByRole('menuitem', { name: 'Choose files' }).click();
      await (await chooser).setFiles({ name, mimeType: 'video/mp4', buffer: Buffer.from(fakeMedia(10, name)) });
      await page.getByRole('listitem').filter({ hasText: name }).getByText('Added', { exact: true }).waitFor();
      const videos: { name: string; job_id: string; status: string }[] = (await client.get('/videos')).body;
      return videos.find((video) => video.name === name)!;
    };
    await page.goto(app.at('/library'));
    const added = await add('Shots.mp4');
    const { modules } = (await client.get(`/processing/${added.job_id}/status`)).body;
    expect(modules.map(({ module }: { module: string }) => module)).toEqual(['scenes']);

    await page.getByRole('button', { name: 'Add videos' }).click();
    await page.getByRole('menuitem', { name: 'Analysis defaults…' }).click();
    await page.getByRole('switch', { name: 'Analyze new videos automatically' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    expect((await add('Later.mp4')).status).toBe('uploaded');
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    ['desktop', 'dark', 'en-US', 'Languages of text on screen', 'Remove German', 'Remove Russian', 'Analyze'],
    ['phone', 'light', 'de-DE', 'Sprachen von Text im Bild', 'Deutsch entfernen', 'Russisch entfernen', 'Analysieren'],
  ] as const)(
    'reads text in given languages, those of the settings unless an analysis has its own (%s)',
    async (size, scheme, language, label, german, russian, analyze) => {
      app.server.hold.on = true;
      await client.patch('/models/settings', { text_languages: [] });
      const { jobId } = await client.upload(`Signs ${size}.mp4`, fakeMedia(10, size));
      const { context, problems } = await openContext(browser, { size, scheme, language });
      const page = await context.newPage();
      await page.goto(app.at('/settings/models'));
      const setting = page.getByLabel(label, { exact: true }).first();
      await setting.selectOption('de');
      await page.getByRole('button', { name: german }).waitFor();
      await setting.scrollIntoViewIfNeeded();
      await look(page, `settings-text-languages-${size}`);
      await expect.poll(async () => (await client.get('/models/settings')).body.text_languages).toEqual(['de']);

      await page.goto(app.at(`/videos/${jobId}`));
      await page.getByRole('button', { name: analyze, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(label, { exact: true }).first().selectOption('ru');
      await dialog.getByRole('button', { name: german }).click();
      await dialog.getByRole('button', { name: russian }).scrollIntoViewIfNeeded();
      await look(page, `process-text-languages-${size}`);
      await dialog.getByRole('button', { name: analyze, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const userId = app.server.services.authenticator.localUser();
      expect(app.store.videos.get(userId, jobId)?.textLanguages).toBe('["ru"]');
      await expect.poll(async () => (await client.get('/models/settings')).body.text_languages).toEqual(['de']);
      await client.post('/processing/cancel');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('leaves long speech for later, and transcribes it then', async () => {
    const { jobId } = await client.upload('Talk.mp4', fakeMedia(3600, 'talk'));
    const media = JSON.parse(app.store.videos.get(1, jobId)!.media!);
    media.audio = { codec: 'aac', sampleRate: 48_000, channels: 2 };
    app.store.videos.update(1, jobId, { media: JSON.stringify(media) });
    const folder = join(app.server.dataFolder, 'models');
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'speech-speed.json'),
      JSON.stringify({ [`job:${engineIdOf(onnxEngineInfo(BUNDLED_SPEECH_MODEL))}`]: 3 }),
    );
    Object.assign(app.server.hold, { on: true, waitsFor: undefined });
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","transcription"]' });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByText('Speech recognition takes up to 20 min').waitFor();
    await look(page, 'speech-ahead');
    await page.goto(app.at('/processing'));
    const leave = page
      .getByRole('article', { name: 'Talk.mp4' })
      .getByRole('button', { name: 'Leave speech for later' });
    await leave.waitFor();
    await look(page, 'speech-ahead-processing');
    await leave.click();
    const modules = async () =>
      (await client.get(`/processing/${jobId}/status`)).body.modules.map(({ module }: { module: string }) => module);
    await expect.poll(modules).toEqual(['scenes']);
    await expect.poll(() => leave.count()).toBe(0);
    app.server.hold.on = false;
    app.server.finish(jobId);
    await client.settled(jobId);

    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await look(page, 'speech-left');
    await page.getByRole('button', { name: 'Transcribe now' }).click();
    await expect.poll(modules).toContain('transcription');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('lists the last analysis first', async () => {
    app.server.hold.on = false;
    const [older, newer] = ['Older.mp4', 'Newer.mp4'];
    const added: string[] = [];
    for (const name of [older, newer]) added.push((await client.upload(name, fakeMedia(10, name))).jobId);
    for (const jobId of added.toReversed()) {
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
      await client.settled(jobId);
    }
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/processing'));
    const rows = page.getByRole('article', { name: /^(Older|Newer)/ });
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => rows.first().textContent()).toContain(older);
    await context.close();
  });
});
