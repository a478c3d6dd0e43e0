import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Moment } from '../../src/contract/search/moments.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { spokenLines } from '../fixtures/spoken.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const SECONDS = 20;
const SENTENCES = ['The harbor was built in eighteen forty two.', 'We would meet the captains by the crane.'];

/** Marks a range, and expects its actions to stand side by side within the timeline. */
async function expectRangeBarToFit(page: Page): Promise<void> {
  await page.keyboard.press('i');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await page.getByRole('group', { name: 'Marked range' }).waitFor();
  const bar = page
    .locator(':has(> fieldset)')
    .filter({ has: page.getByRole('group', { name: 'Marked range' }) })
    .last();
  const boxes = await bar.getByRole('button').evaluateAll((all) =>
    all
      .map((button) => {
        const { left, right } = button.getBoundingClientRect();
        return { left, right };
      })
      .filter(({ left, right }) => right > left),
  );
  const end = await bar.evaluate((element) => element.getBoundingClientRect().right);
  const starts = boxes.slice(1).map(({ left }) => left);
  for (const [i, { right }] of boxes.entries()) expect(right).toBeLessThanOrEqual(starts[i] ?? end);
  await page.keyboard.press('Escape');
}

describe.skipIf(noBrowser)(`moments${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let media: Uint8Array<ArrayBuffer>;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Harbor.mp4');
    await writeMedia(clip, {
      video: {
        width: 320,
        height: 180,
        frameRate: 5,
        pictures: Array.from({ length: SECONDS * 5 }, (_, i) => texture(320, 180, i < 50 ? 1 : 2)),
      },
      audio: { sampleRate: 16_000, samples: sine(300, SECONDS, 16_000) },
    });
    media = new Uint8Array(await readFile(clip));
    await folder.remove();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  beforeEach(async () => {
    ({ jobId } = await client.upload('Harbor.mp4', media));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    app.store.segments.replaceModule(app.store.videos.get(1, jobId)!.id, {
      module: 'transcription',
      engine: 'test@1',
      segments: spokenLines(SENTENCES, () => 0.9),
    });
  });

  const open = async (options: OpenOptions = {}, query = '') => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}${query}`));
    await page.getByRole('tab').nth(1).waitFor();
    await page.locator('[data-word]').first().waitFor();
    return { page, context, problems };
  };
  const stored = async (): Promise<Moment[]> => (await client.get(`/moments?job_id=${jobId}`)).body;
  const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

  test('M marks the current time under its spoken words, ready to be named', async () => {
    const { page, context, problems } = await open();
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('m');
    const title = page.getByRole('form', { name: 'Moment' }).getByLabel('Title');
    await expect.poll(() => title.inputValue()).toBe(SENTENCES[1]);
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    // Escape keeps the moment as it is.
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await stored()).map((moment) => moment.title)).toEqual([SENTENCES[1]]);
    await page.getByText(`Moment added: ${SENTENCES[1]}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toEqual([]);
    await page.getByRole('heading', { name: 'No moments yet' }).waitFor();
    await picture(page, 'moments-empty');
    // Mute has another key.
    await page.keyboard.press('Shift+M');
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    await context.close();
    expect(problems).toEqual([]);
  });

  test('a marked range gets a title, tags in color, and a note in Markdown', async () => {
    const { page, context, problems } = await open();
    await page.keyboard.press('i');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('o');
    await page.keyboard.press('m');
    const form = page.getByRole('form', { name: 'Moment' });
    await form.getByLabel('Title').fill('The harbor');
    const tags = form.getByRole('combobox', { name: 'Tags' });
    await tags.fill('Proof');
    await tags.press('Enter');
    await tags.fill('History');
    await tags.press('Enter');
    await form.getByLabel('Note').fill('**Built** in 1842\n- see the [plan](https://example.org/plan)');
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByRole('link', { name: 'plan' }).waitFor();
    await picture(page, 'moment-editor');
    expect(await seriousProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('list', { name: 'Moments by time' }).getByRole('article');
    await row.getByText('The harbor').waitFor();
    await expect.poll(stored).toMatchObject([
      {
        title: 'The harbor',
        start_time: 0,
        end_time: 5,
        tags: [{ name: 'History' }, { name: 'Proof' }],
        origin: { kind: 'range' },
      },
    ]);
    await expect.poll(() => row.getByRole('strong').textContent()).toBe('Built');

    // The color of a tag changes everywhere.
    await row.hover();
    await row.getByRole('button', { name: 'Edit moment' }).click();
    await form.getByRole('button', { name: 'Color of Proof' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Pink' }).click();
    await expect.poll(async () => (await stored())[0]!.tags[1]!.color).toBe('pink');
    await page.keyboard.press('Escape');
    await form.getByLabel('Title').press('Escape');

    await client.post('/moments', { job_id: jobId, start_time: 12, title: 'Crane', tags: ['Proof'] });
    await client.post('/moments', { job_id: jobId, start_time: 3, end_time: 9, title: 'Overlapping range' });
    await expect.poll(() => row.count()).toBe(3);
    await page.getByRole('button', { name: 'Proof 2' }).click();
    await expect.poll(() => row.count()).toBe(2);
    await page.getByRole('button', { name: 'History 1' }).click();
    await expect.poll(() => row.count()).toBe(1);
    await page.getByRole('button', { name: 'History 1' }).click();
    await expect.poll(() => row.count()).toBe(3);
    await picture(page, 'moments');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('the lane on the timeline opens moments, and dragging an edge changes their times', async () => {
    const { body: range } = await client.post('/moments', {
      job_id: jobId,
      start_time: 4,
      end_time: 10,
      title: 'Range',
    });
    const { body: instant } = await client.post('/moments', { job_id: jobId, start_time: 15, title: 'Instant' });
    const { page, context, problems } = await open();
    const lane = page.getByRole('region', { name: 'Moments' });
    await page.setViewportSize({ width: 1024, height: 768 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBe(1024);
    await expectRangeBarToFit(page);
    const timeline = (await page.getByRole('slider', { name: 'Timeline' }).boundingBox())!;
    const { x } = (await lane.getByRole('button', { name: /^Range/ }).boundingBox())!;
    expect(x).toBeCloseTo(timeline.x + (4 / SECONDS) * timeline.width, -0.5);
    await lane.getByRole('button', { name: 'Instant, 0:15.0' }).click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(15, 1);
    await page.getByRole('list', { name: 'Moments by time' }).getByText('Instant').waitFor();
    const block = lane.getByRole('button', { name: /^Range/ });
    const box = (await block.boundingBox())!;
    const perSecond = box.width / 6;
    await page.mouse.move(box.x + box.width - 2, box.y + 9);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2 + perSecond, box.y + 9, { steps: 4 });
    await page.mouse.move(box.x + box.width - 2 + 2 * perSecond, box.y + 9, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await stored()).find(({ id }) => id === range.id)!.end_time).toBeCloseTo(12, 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored()).find(({ id }) => id === range.id)!.end_time).toBe(10);

    // Arrow keys go to an end, and move it: by a frame, with Shift by a second.
    await block.press('ArrowLeft');
    const start = lane.getByRole('slider', { name: 'Start of Range' });
    await expect.poll(() => start.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await stored()).find(({ id }) => id === range.id)!.start_time).toBeCloseTo(4.8, 3);
    await picture(page, 'moment-trim');
    await start.press('Control+z');
    await expect.poll(async () => (await stored()).find(({ id }) => id === range.id)!.start_time).toBe(4);

    const marker = (await lane.getByRole('button', { name: /^Instant/ }).boundingBox())!;
    await page.mouse.move(marker.x + 7, marker.y + 9);
    await page.mouse.down();
    await page.mouse.move(marker.x + 7 + 3 * perSecond, marker.y + 9, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await stored()).find(({ id }) => id === instant.id)!.start_time).toBeCloseTo(18, 1);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('selected words trim the moment that they are in', async () => {
    await client.post('/moments', { job_id: jobId, start_time: 0, end_time: 12, title: 'Both sentences' });
    const { page, context, problems } = await open();
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('Shift+ArrowRight');
    await picture(page, 'transcript-trim');
    await page.getByRole('button', { name: 'Trim “Both sentences” to selection' }).click();
    await expect.poll(async () => (await stored())[0]!.start_time).toBeGreaterThan(4);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('findings and selected words become moments; deleting one can be undone', async () => {
    const { page, context, problems } = await open();
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Mark' }).click();
    await expect
      .poll(async () => (await stored()).map(({ title, origin }) => [title, origin?.kind]))
      .toEqual([['captains by', 'word']]);
    await page.getByRole('tab', { name: 'Findings' }).click();
    const shot = page.getByRole('list', { name: 'Findings by time' }).getByRole('article').first();
    await shot.hover();
    await shot.getByRole('button', { name: 'Mark as moment' }).click();
    await expect.poll(async () => (await stored()).length).toBe(2);
    await page.getByRole('tab', { name: 'Moments' }).click();
    const row = page
      .getByRole('list', { name: 'Moments by time' })
      .getByRole('article')
      .filter({ hasText: 'captains by' });
    await row.hover();
    await row.getByRole('button', { name: 'Move to Trash' }).click();
    await expect.poll(async () => (await stored()).length).toBe(1);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Moment moved to Trash' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await row.waitFor();
    await expect.poll(async () => (await stored()).length).toBe(2);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('search finds moments by their words and tags, and marks hits', async () => {
    await client.post('/moments', {
      job_id: jobId,
      start_time: 9,
      title: 'Lighthouse',
      note: 'seen at **dusk**',
      tags: ['Norway'],
    });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=dusk'));
    const group = page.getByRole('region', { name: 'Your moments' });
    await group.getByText('Lighthouse').waitFor();
    const field = page.getByRole('combobox', { name: /Search speech/ });
    await field.fill('captains');
    const hit = page.getByRole('article').first();
    await hit.hover();
    await hit.getByRole('button', { name: /Mark as moment/ }).click();
    // The hit may be of another video.
    const kinds = async () => (await client.get('/moments')).body.map((moment: Moment) => moment.origin?.kind);
    await expect.poll(kinds).toContain('search');
    await field.fill('norway lighthouse');
    await group.getByRole('button', { name: 'Norway' }).click();
    await field.fill('zeppelin');
    await page.getByRole('heading', { name: 'No results for “zeppelin”' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await field.fill('');
    await group.getByText('Lighthouse').waitFor();
    await picture(page, 'moments-search');
    expect(await seriousProblems(page)).toEqual([]);
    await group
      .getByRole('link', { name: /Lighthouse/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Moments by time' }).getByText('Lighthouse').waitFor();
    await expect.poll(() => timeOf(page)).toBeCloseTo(9, 1);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('lighth');
    await page
      .getByRole('option', { name: /Lighthouse/ })
      .first()
      .waitFor();
    await context.close();
    expect(problems).toEqual([]);
  });

  test('looks right in light and on a phone in German', async () => {
    await client.post('/moments', {
      job_id: jobId,
      start_time: 2,
      end_time: 7,
      title: 'Ankunft der Kapitäne am Kran',
      note: 'Zwei **Zeugen**:\n- Anna\n- Ben',
      tags: ['Beweis', 'Geschichte'],
    });
    await client.post('/moments', {
      job_id: jobId,
      start_time: 9,
      title: 'x'.repeat(200),
      tags: ['Ein sehr langer Name eines Tags, der nicht passt'],
    });
    const query = `?moment=${(await stored())[0]!.id}`;
    const light = await openContext(browser, { scheme: 'light' });
    const page = await light.context.newPage();
    await page.goto(app.at(`/videos/${jobId}${query}`));
    await page.getByRole('list', { name: 'Moments by time' }).getByText('Ankunft').waitFor();
    await picture(page, 'moments-light');
    expect(await seriousProblems(page)).toEqual([]);
    await light.context.close();
    const phone = await openContext(browser, { size: 'phone', language: 'de' });
    const small = await phone.context.newPage();
    await small.goto(app.at(`/videos/${jobId}${query}`));
    await small.getByRole('list', { name: 'Momente nach Zeit' }).getByText('Ankunft').waitFor();
    await picture(small, 'moments-phone');
    await small.getByRole('button', { name: 'Moment bearbeiten' }).first().click();
    await small.getByRole('form', { name: 'Moment' }).getByLabel('Titel').waitFor();
    await picture(small, 'moments-phone-editor');
    expect(await seriousProblems(small)).toEqual([]);
    await phone.context.close();
  });
});
