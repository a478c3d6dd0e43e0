import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const SECONDS = 4;
const RATE = 10;

/** Mean difference (0..255) of the pixels that a page shows of its video from those of the frame at its time. */
async function differenceOfShown(page: Page): Promise<number> {
  const shown = (await page.locator('video').screenshot()).toString('base64');
  return page.locator('video').evaluate(async (video: HTMLVideoElement, png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const scale = Math.min(width / video.videoWidth, height / video.videoHeight);
    const [w, h] = [video.videoWidth * scale, video.videoHeight * scale];
    const pixels = (...source: Parameters<CanvasRenderingContext2D['drawImage']>) => {
      const context = new OffscreenCanvas(32, 18).getContext('2d')!;
      context.drawImage(...source);
      return context.getImageData(0, 0, 32, 18).data;
    };
    const page = pixels(image, (width - w) / 2, (height - h) / 2, w, h, 0, 0, 32, 18);
    const frame = pixels(video, 0, 0, video.videoWidth, video.videoHeight, 0, 0, 32, 18);
    return page.reduce((sum, value, i) => sum + Math.abs(value - frame[i]!), 0) / page.length;
  }, shown);
}

describe.skipIf(noBrowser)(`video page${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Two shots.mp4');
    const pictures = Array.from({ length: SECONDS * RATE }, (_, i) =>
      texture(320, 180, i < (SECONDS * RATE) / 2 ? 1 : 2),
    );
    await writeMedia(clip, {
      video: { width: 320, height: 180, frameRate: RATE, pictures },
      audio: { sampleRate: 16_000, samples: sine(300, SECONDS, 16_000) },
    });
    jobId = (await client.upload('Two shots.mp4', new Uint8Array(await readFile(clip)))).jobId;
    await folder.remove();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","audioevents","summary"]' });
    await client.settled(jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await row(page, 'Shot 2').waitFor();
    return { page, context, problems };
  };
  const row = (page: Page, text: string) =>
    page.getByRole('list', { name: 'Findings by time' }).getByRole('article').filter({ hasText: text });
  const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

  test('a reload keeps tab and time, and Back leaves the page', async () => {
    const { context } = await openContext(browser, {});
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('link', { name: 'Two shots.mp4' }).first().click();
    await row(page, 'Shot 2').waitFor();
    const entries = await page.evaluate(() => history.length);
    await row(page, 'Shot 2').click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.waitForURL(/\?(?=.*tab=details)(?=.*t=2(&|$))/);
    await page.reload();
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Details');
    await expect.poll(() => timeOf(page)).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.search === '?tab=details');
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await page.waitForURL('**/library');
    await page.goForward();
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Details');
  });

  test('states nothing about file and analyses until it is known', async () => {
    const { context } = await openContext(browser, {});
    const page = await context.newPage();
    const hold = Promise.withResolvers<void>();
    for (const url of ['**/videos/*/media', '**/processing/*/status'])
      await page.route(url, (route) => hold.promise.then(() => route.continue()));
    await page.goto(app.at(`/videos/${jobId}?tab=details`));
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Shot detection').waitFor();
    expect(await panel.getByText(/^(None|Not analyzed)$/).count()).toBe(0);
    hold.resolve();
    await panel.getByText('Not analyzed').first().waitFor();
    await panel.getByText('320 × 180').waitFor();
  });

  test('playing leaves the URL as it is, and a pause writes the time', async () => {
    const { page } = await open();
    await page.keyboard.press('Space');
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2);
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Space');
    await page.waitForURL(/\?t=/);
    const time = Number(new URL(page.url()).searchParams.get('t'));
    expect(Math.abs((await timeOf(page)) - time)).toBeLessThan(0.001);
  });

  test('seeks on click and marks the playing finding', async () => {
    const { page, context, problems } = await open();
    await expect.poll(() => row(page, 'Shot 1').getAttribute('aria-current')).toBe('time');
    // A poster would be another frame than that of the clock.
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1);
    // The frame is drawn after it is decoded.
    await expect.poll(() => differenceOfShown(page)).toBeLessThan(10);
    await row(page, 'Shot 2').getByRole('button').first().click();
    await expect.poll(() => row(page, 'Shot 2').getAttribute('aria-current')).toBe('time');
    await expect.poll(() => row(page, 'Shot 1').getAttribute('aria-current')).toBeNull();
    await expect.poll(() => timeOf(page)).toBeGreaterThan(1.8);
    await picture(page, 'video');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('lists sound in the overview; in the list only when asked for', async () => {
    const { page, context } = await open();
    await expect.poll(() => row(page, 'Music or noise').count()).toBe(0);
    await page.getByTitle('Sounds, and chapters and shots as long as the video, are on the timeline.').waitFor();
    await page.getByRole('button', { name: 'Types' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Sound' }).click();
    await page.keyboard.press('Escape');
    await row(page, 'Music or noise').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Music or noise' }).waitFor();
    await context.close();
  });

  test('shows what could not be found where, and explains a miss', async () => {
    const { page, context, problems } = await open();
    await page.getByRole('region', { name: 'Timeline' }).locator('canvas').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Why was something missed at/ }).click();
    const coverage = page.getByRole('region', { name: 'Coverage' });
    await coverage.getByRole('button', { name: 'not analyzed, 0:00–0:04' }).first().waitFor();
    await coverage.getByRole('list', { name: 'Legend' }).getByText('not analyzed').waitFor();
    await coverage.getByRole('combobox').selectOption('ocr');
    await coverage.getByRole('button', { name: 'Explain' }).click();
    await coverage.getByRole('status').filter({ hasText: 'not analyzed in this video.' }).waitFor();
    await coverage.scrollIntoViewIfNeeded();
    await picture(page, 'video-coverage');
    expect(await seriousProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const narrow = await phone.context.newPage();
    await narrow.goto(app.at(`/videos/${jobId}`));
    await narrow.getByRole('tab', { name: 'Details' }).click();
    const german = narrow.getByRole('region', { name: 'Abdeckung' });
    await german.getByText('nicht analysiert').first().waitFor();
    await german.scrollIntoViewIfNeeded();
    await picture(narrow, 'video-coverage-phone');
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });

  test('handles editing keys: play, frame steps, in and out points, zoom', async () => {
    const { page, context } = await open();
    const slider = page.getByRole('slider', { name: 'Timeline' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0:03 of 0:04');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => timeOf(page)).toBe(0);
    await page.keyboard.press('.');
    await expect.poll(() => timeOf(page)).toBeCloseTo(0.15, 2);
    await page.keyboard.press('i');
    for (let i = 0; i < 10; i++) await page.keyboard.press('.');
    await page.keyboard.press('o');
    await page.getByRole('group', { name: 'Marked range' }).getByText('0:00.2–0:01.2').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Marked range' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await context.close();
  });

  test('marks a range by dragging on the timeline, and asks about it', async () => {
    const { page, context } = await open();
    const box = (await page.getByRole('slider', { name: 'Timeline' }).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.getByText('0:01.0–0:03.0').waitFor();
    await page.getByRole('button', { name: 'Ask about range' }).click();
    await page.getByLabel('Ask about this video').fill('How do the shots change?');
    await page.keyboard.press('Enter');
    await page.getByText(/(?:Quoted|Computed) from \d+ findings?/).waitFor();
    const time = page
      .getByRole('listitem')
      .getByRole('button', { name: /^0:0\d$/ })
      .last();
    await time.click();
    await expect.poll(() => timeOf(page)).toBeGreaterThan(1.5);
    await picture(page, 'video-ask');
    const question = page.getByRole('tabpanel').getByText('How do the shots change?');
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect.poll(() => question.count()).toBe(0);
    await page.getByRole('tab', { name: 'Ask' }).click();
    await question.first().waitFor();
    await page.reload();
    await question.first().waitFor();
    await page.goto(app.at(`/videos/${jobId}?tab=ask&chat=999999`));
    await page.getByRole('heading', { name: 'Ask about this video' }).waitFor();
    await context.close();
  });

  test('shows an edit, finds it by search, and keeps it after a reanalysis', async () => {
    const { page, context } = await open();
    await row(page, 'Shot 2').hover();
    await row(page, 'Shot 2').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill('A zebra crosses the street');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row(page, 'A zebra').getByText('Edited').waitFor();
    await expect
      .poll(async () => (await client.post('/search', { query: 'zebra' })).body[0].content)
      .toBe('A zebra crosses the street');
    await client.post(`/videos/${jobId}/reprocess`, { modules: ['scenes'] });
    await client.settled(jobId);
    await page.reload();
    await row(page, 'A zebra').getByText('Edited').waitFor();
    // Restore the findings for the tests that follow.
    await row(page, 'A zebra').hover();
    await row(page, 'A zebra').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Revert to original' }).click();
    await row(page, 'Shot 2').waitFor();
    await context.close();
  });

  test('opens menus at the pointer in the list and the timeline', async () => {
    const { page, context, problems } = await open();
    await row(page, 'Shot 2').click({ button: 'right' });
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Play from here' }).click();
    await expect.poll(() => timeOf(page)).toBeGreaterThan(1.8);
    await row(page, 'Shot 2').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Edit' }).click();
    await expect
      .poll(() => page.getByLabel('Text', { exact: true }).evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Escape');
    const slider = page.getByRole('slider', { name: 'Timeline' });
    const { width } = (await slider.boundingBox())!;
    // The ruler, where no finding is.
    await slider.click({ button: 'right', position: { x: width * 0.26, y: 8 } });
    await picture(page, 'video-menu');
    await menu.getByRole('menuitem', { name: 'Set in point at 0:01.0' }).click();
    await page.getByRole('group', { name: 'Marked range' }).getByText('0:01.0–0:04.0').waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('renames, moves, and downloads the video', async () => {
    const { page, context, problems } = await open();
    const command = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await command('Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Two textures.mp4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Two textures.mp4' }).waitFor();
    await command('Move to project');
    await page.getByLabel('Project').selectOption({ label: 'New project…' });
    await page.getByRole('dialog').getByLabel('Name').fill('Textures');
    await picture(page, 'video-move');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('1 video moved', { exact: true }).waitFor();
    await expect
      .poll(async () => (await client.get('/projects')).body)
      .toMatchObject([{ name: 'Textures', video_count: 1 }]);
    const download = page.waitForEvent('download');
    await command('Download file');
    expect((await download).suggestedFilename()).toBe('Two textures.mp4');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('opens a menu by a tap during which the rest of the page arrives', async () => {
    const { context } = await openContext(browser, { size: 'phone' });
    const page = await context.newPage();
    const rest = Promise.withResolvers<void>();
    await page.route(/\/waveform$/, async (route) => {
      await rest.promise;
      await route.continue();
    });
    await page.goto(app.at(`/videos/${jobId}`));
    const button = row(page, 'Shot 1').getByRole('button', { name: 'Actions' });
    await button.waitFor();
    const lanes = page.getByRole('region', { name: 'Timeline' });
    await lanes.getByText('Shots', { exact: true }).waitFor({ state: 'attached' });
    const { x, y, width, height } = (await button.boundingBox())!;
    const session = await context.newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const arrived = page.waitForResponse(/\/waveform$/);
    rest.resolve();
    await (await arrived).finished();
    await lanes.getByText('Audio', { exact: true }).waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await context.close();
  });

  test('raises the panel for the edit form on a phone, and lowers it afterward', async () => {
    const { context } = await openContext(browser, { size: 'phone' });
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await row(page, 'Shot 1').getByRole('button', { name: 'Actions' }).tap();
    await page.getByRole('menuitem', { name: 'Edit' }).tap();
    await page.getByRole('button', { name: 'Back to timeline' }).waitFor();
    const form = page.locator('form').filter({ has: page.getByLabel('Text', { exact: true }) });
    /** Whether the corners of the form are uncovered. */
    const isWhole = () =>
      form.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOn = (x: number, y: number) => element.contains(document.elementFromPoint(x, y));
        return isOn(left + 2, top + 2) && isOn(right - 2, bottom - 2);
      });
    await expect.poll(isWhole, { timeout: 30_000 }).toBe(true);
    await picture(page, 'video-correct-phone');
    await page.getByRole('button', { name: 'Cancel', exact: true }).tap();
    await page.getByRole('button', { name: 'Expand panel' }).waitFor();
    await context.close();
  });

  test.each<OpenOptions>([
    { scheme: 'light' },
    { size: 'tablet', scheme: 'dark' },
    { size: 'phone', scheme: 'light', language: 'de-DE' },
  ])('has no serious axe violations: %j', async (options) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    const tabs = page.getByRole('tab');
    await tabs.nth(5).waitFor();
    await page.getByRole('article').first().waitFor();
    const { size = 'desktop', scheme, language = 'en' } = options;
    for (const [i, name] of ['findings', 'transcript', 'overview', 'moments', 'ask', 'details'].entries()) {
      await tabs.nth(i).click();
      await picture(page, `video-${name}-${size}-${scheme}-${language.slice(0, 2)}`);
      expect(await seriousProblems(page), name).toEqual([]);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
