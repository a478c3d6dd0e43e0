import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewStoryItem, Story } from '../../src/contract/search/stories.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { sine } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

const SECONDS = 20;

describe.skipIf(noBrowser)(`stories${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let harbor: string;
  let interview: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    harbor = await addVideo('Harbor.mp4', [1, 2]);
    interview = await addVideo('Interview with the crane operator.mp4', [3, 4]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });
  beforeEach(async () => {
    for (const path of ['/stories', '/stories?deleted=true']) {
      for (const { id } of (await client.get(path)).body as Story[])
        await client.delete(`/stories/${id}?permanent=true`);
    }
  });

  const addVideo = (name: string, shots: readonly [number, number]) => addSpokenVideo(app, client, name, shots);
  const addSound = async (name: string): Promise<string> => {
    const folder = await createTempFolder();
    const path = join(folder.path, name);
    await writeMedia(path, { audio: { sampleRate: 16_000, samples: sine(300, SECONDS, 16_000) } });
    const { jobId } = await client.upload(name, new Uint8Array(await readFile(path)));
    await folder.remove();
    return jobId;
  };
  const open = async (path: string, options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, context, problems };
  };
  const addMoment = async (job_id: string, start_time: number, end_time: number | null, title: string, more = {}) => {
    const { body } = await client.post('/moments', { job_id, start_time, end_time, title, ...more });
    return { kind: 'moment', moment_id: body.id } as const;
  };
  const addStory = async (title: string, items: readonly NewStoryItem[], description = ''): Promise<Story> =>
    (await client.post('/stories', { title, description, items: [...items] })).body;
  const stored = async (id: string): Promise<Story> => (await client.get(`/stories/${id}`)).body;
  /** Waits for the stills, which the server creates, and takes a picture. */
  const show = async (page: Page, name: string) => {
    await expect
      .poll(() => page.locator('img').evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete)))
      .toBe(true);
    await picture(page, name);
  };
  const rows = (page: Page) => page.getByRole('list', { name: 'Items of the story' }).locator(':scope > li');

  test('a moment is trimmed on the board, and that can be undone', async () => {
    const { moment_id } = await addMoment(harbor, 4, 8, 'The crane');
    const { id } = await addStory('Trim', [{ kind: 'moment', moment_id }]);
    const { page, context, problems } = await open(`/stories/${id}`);
    await page.getByRole('button', { name: '0:04.0–0:08.0' }).click();
    const video = page.locator('article video');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeCloseTo(4, 1);
    const end = page.getByRole('slider', { name: 'End of The crane' });
    await end.press('Shift+ArrowRight');
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeCloseTo(9, 1);
    await expect.poll(async () => (await stored(id)).items[0]!.moment!.end_time).toBe(9);
    await show(page, 'story-trim');
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored(id)).items[0]!.moment!.end_time).toBe(8);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('stories are created, named, described, moved to the trash, and restored', async () => {
    const { page, context, problems } = await open('/stories');
    await page.getByRole('heading', { name: 'Build a story' }).waitFor();
    await picture(page, 'stories-empty');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'New story' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await title.fill('The crane');
    await title.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The crane' }).waitFor();
    await page.getByRole('button', { name: 'Add a description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Who built **the crane**');
    await page.getByRole('textbox', { name: 'Description' }).press('Control+Enter');
    await page.getByRole('strong').filter({ hasText: 'the crane' }).waitFor();
    await picture(page, 'story-empty');
    expect(await seriousProblems(page)).toEqual([]);
    const [story] = (await client.get('/stories')).body as Story[];
    expect(story).toMatchObject({ title: 'The crane', description: 'Who built **the crane**' });

    await page.getByRole('button', { name: 'Story actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByRole('heading', { name: 'Build a story' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /The crane/ }).waitFor();
    await page.getByRole('button', { name: 'Story actions: The crane' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('The old crane');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('link', { name: /The old crane/ }).waitFor();
    await page.getByRole('button', { name: 'Story actions: The old crane' }).click();
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await page.getByRole('button', { name: 'Trash', exact: true }).click();
    await page.getByRole('button', { name: 'Restore: The old crane' }).click();
    await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
    await expect.poll(async () => (await client.get('/stories')).body).toHaveLength(1);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('items are written, reordered by keys and by dragging, removed, and put back', async () => {
    const story = await addStory('The crane', [
      await addMoment(harbor, 1, 4, 'Built in 1842', { tags: ['Proof'] }),
      await addMoment(interview, 5, 8, 'By the crane'),
      await addMoment(interview, 12, null, 'Second shot'),
    ]);
    const titles = async () => (await stored(story.id)).items.map(({ moment, text }) => moment?.title ?? text);
    const { page, context, problems } = await open(`/stories/${story.id}`);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByText('3 moments · 2 videos · 0:11', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Heading', exact: true }).click();
    await page.getByRole('textbox', { name: 'Heading' }).fill('Origins');
    await page.getByRole('textbox', { name: 'Heading' }).press('Enter');
    await page.getByRole('heading', { name: 'Origins' }).waitFor();
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Compare **both** accounts\n- Harbor\n- Interview');
    // Leaving the field saves.
    await page.getByRole('heading', { name: 'Origins' }).hover();
    await page.getByRole('textbox', { name: 'Note' }).blur();
    await rows(page).getByRole('listitem').filter({ hasText: 'Interview' }).waitFor();
    await expect
      .poll(titles)
      .toEqual([
        'Built in 1842',
        'By the crane',
        'Second shot',
        'Origins',
        'Compare **both** accounts\n- Harbor\n- Interview',
      ]);

    const handle = page.getByRole('button', { name: 'Move Origins' });
    await handle.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await titles())[0]).toBe('Origins');
    await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText('Origins is now at position 1 of 5').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await titles())[1]).toBe('Origins');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await titles())[0]).toBe('Origins');

    const grip = (await page.getByRole('button', { name: 'Move By the crane' }).boundingBox())!;
    const target = (await rows(page).nth(1).boundingBox())!;
    await page.mouse.move(grip.x + 12, grip.y + 12);
    await page.mouse.down();
    await page.mouse.move(grip.x + 12, grip.y - 20, { steps: 3 });
    await page.mouse.move(grip.x + 12, target.y + 10, { steps: 3 });
    await picture(page, 'story-dragging');
    await page.mouse.up();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['Origins', 'By the crane', 'Built in 1842']);

    await rows(page).nth(2).hover();
    await page.getByRole('button', { name: 'Remove from story: Built in 1842' }).click();
    await expect.poll(async () => (await titles()).length).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await titles())[2]).toBe('Built in 1842');

    await rows(page).nth(1).hover();
    await rows(page).nth(1).getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Said **twice**');
    await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await rows(page).nth(1).getByRole('strong').filter({ hasText: 'twice' }).waitFor();
    await expect.poll(async () => (await stored(story.id)).items[1]!.moment!.note).toBe('Said **twice**');
    await page.mouse.move(0, 0);
    await show(page, 'story-board');
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('link', { name: 'By the crane' }).click();
    await page.locator('video').waitFor();
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
      .toBeCloseTo(5, 1);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('words, findings, moments, and search hits are added, one or several, by menu or by dragging', async () => {
    const { page, context, problems } = await open(`/videos/${harbor}`);
    const byTitle = async (title: string) =>
      ((await client.get('/stories')).body as Story[]).find((story) => story.title === title)?.items ?? [];
    const dialog = page.getByRole('dialog', { name: 'Add to story' });
    const field = dialog.getByRole('combobox');
    // A spoken word begins a new story.
    await page
      .locator('[data-word]')
      .filter({ hasText: /^captains$/ })
      .click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to story' }).click();
    await field.fill('The crane');
    await dialog.getByRole('option', { name: 'New story “The crane”' }).waitFor();
    await field.press('Enter');
    await page.getByText('Added to The crane', { exact: true }).waitFor();
    await expect
      .poll(async () => (await byTitle('The crane')).map(({ moment }) => [moment!.title, moment!.origin!.kind]))
      .toEqual([['captains by', 'word']]);
    // A finding.
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('list', { name: 'Findings by time' }).getByRole('article').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to story' }).click();
    await dialog.getByRole('option', { name: /The crane/ }).waitFor();
    await picture(page, 'story-add');
    expect(await seriousProblems(page)).toEqual([]);
    await field.press('Enter');
    await expect.poll(async () => (await byTitle('The crane')).length).toBe(2);
    // A moment.
    await page.getByRole('tab', { name: 'Moments' }).click();
    const row = page.getByRole('list', { name: 'Moments by time' }).getByRole('article').first();
    await row.hover();
    await row.getByRole('button', { name: 'Add to story' }).click();
    await field.press('Enter');
    await expect.poll(async () => (await byTitle('The crane')).length).toBe(3);
    // Several search hits, by the selection and by dragging one of them.
    const stories = Promise.withResolvers<void>();
    await page.route('**/api/stories', async (route) => {
      await stories.promise;
      await route.continue();
    });
    await page.goto(app.at('/search?q=captains'));
    const cards = page.getByRole('article');
    await cards.nth(1).waitFor();
    for (const nth of [0, 1]) {
      await cards.nth(nth).hover();
      await cards
        .nth(nth)
        .getByRole('button', { name: /^Select moment/ })
        .click();
    }
    await page.getByRole('button', { name: 'Add to story', exact: true }).click();
    await dialog.getByText('2 moments', { exact: true }).waitFor();
    // The page is a new one: its list of stories comes late. Enter before it waits, and begins no other story.
    await expect.poll(() => dialog.getByRole('option').count()).toBe(0);
    await field.press('Enter');
    stories.resolve();
    await expect.poll(async () => (await byTitle('The crane')).length).toBe(5);
    const card = (await cards.nth(0).boundingBox())!;
    await page.mouse.move(card.x + 80, card.y + 60);
    await page.mouse.down();
    await page.mouse.move(card.x + 40, card.y + 60, { steps: 3 });
    const shelf = page.getByText('Drop on a story', { exact: true });
    await shelf.waitFor();
    const target = (await page.locator('bdi', { hasText: 'The crane' }).last().boundingBox())!;
    await page.mouse.move(target.x + 10, target.y + 8, { steps: 4 });
    await show(page, 'story-shelf');
    await page.mouse.up();
    await expect.poll(async () => (await byTitle('The crane')).length).toBe(7);
    await shelf.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open story' }).last().click();
    await expect.poll(() => rows(page).count()).toBe(7);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('plays as one cut across videos and sound, with titles, captions, and keys', async () => {
    const podcast = await addSound('Podcast.wav');
    const story = await addStory('The crane', [
      { kind: 'heading', text: 'Origins' },
      await addMoment(harbor, 0.6, 2, 'Built in 1842'),
      await addMoment(interview, 3.4, 4.6, 'By the crane'),
      await addMoment(podcast, 1, 2, 'On the radio'),
    ]);
    const { page, context, problems } = await open(`/stories/${story.id}`);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const player = page.getByRole('dialog', { name: 'Play The crane' });
    const shown = player.locator('video:visible');
    const title = player.locator('p[dir=auto]', { hasText: 'Origins' });
    await title.waitFor();
    await show(page, 'story-play-title');
    // Space pauses the title as well.
    await page.keyboard.press('Space');
    await player.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    const time = () => shown.evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time).toBeCloseTo(0.6, 1);
    await player.getByText('1 of 3', { exact: true }).waitFor();
    await player.getByText(/The harbor was built/).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await picture(page, 'story-play');
    // Plays to the end without further keys.
    await page.keyboard.press('Space');
    await player.getByText('By the crane', { exact: true }).first().waitFor();
    await player.getByText('3 of 3', { exact: true }).waitFor();
    await picture(page, 'story-play-sound');
    await player.getByRole('button', { name: 'Play again' }).waitFor();
    await picture(page, 'story-play-end');
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await player.getByText('2 of 3', { exact: true }).waitFor();
    await expect.poll(time).toBeCloseTo(3.4, 1);
    await page.keyboard.press('Escape');
    await player.waitFor({ state: 'detached' });
    // A still plays from its moment on.
    await page.getByRole('button', { name: 'Play from “By the crane”' }).click();
    await player.getByText('2 of 3', { exact: true }).waitFor();
    await context.close();
    const phone = await open(`/stories/${story.id}`, { size: 'phone', language: 'de' });
    await phone.page.getByRole('button', { name: 'Abspielen', exact: true }).click();
    await phone.page.keyboard.press('Space');
    await phone.page.keyboard.press('ArrowDown');
    await phone.page.getByText(/The harbor was built/).waitFor();
    await picture(phone.page, 'story-play-phone');
    expect(await seriousProblems(phone.page)).toEqual([]);
    await phone.context.close();
    expect([...problems, ...phone.problems]).toEqual([]);
  });

  test('plays every clip to its out point on a slow network, after a reload', async () => {
    const podcast = await addSound('Radio.m4a');
    const story = await addStory('Slow', [
      await addMoment(harbor, 0.6, 1.4, 'Harbor'),
      await addMoment(podcast, 1, 1.7, 'Radio'),
      await addMoment(interview, 3.4, 4.2, 'Crane'),
    ]);
    const { page, context, problems } = await open(`/stories/${story.id}`);
    const watched = Promise.withResolvers<void>();
    await intercept(page, /\/playback$/, async (route) => {
      const response = await route.fetch();
      // The player is there before the URLs.
      await watched.promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const player = page.getByRole('dialog', { name: 'Play Slow' });
    await player.waitFor();
    // The times that were shown of each clip, by a script in the page.
    await page.evaluate(() => {
      const shown: Record<string, number[]> = {};
      const look = () => {
        const count = [...document.querySelectorAll('span')].find((span) => / of 3$/.test(span.textContent ?? ''));
        const video = [...document.querySelectorAll('video')].find(({ paused }) => !paused);
        if (video && count) {
          shown[count.textContent!] ??= [];
          shown[count.textContent!]!.push(video.currentTime);
        }
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { shown });
    });
    watched.resolve();
    await player.getByRole('button', { name: 'Play again' }).waitFor();
    const shown = Object.values(
      await page.evaluate(() => (window as unknown as { shown: Record<string, number[]> }).shown),
    );
    const ranges = shown.map((times) => [Math.min(...times), Math.max(...times)]);
    expect(ranges).toHaveLength(3);
    for (const [i, [from, to]] of [
      [0.6, 1.4],
      [1, 1.7],
      [3.4, 4.2],
    ].entries()) {
      // A busy machine draws the first frames late, and reports the last ones late.
      expect(ranges[i]![0]!).toBeGreaterThan(from! - 0.1);
      expect(ranges[i]![0]!).toBeLessThan((from! + to!) / 2);
      expect(ranges[i]![1]!).toBeGreaterThan(to! - 0.1);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a moment in the trash and a deleted video show so', async () => {
    const gone = await addVideo('Gone.mp4', [5, 6]);
    const trashed = await addMoment(harbor, 2, 3, 'In the trash');
    const story = await addStory('Losses', [trashed, await addMoment(gone, 1, 3, 'Of a deleted video')]);
    await client.delete(`/moments/${trashed.moment_id}`);
    await client.delete(`/videos/${gone}`);
    const { page, context, problems } = await open(`/stories/${story.id}`);
    await page.getByText('In Trash. It isn’t played or exported.').waitFor();
    await show(page, 'story-losses');
    await rows(page).getByRole('button', { name: 'Restore' }).click();
    await expect.poll(async () => (await stored(story.id)).items[0]!.moment!.deleted_at).toBeNull();
    await context.close();
    expect(problems).toEqual([]);
  });

  test('looks right in light, with long texts, and on a phone in German', async () => {
    const moments = [
      await addMoment(harbor, 2, 7, 'Ankunft der Kapitäne am Kran', { tags: ['Beweis', 'Geschichte'] }),
      await addMoment(interview, 3, 9, 'x'.repeat(200), { note: 'Zwei **Zeugen**:\n- Anna\n- Ben' }),
      await addMoment(harbor, 12, null, 'Zweite Einstellung'),
    ];
    const story = await addStory(
      'Die Geschichte des Krans, erzählt von allen, die dabei waren',
      [{ kind: 'heading', text: 'Anfang' }, ...moments, { kind: 'note', text: 'Quelle: **Stadtarchiv**' }],
      'Wer hat den Kran gebaut, und wann?',
    );
    await addStory('Only one', moments.slice(0, 1));
    await addStory('Two moments', moments.slice(0, 2));
    const light = await open('/stories', { scheme: 'light' });
    await light.page.getByRole('link', { name: /Two moments/ }).waitFor();
    await show(light.page, 'stories-light');
    expect(await seriousProblems(light.page)).toEqual([]);
    await light.page.goto(app.at(`/stories/${story.id}`));
    await rows(light.page).first().waitFor();
    await show(light.page, 'story-light');
    expect(await seriousProblems(light.page)).toEqual([]);
    await light.page.goto(app.at('/'));
    await light.page.getByRole('heading', { name: 'Stories' }).waitFor();
    await show(light.page, 'stories-home');
    await light.context.close();
    const phone = await open('/stories', { size: 'phone', language: 'de' });
    await phone.page.getByRole('link', { name: /Two moments/ }).waitFor();
    await show(phone.page, 'stories-phone');
    expect(await seriousProblems(phone.page)).toEqual([]);
    await phone.page.goto(app.at(`/stories/${story.id}`));
    await phone.page.getByRole('list', { name: 'Elemente der Story' }).waitFor();
    await show(phone.page, 'story-phone');
    expect(await seriousProblems(phone.page)).toEqual([]);
    await phone.context.close();
    expect([...light.problems, ...phone.problems]).toEqual([]);
  });
});
