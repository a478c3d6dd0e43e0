import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { VISUAL_ENGINE, type VisualResults } from '../../src/contract/search/visual.ts';
import { addProcessed } from '../db/store-fixture.ts';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { SCRIPTED_DESCRIPTOR } from '../fixtures/server.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { startApp, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

describe.skipIf(noBrowser)(`find by picture${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let newsId: string;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    const { store, services } = app.server;
    const user = services.authenticator.localUser();
    const scenes = { module: 'scenes', name: 'Bridge at dusk' } as const;
    const video = addProcessed(store, user, ['Shot 1: a bridge', 'Shot 2: a river'], scenes);
    store.stills.put(video.id, 500, '500.jpg');
    // Most of it is like the picture.
    const partly = SCRIPTED_DESCRIPTOR.map((value, i) => (i % 256 < 208 ? value : -value));
    const pictures = [
      { timeMs: 500, descriptor: SCRIPTED_DESCRIPTOR },
      { timeMs: 10_500, descriptor: partly },
    ];
    store.visual.put(video.id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
    const news = addProcessed(store, user, ['Shot 1: a bridge'], { ...scenes, name: 'Evening news, 12 March' });
    // Unlike the picture that is searched with.
    const other = SCRIPTED_DESCRIPTOR.map((value) => -value);
    store.visual.put(news.id, {
      engine: VISUAL_ENGINE,
      source: 'frames',
      pictures: [{ timeMs: 500, descriptor: other }],
    });
    const passage = { startMs: 8000, endMs: 18_000, offsetMs: 12_300, similarity: 0.92 };
    store.appearances.put(video.id, []);
    store.appearances.put(news.id, [{ ...passage, otherVideoId: video.id }]);
    newsId = news.jobId;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('searches with a chosen picture, a region of it, and words', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search/picture'));
    await page.getByText('Drop, paste, or choose an image').waitFor();
    await picture(page, 'find-by-picture-empty-desktop-dark');
    await page.goto(app.at('/search'));
    const gradient =
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#479"/><circle cx="400" cy="180" r="120" fill="#ec5"/></svg>';
    const buffer = await sharp(Buffer.from(gradient)).jpeg().toBuffer();
    await page.getByLabel('Choose image').setInputFiles({ name: 'bridge.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText('Very similar').waitFor();
    expect(new URL(page.url()).pathname).toBe('/search/picture');
    const shot = page.getByRole('link', { name: /^Play Bridge at dusk at/ }).first();
    await shot.waitFor();
    await page.getByRole('button', { name: /uncertain shot/ }).click();
    await page.getByText(/^Uncertain/).waitFor();
    await picture(page, 'find-by-picture-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);

    const box = (await page.getByRole('group', { name: 'Image to search with' }).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.8, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Search with the whole image' }).waitFor();
    expect(new URL(page.url()).searchParams.get('region')).toMatch(/^0\.\d+,0\.\d+,0\.\d+,0\.\d+$/);
    await page.getByRole('searchbox', { name: 'Only shots with these words' }).fill('elephant');
    await page.getByText('No similar shots match these words.').waitFor();
    await picture(page, 'find-by-picture-none-desktop-dark');
    await page.getByRole('button', { name: 'Clear words' }).click();
    await shot.click();
    await page.waitForURL(/\/videos\//);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('searches with a dropped or pasted picture', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#479' } })
      .png()
      .toBuffer();
    const folder = await tempFolder();
    const files = [join(folder, 'notes.txt'), join(folder, 'bridge.png')];
    await writeFile(files[0]!, 'notes');
    await writeFile(files[1]!, image);
    await page.goto(app.at('/search'));
    await page.getByRole('combobox', { name: /Search speech/ }).waitFor();
    await dropFiles(page, files);
    await page.getByText('Very similar').waitFor();
    await page.getByText('bridge.png').waitFor();
    // Other files are handled as anywhere else.
    await page.getByText('1 file skipped: not a video or audio file', { exact: true }).waitFor();

    await page.goto(app.at('/search'));
    const field = page.getByRole('combobox', { name: /Search speech/ });
    await field.focus();
    // Cells of a spreadsheet are text with a picture of it.
    expect(await paste(page, image, 'Quarterly numbers')).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/search');
    expect(await paste(page, image)).toBe(true);
    await page.getByText('Very similar').waitFor();
    await page.getByText('pasted.png').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('lists footage that other videos show as well, and leads to it', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${newsId}`));
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Also appears in' }).waitFor();
    await picture(page, 'also-appears-in-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Play 0:08–0:18 here' }).click();
    await page.getByRole('link', { name: /Bridge at dusk/ }).click();
    await page.waitForURL(/\/videos\/.*t=20\.3/);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('link', { name: /Evening news/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('searches with a region of the paused picture, by keys and by pointer', async () => {
    const own = await startApp();
    onTestFinished(() => own.close());
    const client = createClient({ apiUrl: `${own.url}/api` }, `Bearer ${own.token}`);
    const path = join(await tempFolder(), 'clip.mp4');
    const shots = [1, 2, 1].map((seed) => texture(320, 180, seed));
    const pictures = shots.flatMap((shot) => Array.from({ length: 20 }, () => shot));
    await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
    const { jobId } = await client.upload('Two places.mp4', new Uint8Array(await readFile(path)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    const indexed = async () => {
      const address = `${own.url}/api/search/visual?from_job_id=${jobId}&time=1`;
      const response = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${own.token}` } });
      return ((await response.json()) as VisualResults).indexed_videos;
    };
    await expect.poll(indexed, { timeout: 30_000 }).toBe(1);

    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(own.at(`/videos/${jobId}?t=1`));
    await page.getByRole('button', { name: 'Find similar to region' }).waitFor();
    const readyState = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState);
    await expect.poll(readyState).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('r');
    const region = page.getByRole('button', {
      name: 'Region: 25% from the left, 25% from the top, 50% wide, 50% high',
    });
    await region.waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page
      .getByRole('button', { name: 'Region: 27% from the left, 25% from the top, 50% wide, 52% high' })
      .waitFor();
    await picture(page, 'region-search-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Find similar to region' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('r');
    const box = (await page.getByRole('group', { name: 'Region to search with' }).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.1);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.9, { steps: 4 });
    await page.mouse.up();
    const request = page.waitForRequest((each) => each.url().includes('/search/visual'));
    await page.keyboard.press('Enter');
    // The exact frame is sent, not the nearest saved one.
    expect((await request).headers()['content-type']).toBe('image/jpeg');
    const hit = page.getByRole('link', { name: /^Play Two places.* at 0:0[45]/ });
    await hit.waitFor();
    expect(new URL(page.url()).searchParams.get('region')).toMatch(/^0\.(2|199),0\.(1|099),0\.(7|699),0\.(8|799)$/);
    await expect.poll(() => page.getByRole('link', { name: /^Play Two places.* at 0:0[01]/ }).count()).toBe(0);
    await picture(page, 'region-search-results-desktop-dark');
    await page.reload();
    await hit.waitFor();
    expect(problems).toEqual([]);
    await context.close();

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(own.at(`/videos/${jobId}?t=1`));
    await small.getByRole('button', { name: 'Ähnliche zu einem Ausschnitt suchen' }).click();
    await small.getByRole('group', { name: 'Ausschnitt, mit dem gesucht wird' }).waitFor();
    await picture(small, 'region-search-phone-light');
    await expect.poll(() => small.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await seriousProblems(small)).toEqual([]);
    await phone.context.close();
  });

  test('offers no region of a sound file', async () => {
    const own = await startApp();
    onTestFinished(() => own.close());
    const client = createClient({ apiUrl: `${own.url}/api` }, `Bearer ${own.token}`);
    const path = join(await tempFolder(), 'talk.m4a');
    await writeMedia(path, { audio: { sampleRate: 16_000, samples: sine(440, 20, 16_000) } });
    const { jobId } = await client.upload('Talk.m4a', new Uint8Array(await readFile(path)));
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(own.at(`/videos/${jobId}`));
    await page.getByText('Audio only').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Find similar to region' }).count()).toBe(0);
    await page.keyboard.press('r');
    // Keys are handled in order: this one would not play while a region is selected.
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Region to search with' }).count()).toBe(0);
    await page.keyboard.press('k');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Mute' }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'Find similar to region' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('is usable on a phone, in German', async () => {
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at('/search'));
    const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#479' } })
      .png()
      .toBuffer();
    await page.getByLabel('Bild auswählen').setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer });
    await page.getByText('Sehr ähnlich').waitFor();
    await picture(page, 'find-by-picture-phone-light');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  });
});

/** Pastes a picture, and a text if any, into what has the focus. @returns whether the page took it */
function paste(page: Page, image: Buffer, text = ''): Promise<boolean> {
  return page.evaluate(
    (given) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(given.base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      if (given.text !== '') data.setData('text/plain', given.text);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      return !(document.activeElement ?? document.body).dispatchEvent(event);
    },
    { base64: image.toString('base64'), text },
  );
}
