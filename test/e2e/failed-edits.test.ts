import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Moment } from '../../src/contract/search/moments.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { intercept, launch, noBrowser, openContext } from './support/browser.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

/** Edits that are slow to be answered, or fail, lose nothing. */
describe.skipIf(noBrowser)(`failed and pending edits${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    jobId = await addSpokenVideo(app, client, 'Harbor.mp4', [1, 2]);
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
  const addMoment = async (title: string, start_time = 4, end_time = 8): Promise<Moment> =>
    (await client.post('/moments', { job_id: jobId, start_time, end_time, title })).body;
  const moment = async ({ id }: Moment): Promise<Moment> => {
    const all: Moment[] = (await client.get(`/moments?job_id=${jobId}`)).body;
    return all.find((each) => each.id === id)!;
  };
  const times = async (one: Moment) => {
    const { start_time, end_time } = await moment(one);
    return [start_time, end_time];
  };
  /** Lets changes of an address fail until it is called; `gone` as without a server. */
  const failing = async (page: Page, url: string, gone = false) => {
    const fail = (route: Route) => {
      if (route.request().method() === 'GET') return route.fallback();
      if (gone) return route.abort('connectionrefused');
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something went wrong.' } } });
    };
    await intercept(page, url, fail);
    return () => page.unroute(url, fail);
  };
  /** Holds answers to changes back until it is called. */
  const held = async (page: Page, url: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await intercept(page, url, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const failed = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Could' });
  const closeFailures = async (page: Page) => {
    while ((await failed(page).count()) > 0) await failed(page).first().getByRole('button', { name: 'Close' }).click();
  };

  test.each([false, true])('an undo of a trim that failed can be repeated (server gone: %s)', async (isGone) => {
    const one = await addMoment('Undone twice');
    const page = await open(`/videos/${jobId}`);
    const lane = page.getByRole('region', { name: 'Moments' });
    const end = lane.getByRole('slider', { name: 'End of Undone twice' });
    await lane.getByRole('button', { name: /^Undone twice/ }).press('ArrowRight');
    await end.press('Shift+ArrowRight');
    await expect.poll(() => times(one)).toEqual([4, 9]);
    await end.press('Shift+ArrowRight');
    await expect.poll(() => times(one)).toEqual([4, 10]);
    const mend = await failing(page, '**/api/moments/*', isGone);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => failed(page).count()).toBe(2);
    await mend();
    await page.keyboard.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 9]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 8]);
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('two moves are undone in order, also while the second is unanswered', async () => {
    const one = await addMoment('Undone early');
    const page = await open(`/videos/${jobId}`);
    const lane = page.getByRole('region', { name: 'Moments' });
    const end = lane.getByRole('slider', { name: 'End of Undone early' });
    await lane.getByRole('button', { name: /^Undone early/ }).press('ArrowRight');
    await end.press('Shift+ArrowRight');
    await page.getByText('Times changed: Undone early', { exact: true }).waitFor();
    const answer = await held(page, '**/api/moments/*');
    const sent = page.waitForRequest('**/api/moments/*');
    await end.press('Shift+ArrowRight');
    await sent;
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    const requests: unknown[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') requests.push(response.request().postDataJSON().end_time);
    });
    answer();
    await expect.poll(() => requests).toEqual([10, 9, 8]);
    expect(await times(one)).toEqual([4, 8]);
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('a moment that is dragged again before the server has answered goes on from where it was dropped', async () => {
    const one = await addMoment('Dragged');
    const page = await open(`/videos/${jobId}`);
    const block = page.getByRole('region', { name: 'Moments' }).getByRole('button', { name: /^Dragged/ });
    const answer = await held(page, '**/api/moments/*');
    // Stands still, once the page above it is laid out.
    await block.hover();
    const box = (await block.boundingBox())!;
    const second = box.width / 4;
    const drag = async (from: number) => {
      await page.mouse.move(box.x + 2 * second + from * second, box.y + 9);
      await page.mouse.down();
      await page.mouse.move(box.x + 2 * second + (from + 1) * second, box.y + 9, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0);
    await block.and(page.getByLabel(/0:05\.\d/)).waitFor();
    await drag(1);
    answer();
    await expect.poll(async () => (await moment(one)).start_time).toBeCloseTo(6, 1);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await moment(one)).start_time).toBeCloseTo(5, 1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 8]);
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('Ctrl+Z takes back a nudge that is not saved yet, and no other change', async () => {
    const one = await addMoment('Nudged');
    const page = await open(`/videos/${jobId}`);
    const lane = page.getByRole('region', { name: 'Moments' });
    await lane.getByRole('button', { name: /^Nudged/ }).press('ArrowRight');
    const end = lane.getByRole('slider', { name: 'End of Nudged' });
    await end.press('Shift+ArrowRight');
    await expect.poll(() => times(one)).toEqual([4, 9]);
    // Both keys in one task, before the pause after which a nudge is saved.
    await end.evaluate((handle) => {
      const press = (key: string, more: object) =>
        handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
      press('ArrowRight', { shiftKey: true });
      press('z', { ctrlKey: true });
    });
    await end.and(page.locator('[aria-valuenow="9"]')).waitFor();
    await end.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 8]);
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('details follow a rename elsewhere, and keep what is being written', async () => {
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('tab', { name: 'Details' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Half a sentence');
    await client.patch(`/videos/${jobId}`, { name: 'Pier.mp4' });
    await expect.poll(() => name.inputValue()).toBe('Pier.mp4');
    expect(await description.inputValue()).toBe('Half a sentence');
    await name.focus();
    const video = async () => (await client.get(`/videos/${jobId}`)).body;
    await expect.poll(async () => (await video()).description).toBe('Half a sentence');
    expect((await video()).name).toBe('Pier.mp4');
    await client.patch(`/videos/${jobId}`, { description: 'From elsewhere' });
    await expect.poll(() => description.inputValue()).toBe('From elsewhere');
  });

  test('what is written about a moment is saved when another takes its place', async () => {
    const one = await addMoment('Written', 2, 3);
    const other = await addMoment('Other', 12, 14);
    const page = await open(`/videos/${jobId}`);
    const lane = page.getByRole('region', { name: 'Moments' });
    await lane.getByRole('button', { name: /^Written/ }).click();
    const row = page.getByRole('article').filter({ hasText: 'Written' });
    await row.getByRole('button', { name: 'Edit moment' }).click();
    await page.getByRole('form', { name: 'Moment' }).getByLabel('Note').fill('A long thought');
    await lane.getByRole('button', { name: /^Other/ }).click();
    await expect.poll(async () => (await moment(one)).note).toBe('A long thought');
    // Escape leaves the moment as it is.
    await row.getByRole('button', { name: 'Edit moment' }).click();
    const note = page.getByRole('form', { name: 'Moment' }).getByLabel('Note');
    await note.fill('Another thought');
    await note.press('Escape');
    await row.getByText('A long thought').waitFor();
    expect((await moment(one)).note).toBe('A long thought');
    for (const { id } of [one, other]) await client.delete(`/moments/${id}?permanent=true`);
  });

  test('an edit of the transcript that could not be undone or redone still can be', async () => {
    const page = await open(`/videos/${jobId}`);
    const lines = async () =>
      (await client.get(`/results/job/${jobId}`)).body.segments
        .filter(({ module }: { module: string }) => module === 'transcription')
        .map(({ content }: { content: string }) => content);
    const before = await lines();
    await page
      .locator('[data-word]')
      .filter({ hasText: /^crane\.$/ })
      .dblclick();
    const editor = page.getByRole('textbox', { name: /line/i });
    await editor.press('End');
    await editor.pressSequentially(' Later.');
    const mendEdit = await failing(page, '**/transcript/edits', true);
    await editor.press('Enter');
    await failed(page).first().waitFor();
    await mendEdit();
    await expect.poll(() => editor.textContent()).toContain('Later.');
    await editor.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await closeFailures(page);
    await expect.poll(async () => (await lines()).join(' ')).toContain('Later.');
    const after = await lines();
    for (const [key, expected] of [
      ['Control+z', before],
      ['Control+Shift+z', after],
      ['Control+z', before],
    ] as const) {
      const mend = await failing(page, '**/transcript/edits');
      await page.keyboard.press(key);
      await failed(page).first().waitFor();
      await mend();
      await closeFailures(page);
      await page.keyboard.press(key);
      await expect.poll(lines).toEqual(expected);
    }
  });

  test('words stay selected until their change is saved', async () => {
    const around = await addMoment('Around', 0, 12);
    const page = await open(`/videos/${jobId}`);
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('Shift+ArrowRight');
    const selected = () => page.evaluate(() => String(getSelection()));
    const words = await selected();
    expect(words).toContain('captains');
    for (const [url, name] of [
      ['**/transcript/edits', 'Split line'],
      ['**/transcript/edits', 'Set speaker'],
      ['**/api/moments/*', 'Trim “Around” to selection'],
      ['**/api/moments', 'Mark'],
    ] as const) {
      const mend = await failing(page, url);
      await toolbar.getByRole('button', { name }).click();
      await failed(page).first().waitFor();
      expect([name, await selected()]).toEqual([name, words]);
      await mend();
      await closeFailures(page);
    }
    await toolbar.getByRole('button', { name: 'Mark' }).click();
    await toolbar.waitFor({ state: 'detached' });
    expect(await selected()).toBe('');
    const all: Moment[] = (await client.get(`/moments?job_id=${jobId}`)).body;
    expect(all.filter(({ title }) => title === 'captains by')).toHaveLength(1);
    for (const { id } of [around, ...all]) await client.delete(`/moments/${id}?permanent=true`);
  });

  test('a note of a story that could not be saved stays in its field', async () => {
    const one = await addMoment('Told');
    const { body: story } = await client.post('/stories', {
      title: 'Arrival',
      items: [{ kind: 'moment', moment_id: one.id }],
    });
    const texts = async () =>
      (await client.get(`/stories/${story.id}`)).body.items.map((item: { text: string }) => item.text);
    const page = await open(`/stories/${story.id}`);
    const mend = await failing(page, '**/api/stories/**', true);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Written for an hour');
    await note.press('Control+Enter');
    await failed(page).first().waitFor();
    await expect.poll(() => note.inputValue()).toBe('Written for an hour');
    // A second draft takes nothing from the first, which tries to be saved when it is left.
    const leaving = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Heading', exact: true }).click();
    await page.getByRole('textbox', { name: 'Heading' }).press('Escape');
    await expect.poll(() => note.inputValue()).toBe('Written for an hour');
    await leaving;
    await mend();
    await note.press('Control+Enter');
    await expect.poll(texts).toEqual(['', 'Written for an hour']);
    await note.waitFor({ state: 'detached' });
    // Changing it is no different, and an undo that failed can be repeated.
    await closeFailures(page);
    await page.getByText('Written for an hour').click();
    await note.fill('Written again');
    await note.press('Control+Enter');
    await expect.poll(texts).toEqual(['', 'Written again']);
    await note.waitFor({ state: 'detached' });
    const mendAgain = await failing(page, '**/api/stories/**');
    await page.keyboard.press('Control+z');
    await failed(page).last().waitFor();
    await mendAgain();
    await page.keyboard.press('Control+z');
    await expect.poll(texts).toEqual(['', 'Written for an hour']);
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('a trim on the board goes on from a step that is not answered yet', async () => {
    const one = await addMoment('Trimmed');
    const { body: story } = await client.post('/stories', {
      title: 'Trim',
      items: [{ kind: 'moment', moment_id: one.id }],
    });
    const page = await open(`/stories/${story.id}`);
    await page.getByRole('button', { name: '0:04.0–0:08.0' }).click();
    const end = page.getByRole('slider', { name: 'End of Trimmed' });
    const answer = await held(page, '**/api/moments/*');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await end.press('Shift+ArrowRight');
    await sent;
    await end.press('Shift+ArrowRight');
    await end.and(page.locator('[aria-valuenow="10"]')).waitFor();
    answer();
    await expect.poll(() => times(one)).toEqual([4, 10]);
    await end.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 9]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => times(one)).toEqual([4, 8]);
  });
});
