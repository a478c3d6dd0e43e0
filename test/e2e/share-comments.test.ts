import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { ownNetwork, type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, openContext, picture } from './support/browser.ts';

const TEXT = 'Is that the second crane? It was taken down in May.';

describe.skipIf(noBrowser)(`comments on a link${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp({ lan: ownNetwork() });
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const file = join(folder.path, 'Harbor.mp4');
    const pictures = Array.from({ length: 40 }, (_, i) => texture(320, 180, Math.floor(i / 20)));
    await writeMedia(file, { video: { width: 320, height: 180, frameRate: 5, pictures } });
    ({ jobId } = await client.upload('Harbor.mp4', new Uint8Array(await readFile(file))));
    await folder.remove();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  /** Triggers the request that a page sends every few seconds. */
  const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const check = async (page: Page, name: string) => {
    await picture(page, name);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(await seriousProblems(page)).toEqual([]);
  };

  test('a colleague comments; the analyst replies, accepts, and revokes', async () => {
    const { context: own, problems } = await openContext(browser);
    const analyst = await own.newPage();
    await analyst.goto(app.at(`/videos/${jobId}`));
    await analyst.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = analyst.getByRole('dialog', { name: 'Share report' });
    await dialog.getByRole('checkbox', { name: 'Allow comments' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    // It can be copied at once.
    await dialog.locator('input:read-only:focus').waitFor();
    const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await dialog.getByText('With comments').waitFor();
    await check(analyst, 'comments-dialog');
    await analyst.keyboard.press('Escape');

    const { context: other, problems: theirProblems } = await openContext(browser);
    const colleague = await other.newPage();
    await colleague.goto(url);
    const comments = colleague.getByRole('region', { name: 'Comments' });
    await comments.getByText('No comments yet.').waitFor();
    await colleague.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 3;
    });
    await comments.getByRole('button', { name: 'Add comment' }).click();
    const form = comments.getByRole('form');
    await expect.poll(() => form.getByLabel('Start', { exact: true }).inputValue()).toBe('0:03');
    await form.getByLabel('Your name').fill('Ada Lovelace');
    await form.getByLabel('End (optional)').fill('0:01');
    await form.getByLabel('Comment').fill(TEXT);
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByRole('alert').getByText('The end must be after the start').waitFor();
    await check(colleague, 'comments-form');
    await form.getByLabel('End (optional)').fill('0:05');
    await form.getByRole('button', { name: 'Send' }).click();
    const sent = comments.getByRole('button', { name: /Ada Lovelace.*0:03–0:05.*second crane/s });
    await sent.waitFor();
    await sent.click();
    const tab = await other.newPage();
    await tab.goto(url);
    const inTab = tab.getByRole('region', { name: 'Comments' });
    await inTab.getByText(TEXT).waitFor();
    await inTab.getByRole('button', { name: 'Add comment' }).click();
    await inTab.getByLabel('Your name').fill('Ada Lovelace');
    await inTab.getByLabel('Comment', { exact: true }).fill('The third one is new.');
    await inTab.getByLabel('Start', { exact: true }).fill('9:59');
    await inTab.getByRole('button', { name: 'Send' }).click();
    await inTab.getByRole('alert').getByText('Enter times between 0:00 and 0:08.').waitFor();
    await inTab.getByLabel('Start', { exact: true }).fill('0:07');

    await analyst.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
    await analyst.getByRole('tab', { name: /^Moments.*1 new comment$/ }).click();
    const proposed = analyst.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    await proposed.getByText(TEXT).waitFor();
    await proposed.getByRole('button', { name: 'Reply' }).click();
    await proposed.getByRole('textbox', { name: 'Reply' }).fill('Yes, the one from 1912.');
    await proposed.getByRole('button', { name: 'Send' }).click();
    await proposed.getByText('the one from 1912').waitFor();
    await check(analyst, 'comments-proposed');
    await lookAgain(colleague);
    await comments.getByText('Yes, the one from 1912.').waitFor();
    // A text that is being written in another tab stays.
    await lookAgain(tab);
    await inTab.getByText('Yes, the one from 1912.').waitFor();
    await expect.poll(() => inTab.getByLabel('Comment', { exact: true }).inputValue()).toBe('The third one is new.');
    await check(colleague, 'comments-reply');

    await proposed.getByRole('button', { name: 'Accept' }).click();
    const moment = analyst.getByRole('list', { name: 'Moments by time' }).getByRole('article');
    await moment.getByText('From Ada Lovelace').waitFor();
    await moment.getByText(TEXT).waitFor();
    await analyst.getByText('1 accepted or declined').waitFor();
    await check(analyst, 'comments-accepted');
    await inTab.getByRole('button', { name: 'Send' }).click();
    await inTab.getByRole('button', { name: /0:07.*The third one is new/s }).waitFor();
    await lookAgain(colleague);
    await comments.getByText('The third one is new.').waitFor();
    await analyst.getByRole('tab', { name: /^Moments.*1 new comment$/ }).waitFor();
    expect([...problems, ...theirProblems]).toEqual([]);

    // A text that can't be sent outlives a server that doesn't respond, a reload, and the link.
    const written = 'The fourth one\nis older.';
    await comments.getByRole('button', { name: 'Add comment' }).click();
    await comments.getByLabel('Comment', { exact: true }).fill(written);
    await intercept(colleague, '**/comments', (route) => route.abort());
    await comments.getByRole('button', { name: 'Send' }).click();
    await comments.getByRole('alert').getByText('couldn’t be sent').waitFor();
    await colleague.unroute('**/comments');
    await colleague.reload();
    await comments.getByRole('button', { name: 'Add comment' }).click();
    await expect.poll(() => comments.getByLabel('Comment', { exact: true }).inputValue()).toBe(written);

    await analyst.getByRole('button', { name: 'Share', exact: true }).click();
    const saved = analyst.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export comments' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toContain(`Ada Lovelace,${TEXT},"Yes, the one from 1912.",accepted`);
    expect(csv).toContain('The third one is new.');
    await check(analyst, 'comments-export');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await analyst.getByText('its comments are deleted').waitFor();
    await analyst.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await analyst.getByText('Link revoked', { exact: true }).waitFor();
    await comments.getByRole('button', { name: 'Send' }).click();
    await colleague.getByRole('heading', { name: 'Link no longer available' }).waitFor();
    await expect.poll(() => colleague.getByLabel('Your comment was not sent').inputValue()).toBe(written);
    await check(colleague, 'comments-unsent');
    await expect.poll(() => comments.count()).toBe(0);
    await colleague.reload();
    await expect.poll(() => colleague.getByLabel('Your comment was not sent').inputValue()).toBe(written);
    await lookAgain(tab);
    await tab.getByRole('heading', { name: 'Link no longer available' }).waitFor();
    await expect.poll(() => tab.getByLabel('Your comment was not sent').count()).toBe(0);
    await expect.poll(async () => (await client.get(`/moments?job_id=${jobId}`)).body).toMatchObject([{ title: TEXT }]);
    await expect.poll(async () => (await client.get(`/videos/${jobId}/comments`)).body).toEqual([]);
    await own.close();
    await other.close();
  });

  test('fits a phone in German, for a story and for the analyst', async () => {
    const mark = async (start_time: number, title: string) => ({
      kind: 'moment',
      moment_id: (await client.post('/moments', { job_id: jobId, start_time, end_time: start_time + 2, title })).body
        .id,
    });
    const items = [await mark(0, 'Ankunft'), await mark(4, 'Der zweite Kran')];
    const story = (await client.post('/stories', { title: 'Hafen', items })).body;
    const link = { story_id: story.id, allow_comments: true };
    const { share_hash } = (await client.post('/shared-reports', link)).body;
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`${app.url}/s/${share_hash}`);
    await page.getByRole('button', { name: 'Kommentar hinzufügen' }).click();
    await page.getByLabel('Ihr Name').fill('Ada');
    await page.getByLabel('Moment', { exact: true }).selectOption({ label: '2. Der zweite Kran' });
    await expect.poll(() => page.getByLabel('Anfang', { exact: true }).inputValue()).toBe('0:04');
    await page.getByLabel('Kommentar', { exact: true }).fill('Er stand bis Mai.\nDanach nicht mehr.');
    await check(page, 'comments-phone-form');
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByText('Danach nicht mehr.').waitFor();
    // The player covers no part of it.
    const player = (await page.locator('.playback').boundingBox())!;
    const sent = (await page.getByText('Danach nicht mehr.').boundingBox())!;
    expect(sent.y).toBeGreaterThanOrEqual(player.y + player.height);
    expect(sent.y + sent.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await check(page, 'comments-phone');
    const analyst = await context.newPage();
    await analyst.goto(app.at(`/videos/${jobId}?tab=moments`));
    await analyst.getByRole('button', { name: 'Annehmen' }).first().waitFor();
    await analyst.getByRole('link', { name: 'In der Story „Hafen“' }).waitFor();
    await check(analyst, 'comments-phone-analyst');
    await context.close();
  });

  test('over the network and behind a password, comments are sent, limited, and full', async () => {
    const link = { video_id: jobId, allow_comments: true, password: 'crane 1912', parts: [] };
    const { share_hash } = (await client.post('/shared-reports', link)).body;
    const sharing = await client.call('PUT', '/sharing', { enabled: true, port: 0 });
    const [origin] = sharing.body.addresses as string[];
    expect(origin).not.toBe(app.url);
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/s/${share_hash}`);
    // The page opens ready to type.
    await page.locator('#password:focus').waitFor();
    await page.keyboard.type('crane 1911');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(/wrong/i).waitFor();
    await page.getByLabel('Password').fill('crane 1912');
    await page.getByRole('button', { name: 'Open' }).click();
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('No comments yet.').waitFor();
    const send = async (text: string) => {
      if ((await comments.getByRole('form').count()) === 0)
        await comments.getByRole('button', { name: 'Add comment' }).click();
      await comments.getByLabel('Your name').fill('Grace');
      await comments.getByLabel('Comment', { exact: true }).fill(text);
      await comments.getByRole('button', { name: 'Send' }).click();
    };
    const sendOne = async (text: string) => {
      await send(text);
      await comments.getByText(text, { exact: true }).waitFor();
      await comments.getByRole('form').waitFor({ state: 'detached' });
    };
    // The form is not behind the player, which stays in view.
    await page.setViewportSize({ width: 1280, height: 720 });
    await comments.getByRole('button', { name: 'Add comment' }).click();
    const covered = () =>
      page.evaluate(() => {
        const name = document.querySelector('#comment-name')!.getBoundingClientRect();
        return document.elementFromPoint(name.x + name.width / 2, name.y + name.height / 2)?.id;
      });
    await expect.poll(covered).toBe('comment-name');
    await check(page, 'comments-form-desktop');

    await sendOne('One');
    await page.reload();
    await comments.getByText('One', { exact: true }).waitFor();
    for (let i = 2; i <= 10; i++) await sendOne(`Number ${i}`);
    await send('One too many');
    await comments
      .getByRole('alert')
      .getByText(/minute/)
      .waitFor();
    await expect.poll(() => comments.getByLabel('Comment', { exact: true }).inputValue()).toBe('One too many');
    await check(page, 'comments-limited');

    // The two hundredth is sent by others meanwhile.
    const limit = 200;
    let found: { comments: object[] } | undefined;
    await intercept(page, '**/comments', async (route) => {
      if (route.request().method() === 'POST') return route.fulfill({ response: await route.fetch(), status: 409 });
      // Fetched once: a poll that the end of the test cuts off has no answer.
      found ??= (await (await route.fetch()).json()) as { comments: object[] };
      const many = Array.from({ length: limit }, (_, i) => ({ ...found!.comments[0], id: `${1000 + i}` }));
      return route.fulfill({ json: { comments: many, is_full: true } });
    });
    await comments.getByRole('button', { name: 'Send' }).click();
    await comments
      .getByRole('alert')
      .getByText(/no more comments|full/i)
      .waitFor();
    await check(page, 'comments-full-form');
    await lookAgain(page);
    await comments.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => comments.getByRole('button', { name: 'Add comment' }).count()).toBe(0);
    await check(page, 'comments-full');
    expect(problems.filter((problem) => !/40[19]|429/.test(problem))).toEqual([]);
    await context.close();
  });
});
