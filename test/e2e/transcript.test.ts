import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { spokenLines } from '../fixtures/spoken.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { holdAnswer } from './support/hold.ts';

const SECONDS = 20;
/** The clip as a worker would probe it. */
const MEDIA = {
  container: 'mov',
  duration: SECONDS,
  video: { codec: 'h264', width: 320, height: 180, frameRate: 5 },
  audio: { codec: 'aac', sampleRate: 16_000, channels: 1 },
};
const SENTENCES = [
  'The harbor was built in eighteen forty two.',
  'We would meat the captains by the crane.',
  'They told us about the lights of Norway.',
  'So the harbor came back to life.',
];

describe.skipIf(noBrowser)(`the transcript${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let media: Uint8Array<ArrayBuffer>;
  let jobId: string;

  /** Stores findings as an analysis does. */
  const analyze = (segments: readonly SegmentDraft[]) => {
    const { id } = app.store.videos.get(1, jobId)!;
    app.store.segments.replaceModule(id, { module: 'transcription', engine: 'test@1', segments });
  };
  const lines = spokenLines(SENTENCES, (word) => (word === 'meat' ? 0.3 : 0.9));

  beforeAll(async () => {
    app = await startScriptedApp({ probe: async () => ({ ...MEDIA, sizeBytes: media.length }) });
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Harbor.mp4');
    await writeMedia(clip, {
      video: {
        width: 320,
        height: 180,
        frameRate: 5,
        pictures: Array.from({ length: SECONDS * 5 }, () => texture(320, 180, 1)),
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
  // A video of its own for each test, since edits outlive an analysis.
  beforeEach(async () => {
    ({ jobId } = await client.upload('Harbor.mp4', media));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
  });

  const open = async (options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    if (options.size === 'phone') {
      // The page opens with the transcript if there is speech.
      await page.locator('[data-word]').first().waitFor();
    } else {
      await page.getByRole('tab').nth(1).click();
      await page.keyboard.press('t');
    }
    return { page, context, problems };
  };
  const region = (page: Page) => page.getByRole('region', { name: 'Transcript' });
  const word = (page: Page, text: string) =>
    region(page)
      .locator('[data-word]')
      .filter({ hasText: new RegExp(`^${text}$`) });
  /** Selects words. */
  const drag = async (page: Page, from: string, to: string) => {
    // This note moves the words.
    await page.getByText(/^Transcribed up to/).waitFor();
    const [a, b] = [(await word(page, from).boundingBox())!, (await word(page, to).boundingBox())!];
    await page.mouse.move(a.x + 1, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width - 1, b.y + b.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  const spoken = (page: Page) => region(page).locator('[aria-current="time"]').textContent();
  const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  const stored = async () =>
    (await client.get(`/results/job/${jobId}`)).body.segments
      .filter(({ module }: { module: string }) => module === 'transcription')
      .map(({ content }: { content: string }) => content);

  test('shows, exports and finds the translation of each line', async () => {
    const english = ['Good morning.', 'We met the captains.'];
    const spoken = spokenLines(['Guten Morgen.', 'Wir trafen die Kapitäne.'], () => 0.9);
    analyze(spoken.map((line, i) => ({ ...line, data: { ...line.data, language: 'de', translation: english[i]! } })));
    const { page, context, problems } = await open();
    for (const line of english) await region(page).getByText(line).waitFor();
    const toggle = page.getByRole('button', { name: 'Show translation' });
    await toggle.click();
    await expect.poll(() => region(page).getByText(english[0]!).count()).toBe(0);
    await toggle.click();
    await region(page).getByText(english[0]!).waitFor();
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByLabel('Transcript language').selectOption('translation');
    const download = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /SubRip/ })
      .click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('We met the captains.');
    expect(text).not.toContain('Kapitäne');

    const hits = await client.post('/search', { query: 'captains', job_ids: [jobId] });
    expect(hits.body[0].content).toBe('Wir trafen die Kapitäne.');
    await context.close();
    expect(problems).toEqual([]);
  });

  test('seeks to a clicked word, marks the spoken one, and follows playback', async () => {
    analyze(lines);
    const { page, context, problems } = await open();
    await word(page, 'captains').click();
    await expect.poll(() => timeOf(page)).toBeCloseTo(lines[1]!.data!.words![4]!.start_time, 1);
    await expect.poll(() => spoken(page)).toBe('captains');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => spoken(page)).not.toBe('captains');
    await page.keyboard.press('k');
    await page.setViewportSize({ width: 1440, height: 280 });
    await region(page).hover();
    await page.mouse.wheel(0, 10);
    const resume = page.getByRole('button', { name: 'Resume following' });
    // The last line can be scrolled clear of the button.
    const button = (await resume.boundingBox())!;
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1000);
        const { y, height } = (await word(page, 'life.').boundingBox())!;
        return y + height;
      })
      .toBeLessThanOrEqual(button.y);
    await resume.click();
    await page.getByRole('button', { name: 'Resume following' }).waitFor({ state: 'detached' });
    await picture(page, 'transcript');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a correction marks the overview as out of date until it is renewed', async () => {
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["transcription","summary"]' });
    await client.settled(jobId);
    analyze(lines);
    const summary = [
      { content: 'A harbor of 1842 whose captains meat.', start_time: 0, end_time: SECONDS, data: null },
    ];
    const { id } = app.store.videos.get(1, jobId)!;
    app.store.segments.replaceModule(id, { module: 'summary', engine: 'test@1', segments: summary });
    const link = (await client.post('/shared-reports', { video_id: jobId })).body.share_hash;
    const { page, context, problems } = await open();
    const note = page.getByText('has changed since this overview was created');
    await page.getByLabel('Find in transcript').fill('meat');
    await page.getByRole('button', { name: 'Find and replace' }).click();
    await page.getByLabel('Replace with').fill('meet');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await word(page, 'meet').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await note.waitFor();
    await picture(page, 'overview-outdated');
    // A report would repeat the error that was corrected.
    for (const name of ['Share', 'Export']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').getByText('older than the latest corrections').waitFor();
      await picture(page, `outdated-${name.toLowerCase()}`);
      await page.keyboard.press('Escape');
    }
    // So would a link that was made before.
    await page.goto(`${app.url}/s/${link}`);
    await page.getByText('older than the latest corrections').waitFor();
    await picture(page, 'outdated-shared');
    const other = (await client.upload('Quay.mp4', media)).jobId;
    await client.post(`/processing/${other}/start`, { selected_insights: '["scenes"]' });
    await client.settled(other);
    await page.goto(app.at('/library'));
    await page.getByRole('article').nth(1).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('summary, chapters, or keywords of Harbor.mp4').waitFor();
    await picture(page, 'outdated-export-many');
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await note.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('moves by word and line with the keyboard', async () => {
    analyze(lines);
    const { page, context } = await open();
    await region(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => spoken(page)).toBe('would');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('would meat');
    await page.keyboard.press('Shift+End');
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^would meat .*\.$/);
    // The actions are the next stop, and a dialog that one of them opens returns to the transcript.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Mark');
    await page.getByRole('button', { name: 'Add to story' }).press('Enter');
    await page.getByRole('dialog', { name: 'Add to story' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('tabpanel');
    await context.close();
  });

  test('finds, counts, and steps through matches', async () => {
    analyze(lines);
    const { page, context } = await open();
    await page.getByLabel('Find in transcript').waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('the');
    await page.getByText('1 of 6').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 6').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.getByText('6 of 6').waitFor();
    await page.getByRole('button', { name: 'Whole words' }).click();
    await page.getByText('of 5').waitFor();
    await picture(page, 'transcript-find');
    await page.getByLabel('Find in transcript').fill('zebra');
    await page.getByText('No matches').waitFor();
    await context.close();
  });

  test('offers a clip, a question, and a copy with times for selected words', async () => {
    analyze(lines);
    const { page, context } = await open();
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    await drag(page, 'captains', 'lights');
    await picture(page, 'transcript-selection');
    await toolbar.getByRole('button', { name: 'Copy with times' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('[0:04] captains by the crane.\n[0:06] They told us about the lights');
    await toolbar.getByRole('button', { name: 'Save clip' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await drag(page, 'captains', 'Norway\\.');
    await toolbar.getByRole('button', { name: 'Ask about this' }).click();
    await page.getByLabel('Ask about this video').waitFor();
    await context.close();
  });

  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('names, merges, and assigns speakers (%s, %s)', async (size, scheme) => {
    const named = lines.map((one, i) => {
      const label = ['S1', 'S2', 'S1', 'S3'][i]!;
      return { ...one, data: { ...one.data, speaker: label, speaker_id: label } };
    });
    const voice = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));
    const transcribe = (jobId: string) => {
      const { id } = app.store.videos.get(1, jobId)!;
      app.store.segments.replaceModule(id, {
        module: 'transcription',
        engine: 'test@1',
        segments: named,
        speakers: {
          // A model of its own, so that no videos of other tests have these voices.
          engine: `voices@${size}`,
          minSimilarity: 0.9,
          speakers: ['S1', 'S2', 'S3'].map((label, i) => ({ label, embedding: voice(i) })),
        },
      });
      return id;
    };
    const id = transcribe(jobId);
    const other = (await client.upload('Interview.mp4', media)).jobId;
    transcribe(other);
    app.store.speakers.rename(id, 'S2', 'Captain Ingrid Solheim');
    app.store.speakers.rename(id, 'S3', 'Tom');
    const { page, context, problems } = await open({ size, scheme });
    const speaker = (name: string) => region(page).getByRole('button', { name: `Speaker: ${name}`, exact: true });
    // Click the name, type, Enter.
    await speaker('Speaker 1').first().click();
    await page.keyboard.type('Anna');
    await picture(page, `transcript-naming-${size}-${scheme}`);
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await speaker('Anna').nth(1).waitFor();
    await speaker('Anna').first().click();
    await page.keyboard.type('Nobody');
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: 'Speaker' });
    const showMore = async (name: string) => {
      await speaker(name).first().click();
      await page.getByRole('button', { name: `More about ${name}` }).click();
    };
    await showMore('Anna');
    await dialog.getByLabel('Name').fill('Anna Meier');
    await dialog.getByLabel('Recognize this voice in later videos').click();
    await picture(page, `transcript-speaker-dialog-${size}-${scheme}`);
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await speaker('Anna Meier').nth(1).waitFor();
    await picture(page, `transcript-speakers-${size}-${scheme}`);
    expect(await seriousProblems(page)).toEqual([]);
    const { voices } = (await client.get('/voices')).body;
    expect(voices).toMatchObject([{ name: 'Anna Meier' }]);
    await client.delete(`/voices/${voices[0].id}`);

    await showMore('Anna Meier');
    await dialog.getByRole('button', { name: 'Find in other videos' }).click();
    await dialog.getByRole('heading', { name: 'In 1 other video' }).waitFor();
    await picture(page, `transcript-voice-${size}-${scheme}`);
    await dialog.getByRole('button', { name: 'Name “Anna Meier” there, too' }).click();
    await dialog.getByText('Anna Meier · ').waitFor();
    await expect
      .poll(async () => (await client.get(`/videos/${other}/speakers`)).body.speakers[0].name)
      .toBe('Anna Meier');
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await showMore('Tom');
    await dialog.getByLabel('Tom is the same person as').selectOption('Anna Meier');
    await speaker('Tom').waitFor({ state: 'detached' });
    // Another message with a way to undo may still be shown: that of the name in the other video.
    const merged = page.getByRole('listitem').filter({ hasText: 'Merged with Anna Meier' });
    await merged.getByRole('button', { name: 'Undo', exact: true }).click();
    await speaker('Tom').waitFor();
    // Names and merges are steps of the same history as edits of lines.
    if (size === 'desktop') {
      await region(page).focus();
      await page.keyboard.press('ControlOrMeta+z');
      await speaker('Anna').first().waitFor();
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await speaker('Anna Meier').first().waitFor();
    }
    await showMore('Tom');
    await dialog.getByLabel('Speaker of this line').selectOption('New speaker');
    await speaker('Speaker 4').waitFor();
    await expect
      .poll(async () =>
        (await client.get(`/videos/${jobId}/speakers`)).body.speakers.map((one: { id: string }) => one.id),
      )
      .toEqual(['S1', 'S2', 'S4']);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('gives selected words a speaker of their own', async () => {
    analyze(lines.map((one) => ({ ...one, data: { ...one.data, speaker: 'S1', speaker_id: 'S1' } })));
    const { page, context } = await open();
    await drag(page, 'meat', 'captains');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Set speaker' }).click();
    await page.getByRole('dialog').getByLabel('Speaker of this line').selectOption('New speaker');
    await region(page).getByRole('button', { name: 'Speaker: Speaker 2' }).waitFor();
    const { segments } = (await client.get(`/results/job/${jobId}?modules=transcription`)).body;
    expect(segments.map(({ content, data }: SegmentDraft) => [data!.speaker, content]).slice(1, 4)).toEqual([
      ['S1', 'We would'],
      ['S2', 'meat the captains'],
      ['S1', 'by the crane.'],
    ]);
    await context.close();
  });

  test('a double click edits the line under its first click, also when the text moves between the two', async () => {
    analyze(lines);
    const { page, context } = await open();
    const line = await word(page, 'meat').evaluate((element) => {
      const list = element.closest<HTMLElement>('[data-index]')!.parentElement!;
      list.addEventListener('click', () => list.style.setProperty('margin-top', '24px'), { once: true });
      return element.textContent;
    });
    await word(page, 'meat').dblclick();
    await expect.poll(() => page.getByRole('textbox', { name: 'Edit line' }).textContent()).toContain(line);
    await context.close();
  });

  test('keeps room for its lines, and for the editor of one, on a short phone', async () => {
    analyze(lines);
    const { page, context } = await open({ size: 'phone' });
    await page.locator('#transcript-find').fill('harbor');
    await page.setViewportSize({ width: 390, height: 560 });
    await expect.poll(() => page.locator('#transcript').evaluate((list) => list.clientHeight)).toBeGreaterThan(80);
    await page.locator('[data-word="9"]').dblclick();
    await page.getByRole('textbox', { name: 'Edit line' }).waitFor();
    await context.close();
  });

  test('edits a line in place, which reaches search and outlives a reanalysis, and undoes it', async () => {
    analyze(lines);
    const { page, context, problems } = await open();
    await word(page, 'meat').dblclick();
    const editor = page.getByRole('textbox', { name: 'Edit line' });
    await editor.waitFor();
    await picture(page, 'transcript-edit');
    await page.keyboard.type('greet');
    await page.keyboard.press('Enter');
    await editor.waitFor({ state: 'detached' });
    await word(page, 'greet').waitFor();
    await expect
      .poll(async () => (await client.post('/search', { query: 'greet', job_ids: [jobId] })).body[0].content)
      .toContain('greet');
    analyze(lines);
    await page.reload();
    await word(page, 'greet').dblclick();
    await page.keyboard.type('meet');
    await page.keyboard.press('Tab');
    await expect.poll(() => editor.textContent()).toBe(SENTENCES[2]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await word(page, 'greet').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await word(page, 'meet').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('splits and merges lines, and undoes both', async () => {
    analyze(lines);
    const { page, context } = await open();
    await word(page, 'captains').dblclick();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Enter');
    const editor = page.getByRole('textbox', { name: 'Edit line' });
    await expect.poll(() => editor.textContent()).toBe('captains by the crane.');
    await expect.poll(async () => (await stored())[1]).toBe('We would meat the');
    await page.keyboard.press('Escape');
    // The second part begins a paragraph.
    await region(page)
      .locator('p', { hasText: /^captains by the crane\./ })
      .waitFor();
    await word(page, 'They').dblclick();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect
      .poll(() => editor.textContent())
      .toBe('captains by the crane. They told us about the lights of Norway.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toHaveLength(5);
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toEqual(SENTENCES);
    // An undo that comes before the answer to the redo takes it back.
    const redo = await holdAnswer(page, 'POST', '**/transcript/edits');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(stored).toHaveLength(5);
    await page.keyboard.press('Control+z');
    redo.release();
    await expect.poll(stored).toEqual(SENTENCES);
    await context.close();
  });

  test('replaces all matches as one step', async () => {
    analyze(lines);
    const { page, context } = await open();
    await page.getByLabel('Find in transcript').fill('harbor');
    await page.getByRole('button', { name: 'Find and replace' }).click();
    await page.getByLabel('Replace with').fill('port');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await page.getByText('2 matches replaced', { exact: true }).waitFor();
    await expect.poll(async () => (await stored()).filter((text: string) => text.includes('port'))).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(stored).toEqual(SENTENCES);
    // Its own way to undo would take back an earlier step now.
    await expect.poll(() => page.getByText('2 matches replaced', { exact: true }).count()).toBe(0);

    // The history outlives a look at another tab.
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await region(page).locator('[data-word]').first().waitFor();
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(async () => (await stored()).filter((text: string) => text.includes('port')).length).toBe(2);
    // From another tab, which then shows what was undone.
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toEqual(SENTENCES);
    await page.getByRole('tab', { name: 'Transcript', selected: true }).waitFor();
    await context.close();
  });

  test('renders only the visible part of four hours of speech', async () => {
    const sentence = 'we went down to the river and then nothing happened for a while.';
    analyze(spokenLines([...Array.from({ length: 2800 }, () => sentence), 'And that was the end.']));
    const { page, context, problems } = await open();
    await region(page).locator('[data-word]').first().waitFor();
    await page.getByLabel('Find in transcript').fill('that was the end');
    await page.getByText('1 of 1').waitFor();
    await word(page, 'end\\.').waitFor();
    await expect.poll(() => region(page).locator('[data-word]').count()).toBeLessThan(2000);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('stacks paragraphs without overlaps on a phone', async () => {
    // Two lines of text each in the narrow panel.
    analyze(lines.map((line, i) => ({ ...line, data: { ...line.data, speaker: `S${i}` } })));
    const { page, context } = await open({ size: 'phone' });
    await page.locator('[data-word="20"]').waitFor();
    const gaps = () =>
      page.locator('[data-index]').evaluateAll((rows) => {
        const boxes = rows.map((row) => row.getBoundingClientRect());
        return boxes.slice(1).map(({ top }, i) => Math.round(top - boxes[i]!.bottom));
      });
    await expect.poll(gaps).toEqual([0, 0, 0]);
    await context.close();
  });

  test('explains a missing transcript', async () => {
    const { page, context } = await open();
    await page.getByText('No transcript').waitFor();
    await picture(page, 'transcript-missing');
    await context.close();
  });

  test.each<OpenOptions>([
    { scheme: 'dark' },
    { size: 'tablet', scheme: 'light' },
    { size: 'phone', scheme: 'dark', language: 'de-DE' },
  ])('has no serious accessibility problems: %j', async (options) => {
    analyze(lines.map((line, i) => ({ ...line, data: { ...line.data, speaker: i % 2 === 0 ? 'S1' : 'S2' } })));
    const { page, context, problems } = await open(options);
    const first = page.locator('[data-word="2"]');
    await first.click();
    const { size = 'desktop', scheme } = options;
    await picture(page, `transcript-${size}-${scheme}`);
    expect(await seriousProblems(page)).toEqual([]);
    await page.locator('#transcript-find').fill('harbor');
    await page.locator('mark').first().waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await page.locator('[data-word="9"]').dblclick();
    await page.getByRole('textbox').last().waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
