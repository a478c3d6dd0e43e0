import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7 } from '../../src/base/ids.ts';
import { addProcessed } from '../db/store-fixture.ts';
import { localClient } from '../fixtures/client.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

const LONG = `${'a name that goes on and on '.repeat(6)}.mp4`;
const ARABIC = 'مقابلة في الاستوديو.mp4';

describe.skipIf(noBrowser)(`library${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  async function open(path: string, options?: OpenOptions): Promise<{ page: Page; problems: string[] }> {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, problems };
  }
  const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

  test('shows every state of a video live, in both themes and at every width', async () => {
    const client = localClient(app.server);
    const done = await client.upload('done.mp4', 'REEL 61 a');
    await client.post(`/videos/${done.jobId}/process`, { modules: ['scenes'] });
    await client.settled(done.jobId);
    await client.upload(LONG, 'REEL 5 b');
    await client.upload(ARABIC, 'REEL 3723 c');
    app.server.hold.on = true;
    const failing = await client.upload('failing.mp4', 'REEL 7 d');
    await client.post(`/videos/${failing.jobId}/process`, { modules: ['ocr'] });

    const { page, problems } = await open('/library');
    await card(page, 'failing.mp4').getByText('Analyzing').waitFor();
    await card(page, 'done.mp4').getByText('Ready').waitFor();
    await expect.poll(() => card(page, 'done.mp4').innerText()).toContain('1:01');
    await expect.poll(() => card(page, ARABIC).innerText()).toContain('1:02:03');
    app.server.finish(failing.jobId, 'failed');
    await card(page, 'failing.mp4').getByText('Failed').waitFor();
    app.server.hold.on = false;
    expect(problems).toEqual([]);

    for (const size of ['desktop', 'tablet', 'phone'] as const) {
      for (const scheme of ['dark', 'light'] as const) {
        const view = await open('/library', { size, scheme });
        await card(view.page, 'done.mp4').waitFor();
        await picture(view.page, `library-${size}-${scheme}`);
        expect(await seriousProblems(view.page)).toEqual([]);
        // The page does not scroll horizontally.
        await expect
          .poll(() => view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBeLessThanOrEqual(0);
        await view.page.context().close();
      }
    }
  });

  test('asks for no frames of audio files, in no list', async () => {
    const client = localClient(app.server);
    const { jobId } = await client.upload('Memo.mp3', 'REEL 9 memo');
    const moment = (await client.post('/moments', { job_id: jobId, start_time: 1, end_time: 4, title: 'Memo vote' }))
      .body;
    const items = [{ kind: 'moment', moment_id: moment.id }];
    const story = (await client.post('/stories', { title: 'Memos', items })).body;
    const { page } = await open('/library');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes(jobId) && asked.push(request.url()));
    await card(page, 'Memo.mp3').waitFor();
    for (const [path, text] of [
      ['/stories', 'Memos'],
      [`/stories/${story.id}`, 'Memo vote'],
      ['/search?q=memo', 'Memo vote'],
    ] as const) {
      const urls = page.waitForResponse('**/api/pictures');
      await page.goto(app.at(path));
      await Promise.all([urls, page.getByText(text).first().waitFor()]);
      // The frames that are known are asked for with the next picture of the page.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    expect(asked.filter((url) => /\/(stills|thumbnail)/.test(url))).toEqual([]);
    await client.delete(`/stories/${story.id}`);
    await client.delete(`/videos/${jobId}`);
    await page.context().close();
  });

  test('filters by name and status, and shows an empty state', async () => {
    const { page } = await open('/library');
    await card(page, 'done.mp4').waitFor();
    await page.getByLabel('Filter by name').fill('DONE');
    await card(page, 'failing.mp4').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    // In a field, Ctrl+A selects the text, not the videos.
    await page.keyboard.press('Control+a');
    await page.keyboard.type('do');
    await expect.poll(() => page.getByLabel('Filter by name').inputValue()).toBe('do');
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await card(page, 'failing.mp4').waitFor();
  });

  test('sums up what was added, skips all duplicates at once, and never covers the actions of a selection', async () => {
    const client = localClient(app.server);
    const names = ['same a.mp4', 'same b.mp4', 'same c.mp4'];
    for (const name of names) await client.upload(name, `REEL 8 ${name}`);
    const folder = await createTempFolder();
    const write = async (name: string, content: string) => {
      await writeFile(join(folder.path, name), content);
      return join(folder.path, name);
    };
    const duplicates = await Promise.all(names.map((name) => write(`again ${name}`, `REEL 8 ${name}`)));
    const added = await write('tray new.mp4', 'REEL 9 tray');
    const { page, problems } = await open('/library');
    await card(page, 'same a.mp4').waitFor();
    await dropFiles(page, [...duplicates, added]);
    const tray = page.getByRole('region', { name: '3 files already in library' });
    await tray.getByText('1 added · 3 already in library').waitFor();
    await picture(page, 'upload-tray-duplicates');
    await page.getByRole('button', { name: 'Select: same a.mp4' }).click();
    await page.getByText('1 selected').waitFor();
    await picture(page, 'upload-tray-selection');
    const [bar, box] = [
      (await page.getByRole('toolbar', { name: '1 selected' }).boundingBox())!,
      (await tray.boundingBox())!,
    ];
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
    await tray.getByRole('button', { name: 'Skip all' }).click();
    await page.getByRole('region', { name: 'Upload complete' }).getByText('Added').waitFor();
    // To close the tray skips duplicates as well.
    await dropFiles(page, duplicates.slice(0, 1));
    await page
      .getByRole('region', { name: '1 file already in library' })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect.poll(() => page.getByRole('region', { name: /in library/ }).count()).toBe(0);
    await expect
      .poll(async () => (await client.get('/videos')).body.filter(({ name }: { name: string }) => /again/.test(name)))
      .toEqual([]);
    for (const { name, job_id } of (await client.get('/videos')).body)
      if (/^(same|tray)/.test(name)) await client.delete(`/videos/${job_id}`);
    expect(problems).toEqual([]);
    await page.context().close();
    await folder.remove();
  });

  test('moves and deletes selected videos by keyboard and pointer', async () => {
    const client = localClient(app.server);
    const { body: project } = await client.post('/projects', { name: 'Interviews' });
    await client.upload('first.mp4', 'REEL 8 e');
    await client.upload('second.mp4', 'REEL 9 f');
    const { page, problems } = await open('/library');
    await page.getByRole('button', { name: 'Select: first.mp4' }).click();
    await card(page, 'second.mp4').getByRole('link').click();
    await page.getByText('2 selected').waitFor();
    await picture(page, 'library-selection');
    expect(await seriousProblems(page)).toEqual([]);
    const phone = await open('/library', { size: 'phone', language: 'de-DE' });
    for (const name of ['first.mp4', 'second.mp4'])
      await phone.page.getByRole('button', { name: `Auswählen: ${name}` }).click();
    const bar = phone.page.getByRole('toolbar', { name: '2 ausgewählt' });
    await picture(phone.page, 'library-selection-phone');
    expect(await seriousProblems(phone.page)).toEqual([]);
    // All of its commands are in sight.
    await expect
      .poll(() => bar.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
    await phone.page.context().close();
    await page.getByRole('button', { name: 'Move to', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Interviews' }).click();
    await page.getByText('2 videos moved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Interviews 2' }).click();
    await page.waitForURL(`${app.url}/projects/${project.id}`);
    await card(page, 'first.mp4').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);

    await page.getByRole('button', { name: 'Select: first.mp4' }).click();
    await page.keyboard.press('Delete');
    await card(page, 'first.mp4').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await client.get('/videos')).body.map((video: { name: string }) => video.name))
      .not.toContain('first.mp4');
    expect(problems).toEqual([]);
  });

  test('lists videos in columns that sort, and keeps searches as smart folders', async () => {
    const client = localClient(app.server);
    const videos: { name: string; job_id: string }[] = (await client.get('/videos')).body;
    const { job_id } = videos.find(({ name }) => name === 'done.mp4')!;
    const { content } = (await client.get(`/results/job/${job_id}`)).body.segments[0];
    await client.post('/saved-searches', { name: 'With taxis', query: `"${content.split(' ')[0]}"` });
    for (const [size, scheme, language] of [
      ['desktop', 'dark', 'en-GB'],
      ['tablet', 'light', 'en-GB'],
      ['phone', 'dark', 'de-DE'],
    ] as const) {
      const { page, problems } = await open('/library', { size, scheme, language });
      await page.evaluate(() => localStorage.setItem('reelscope.library', '{"layout":"row","sort":"newest"}'));
      await page.reload();
      await card(page, 'done.mp4').waitFor();
      await picture(page, `library-list-${size}-${scheme}`);
      expect(await seriousProblems(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      if (size === 'desktop') {
        const first = () => page.getByRole('article').first().innerText();
        await page.getByRole('button', { name: 'Duration' }).click();
        await expect.poll(first).toContain(ARABIC);
        await page.getByRole('button', { name: 'Duration' }).click();
        await expect.poll(first).toContain(LONG);
        await expect
          .poll(() => page.getByRole('button', { name: 'Duration' }).getAttribute('aria-pressed'))
          .toBe('true');
        await page.getByRole('link', { name: 'With taxis' }).click();
        await page.waitForURL('**folder=*');
        await page.getByRole('heading', { name: 'With taxis' }).waitFor();
        await expect.poll(() => page.getByRole('article').count()).toBe(1);
        await card(page, 'done.mp4').waitFor();
      }
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  test('renames by the menu at the pointer', async () => {
    const { page, problems } = await open('/library');
    await card(page, 'second.mp4').click({ button: 'right' });
    await picture(page, 'library-menu');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('third.mp4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await card(page, 'third.mp4').waitFor();
    expect(problems).toEqual([]);
  });

  test('is operable by keyboard', async () => {
    const { page } = await open('/library');
    const links = page.getByRole('article').getByRole('link');
    await links.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaPosInSet === '2');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.waitForFunction(() => {
      const cell = document.activeElement?.closest('li');
      return cell !== null && cell?.ariaPosInSet === cell?.ariaSetSize;
    });
    // Each card is one tab stop.
    await links.first().focus();
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaPosInSet === '2');
  });

  test('lists capture dates, speakers, and projects, sorted by them', async () => {
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    for (const [name, time, speaker] of [
      ['first trip.mp4', '2023-05-06T10:00:00', 'Ada Lovelace'],
      ['second trip.mp4', '2024-05-06T10:00:00', null],
    ] as const) {
      const video = addProcessed(store, userId, ['hello'], { name });
      const captured = { time, zone: null, tag: 'creation_time' };
      store.videos.update(userId, video.jobId, { media: JSON.stringify({ recording: { captured } }) });
      if (speaker) store.speakers.rename(video.id, 'S1', speaker);
    }
    const { page } = await open('/library');
    await page.route(/\/(thumbnail|stills)/, (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="160"/>',
      }),
    );
    await page.getByLabel('Filter by name').fill('trip');
    await page.getByRole('button', { name: 'List' }).click();
    await card(page, 'first trip')
      .getByText('May 6, 2023')
      .or(card(page, 'first trip').getByText('6 May 2023'))
      .waitFor();
    await card(page, 'first trip').getByText('Ada Lovelace').waitFor();
    // Upright pictures are shown whole, and the pointer goes through the stills of a video.
    const thumbnail = card(page, 'first trip').locator('img').first();
    await expect.poll(() => thumbnail.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
    await thumbnail.hover();
    await expect.poll(() => card(page, 'first trip').locator('img').last().getAttribute('src')).toMatch(/\/near\//);
    await page.getByRole('button', { name: 'Recorded' }).click();
    await expect.poll(() => page.getByRole('article').first().innerText()).toContain('second trip');
    await page.getByRole('button', { name: 'Recorded' }).click();
    await expect.poll(() => page.getByRole('article').first().innerText()).toContain('first trip');
    await picture(page, 'library-list-facts');
    await page.getByRole('button', { name: 'Grid' }).click();
  });

  test('reports a lost server, and recovers when it is back', async () => {
    const { page } = await open('/library');
    await card(page, 'done.mp4').waitFor();
    await page.route('**/api/videos', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('Can’t connect to Reelscope').waitFor();
    await picture(page, 'library-error');
    expect(await seriousProblems(page)).toEqual([]);
    await page.unroute('**/api/videos');
    await page.getByRole('button', { name: 'Try again' }).click();
    await card(page, 'done.mp4').waitFor();
  });

  test('shows placeholders while loading', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.route('**/api/videos', () => {});
    await page.goto(app.at('/library'));
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByLabel('Filter by name').waitFor();
    await picture(page, 'library-loading');
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
  });

  test.each(['/library', '/'])('shows changes by other programs on %s without a reload', async (path) => {
    const { page, problems } = await open(path);
    const other = localClient(app.server);
    await page.getByRole('article').first().waitFor();
    const { jobId } = await other.upload('from a script.mp4', 'REEL 9 z');
    await card(page, 'from a script.mp4').first().getByText('Not analyzed').waitFor();
    await other.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
    await card(page, 'from a script.mp4').first().getByText('Ready').waitFor();
    await other.call('PATCH', `/videos/${jobId}`, { name: 'renamed by a script.mp4' });
    await card(page, 'renamed by a script.mp4').first().waitFor();
    await other.call('DELETE', `/videos/${jobId}`);
    await card(page, 'renamed by a script.mp4').first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('renders only visible cards of 3,000 videos', async () => {
    const { store } = app.server;
    store.transaction(() => {
      for (let index = 0; index < 3000; index++) {
        const name = `Recording ${index}.mp4`;
        store.videos.create(1, {
          jobId: uuidV7(),
          name,
          storagePath: `users/1/recording-${index}.mp4`,
          selectedInsights: '[]',
          duration: index,
          fileSize: 1000 * index,
        });
      }
    });
    const { page } = await open('/library');
    await card(page, 'Recording 2999.mp4').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeLessThan(80);
    await picture(page, 'library-many');
    await page.getByLabel('Sort').selectOption('oldest');
    await page.getByRole('list', { name: 'Library' }).hover();
    await page.mouse.wheel(0, 1e7);
    await card(page, 'Recording 2999.mp4').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeLessThan(80);
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Sync by sound' }).click();
    await page.getByText('Up to 20 recordings can be synced at once.', { exact: true }).waitFor();
  });

  test('shows the dashboard on the home screen', async () => {
    for (const scheme of ['dark', 'light'] as const) {
      const { page, problems } = await open('/', { scheme });
      await page.getByRole('heading', { name: 'Recent' }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
    }
  });
});
