import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventGroup } from '../../src/contract/library/event-groups.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { seededRandom } from '../fixtures/random.ts';
import { mix, pinkNoise, type Sound, whiteNoise } from '../fixtures/sounds.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { holdAnswer } from './support/hold.ts';

const RATE = 16_000;
const FRAME_RATE = 10;
/** Start of the second recording after the first one, in seconds. */
const OFFSET = 4.25;

/** Knocks at random times. */
function knocks(seconds: number, seed: number): Sound {
  const random = seededRandom(seed);
  let [next, level] = [0, 0];
  return whiteNoise(seconds, RATE, seed, 0.6).map((sample, i) => {
    if (i === next) [next, level] = [i + Math.round((0.1 + 0.4 * random()) * RATE), 0.3 + 0.7 * random()];
    level *= 0.999;
    return sample * level;
  });
}

describe.skipIf(noBrowser)(`events${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let lastFile: string;
  const ids: Record<string, string> = {};
  const yard = knocks(24, 1);

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const noisy = (sound: Sound, seed: number) => mix(sound, pinkNoise(sound.length / RATE, RATE, seed, 0.05));
    await add('Camera.mp4', noisy(yard.subarray(0, 20 * RATE), 2), 1);
    await add('Phone in the crowd.mp4', noisy(yard.subarray(OFFSET * RATE), 3), 2);
    await add('Elsewhere.mp4', knocks(6, 9), 3);
    say('Camera.mp4', [
      ['Welcome to the yard.', 0.5, 0.9],
      ['The arbor wasp ill hear.', OFFSET + 1, 0.4],
    ]);
    say('Phone in the crowd.mp4', [['The harbor was built here.', 1, 0.9]]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const upload = async (name: string, samples: Sound, seed: number, codec?: 'mpeg4'): Promise<string> => {
    const folder = await createTempFolder();
    const path = join(folder.path, name);
    const pictures = Array.from({ length: (samples.length / RATE) * FRAME_RATE }, () => texture(160, 90, seed));
    const video = { width: 160, height: 90, frameRate: FRAME_RATE, pictures, ...(codec && { codec }) };
    await writeMedia(path, { video, audio: { sampleRate: RATE, samples } });
    const { jobId, filePath } = await client.upload(name, new Uint8Array(await readFile(path)));
    await folder.remove();
    lastFile = filePath;
    return jobId;
  };
  const add = async (name: string, samples: Sound, seed: number): Promise<void> => {
    ids[name] = await upload(name, samples, seed);
    // Waveforms are drawn once a video is analyzed.
    await client.post(`/processing/${ids[name]}/start`, { selected_insights: '["scenes"]' });
    await client.settled(ids[name]!);
  };
  /** Stores lines of two seconds of a transcript. @param lines with start in seconds and confidence of the words */
  const say = (name: string, lines: readonly (readonly [content: string, start: number, confidence: number])[]) =>
    app.store.segments.replaceModule(app.store.videos.get(1, ids[name]!)!.id, {
      module: 'transcription',
      engine: 'test@1',
      segments: lines.map(([content, start, confidence]) => ({
        content,
        start_time: start,
        end_time: start + 2,
        data: { words: [{ text: content, start_time: start, end_time: start + 2, confidence }] },
      })),
    });
  const stored = async (): Promise<EventGroup> => (await client.get('/event-groups')).body[0];
  const offsetOf = async (name: string) => (await stored()).recordings.find((each) => each.name === name)!.offset!;
  /** Waits until the two recordings play together: half of the last frames are at most 0.1 s apart. */
  const playTogether = (page: Page) =>
    page.waitForFunction(
      ([first, second, offset]) =>
        new Promise<boolean>((resolve) => {
          const of = (id: string) => document.querySelector<HTMLVideoElement>(`video[data-job="${id}"]`);
          const FRAMES = 30;
          const found: number[] = [];
          const measure = () => {
            const [one, other] = [of(first), of(second)];
            if (one && other && !one.paused && !other.paused && !other.seeking && other.currentTime > 0.5)
              found.push(one.currentTime - other.currentTime - offset);
            if (found.length < FRAMES) requestAnimationFrame(measure);
            else resolve(found.map(Math.abs).sort((a, b) => a - b)[FRAMES / 2]! < 0.1);
          };
          measure();
        }),
      [ids['Camera.mp4']!, ids['Phone in the crowd.mp4']!, OFFSET] as const,
    );

  test('none are announced in the middle of the page', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/events'));
    const title = await page.getByRole('heading', { name: 'No events yet' }).boundingBox();
    expect(Math.abs(title!.y - page.viewportSize()!.height / 2)).toBeLessThan(100);
    await context.close();
  });

  test('two recordings of one event are synchronized, play together, and are corrected by hand', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    for (const name of Object.keys(ids)) await page.getByRole('button', { name: `Select: ${name}` }).click();
    await page.getByRole('button', { name: 'Sync by sound' }).click();
    await page.getByText('Its sound doesn’t match the other recordings.').waitFor();
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(OFFSET, 1);

    const videos = page.locator('video');
    await expect
      .poll(() => videos.evaluateAll((all) => all.every((one) => (one as HTMLVideoElement).readyState > 1)))
      .toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // The first frames may precede the correction, and a busy machine may draw some late.
    await playTogether(page);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.keyboard.press('ArrowRight');
    // Words of the camera have a high confidence only before the phone was on.
    await expect
      .poll(() => page.getByRole('region', { name: 'Transcript' }).getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^0:00\s+Welcome to the yard\.\s+Camera\.mp4$/),
        expect.stringMatching(/^0:05\s+The harbor was built here\.\s+Phone in the crowd\.mp4$/),
      ]);
    const clock = page.locator('video').first();
    await page.getByText('Welcome to the yard.').click();
    await expect.poll(() => clock.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeCloseTo(0.5, 1);
    await picture(page, 'event');
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Actions: Phone in the crowd.mp4' }).click();
    await page.getByRole('menuitem', { name: 'Adjust offset' }).click();
    const before = await offsetOf('Phone in the crowd.mp4');
    await page.getByRole('button', { name: '10 ms later' }).click();
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before + 0.01, 3);
    await page.getByText('Set manually').waitFor();
    await picture(page, 'event-adjust');
    expect(await seriousProblems(page)).toEqual([]);
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const playhead = () => page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuetext');
    const head = await playhead();
    // The answer is held back until the movement is undone, which must wait for it.
    const change = await holdAnswer(page, 'PATCH', '**/api/event-groups/*/recordings/*');
    for (const key of ['End', 'PageUp']) await page.getByRole('slider', { name: 'Offset' }).press(key);
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before + 0.11, 3);
    expect(await playhead()).toBe(head);
    await page.keyboard.press('Control+z');
    change.release();
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before + 0.01, 3);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before, 3);
    await expect.poll(() => page.getByText('Set manually').count()).toBe(0);
    // The keyboard stays when nothing is left to undo, and goes back to the menu that opened the waveforms.
    await expect.poll(focus).toBe('Offset');
    await page.keyboard.press('Escape');
    await expect.poll(focus).toBe('Actions: Phone in the crowd.mp4');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Adjust offset' }).and(page.locator(':focus')).press('Enter');
    await expect.poll(focus).toBe('Offset');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions: Phone in the crowd.mp4' }).click();
    await page.getByRole('menuitem', { name: 'Leave out' }).click();
    await page.getByText('You left it out.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Phone' }).getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => page.locator('figure').count()).toBe(2);
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before, 3);
    await expect.poll(() => page.getByText('Set manually').count()).toBe(0);
    await page.getByRole('slider', { name: 'Playhead' }).press('Space');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Event actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await page.getByRole('dialog', { name: 'Rename event' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focus).toBe('Event actions');
    await page.getByRole('button', { name: 'Event actions' }).click();
    await page.getByRole('menuitem', { name: 'Add recordings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add recordings' });
    await dialog.getByText('No other videos found.').waitFor();
    const late = await upload('Late.mp4', yard.subarray(10 * RATE), 8);
    await dialog.getByLabel('Filter by name').fill('late');
    await dialog.getByRole('checkbox', { name: /Late/ }).click();
    await picture(page, 'event-add');
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 1 recording' }).click();
    await page.getByRole('button', { name: 'Actions: Late.mp4' }).waitFor();
    await expect.poll(() => offsetOf('Late.mp4')).toBeCloseTo(10, 1);
    await expect.poll(async () => (await stored()).status).not.toBe('syncing');
    await client.patch(`/videos/${late}`, { name: 'Latecomer.mp4' });
    await page.getByRole('button', { name: 'Actions: Latecomer.mp4' }).waitFor();
    await page.getByRole('button', { name: 'Actions: Phone in the crowd.mp4' }).click();
    await page.getByRole('menuitem', { name: 'Remove from event' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Actions: Phone in the crowd.mp4' }).count()).toBe(0);
    await page.getByText('“Phone in the crowd.mp4” removed from the event', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Actions: Phone in the crowd.mp4' }).waitFor();
    await expect.poll(() => offsetOf('Phone in the crowd.mp4')).toBeCloseTo(before, 2);
    await context.close();
    expect(problems).toEqual([]);

    const { id } = await stored();
    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at(`/events/${id}?t=6`));
    await small.getByText('Ihr Ton passt nicht zu den anderen Aufnahmen.').waitFor();
    await picture(small, 'event-phone');
    expect(await seriousProblems(small)).toEqual([]);
    await small.goto(app.at('/events'));
    await small.getByRole('link', { name: /Camera/ }).waitFor();
    await picture(small, 'events-phone');
    expect(phone.problems).toEqual([]);
  });

  test('recordings of two events that were selected together become two events', async () => {
    const yardIds = [ids['Camera.mp4']!, ids['Phone in the crowd.mp4']!];
    const hall = knocks(12, 11);
    const hallIds = [
      await upload('Hall.mp4', hall, 9),
      await upload('Hall from above.mp4', hall.subarray(2 * RATE), 10),
    ];
    const { id } = (await client.post('/event-groups', { job_ids: [...yardIds, ...hallIds], title: 'Both' })).body;
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/events/${id}`));
    const events = async () => (await client.get('/event-groups')).body.length;
    const count = await events();
    // A second click makes no second event.
    await page.getByRole('button', { name: 'Sync these 2 recordings as another event' }).dblclick();
    await page.getByRole('heading', { name: /^Hall/, level: 1 }).waitFor();
    await expect.poll(() => page.getByText('By sound', { exact: true }).count()).toBe(2);
    expect(await events()).toBe(count + 1);
    const { recordings } = (await client.get(`/event-groups/${id}`)).body as EventGroup;
    expect(recordings.map(({ job_id }) => job_id).sort()).toEqual(yardIds.sort());
    // Without pictures, as of sound files, the room belongs to the waveforms.
    await page
      .getByRole('button', { name: /^Show / })
      .and(page.locator('[aria-pressed=true]'))
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Show / })
      .and(page.locator('[aria-pressed=true]'))
      .click();
    const stage = page.getByRole('region', { name: 'Player' });
    await stage.getByText('No picture shown').waitFor();
    expect((await stage.boundingBox())!.height).toBeLessThan(150);
    expect(problems).toEqual([]);
  });

  test('four pictures, one of a file that browsers can’t play, are dragged, shown on a phone, and saved as a clip', async () => {
    const scene = knocks(10, 5);
    const four = [
      await upload('Stage.mp4', scene, 4),
      await upload('Old camera.avi', scene, 5, 'mpeg4'),
      await upload('Balcony.mp4', scene, 6),
      await upload('Entrance with a very long name that nobody shortened before the upload.mp4', scene, 7),
    ];
    const { id } = (await client.post('/event-groups', { job_ids: four, title: 'Four cameras' })).body;
    await client.post(`/event-groups/${id}/cancel`, {});
    for (const [i, jobId] of four.entries()) {
      await client.patch(`/event-groups/${id}/recordings/${jobId}`, { offset: [0, 1, 2, 12][i] });
    }
    const offset = async () => {
      const { recordings } = (await client.get(`/event-groups/${id}`)).body as EventGroup;
      return recordings.find(({ job_id }) => job_id === four[2])!.offset!;
    };
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/events/${id}?t=3`));
    // The address of the copy replaces that of the file once it is made.
    await page.locator(`video[data-job="${four[1]}"][src*="/proxy?"]`).waitFor();
    const playable = (jobId: string) =>
      page.locator(`video[data-job="${jobId}"]`).evaluate((one) => (one as HTMLVideoElement).readyState > 1);
    for (const jobId of four.slice(0, 3)) await expect.poll(() => playable(jobId)).toBe(true);
    await expect.poll(() => page.getByText(/playable copy/).count()).toBe(0);
    await expect.poll(() => page.locator('figure').count()).toBe(4);
    await page.getByText('Not recording at this time').waitFor();
    await picture(page, 'event-four');
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Actions: Balcony.mp4' }).click();
    await page.getByRole('menuitem', { name: 'Adjust offset' }).click();
    const waves = page.getByRole('slider', { name: 'Offset' });
    const { x, y, width, height } = (await waves.boundingBox())!;
    const before = await page.locator('output').innerText();
    const shown = await page.locator('output').evaluateHandle((output) => {
      const texts: string[] = [];
      new MutationObserver(() => texts.push(output.textContent)).observe(output, {
        subtree: true,
        characterData: true,
      });
      return texts;
    });
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + width / 16, y + height / 2, { steps: 4 });
    await page.mouse.up();
    // Half a second of the eight that are shown.
    await expect.poll(offset).toBeCloseTo(2.5, 1);
    const dragged = await offset();
    // It doesn't jump back while the change is stored.
    const texts = await shown.jsonValue();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts).not.toContain(before);
    await waves.focus();
    // None is lost when keys follow one another faster than changes are stored.
    for (const key of ['ArrowLeft', '.', '.', '.', '.']) await page.keyboard.press(key);
    await expect.poll(offset).toBeCloseTo(dragged - 0.01 + 4 / FRAME_RATE, 3);
    await page.keyboard.press('Escape');
    await expect.poll(() => waves.count()).toBe(0);

    const download = async (click: () => Promise<void>) => {
      const started = page.waitForEvent('download');
      await click();
      return (await started).suggestedFilename();
    };
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await download(() => page.getByRole('menuitem', { name: 'Premiere Pro' }).click())).toBe('Four cameras.xml');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Side-by-side clip…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save side-by-side clip' });
    await dialog.getByText('4 pictures').waitFor();
    await dialog.getByLabel('To', { exact: true }).fill('nine');
    await dialog.getByText(/Enter times such as/).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Save clip' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'From playhead' }).click();
    await expect.poll(() => dialog.getByLabel('From', { exact: true }).inputValue()).toBe('0:03');
    await dialog.getByLabel('From', { exact: true }).fill('0:02');
    await dialog.getByLabel('To', { exact: true }).fill('0:03.5');
    await picture(page, 'event-clip');
    expect(await seriousProblems(page)).toEqual([]);
    expect(await download(() => dialog.getByRole('button', { name: 'Save clip' }).click())).toBe('Four cameras.mp4');
    expect(problems).toEqual([]);
    await context.close();

    const phone = await openContext(browser, { size: 'phone', scheme: 'dark', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at(`/events/${id}?t=3`));
    await small.getByText('Keine Aufnahme zu dieser Zeit').waitFor();
    await picture(small, 'event-four-phone');
    const [speaker, eye] = await Promise.all(
      [/anhören$/, /einblenden$/].map((name) => small.getByRole('button', { name }).first().boundingBox()),
    );
    expect(eye!.x - (speaker!.x + speaker!.width)).toBeGreaterThanOrEqual(4);
    await small.getByRole('button', { name: 'Exportieren' }).click();
    await small.getByRole('menuitem', { name: 'Splitscreen-Clip …' }).click();
    await small.getByRole('dialog').getByText('4 Bilder').waitFor();
    await picture(small, 'event-clip-phone');
    await expect
      .poll(() => small.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(await seriousProblems(small)).toEqual([]);
    expect(phone.problems).toEqual([]);

    await client.call('DELETE', '/storage/files', { file_path: lastFile });
    await small.goto(app.at(`/events/${id}?t=13`));
    await small.getByText('Die Quelldatei fehlt. Öffnen Sie das Video, um sie neu zu verknüpfen.').waitFor();
    await phone.context.close();
  });
});
