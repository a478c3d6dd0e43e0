import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Video } from '../../../src/contract/library/video.ts';
import { createHeadlessHost } from '../../../src/headless/host.ts';
import { startServer } from '../../../src/server/start.ts';
import { createClient } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { drawings } from '../../fixtures/objects.ts';
import { repeat, svgPicture } from '../../fixtures/pictures.ts';
import { launch, noBrowser, openContext, type Scheme } from './browser.ts';
import { dropFiles } from './drop.ts';
import { writeEvent } from './readme-event.ts';
import { windowFolder } from './window.ts';

/*
 * `npm run readme:images`: takes the screenshots of the README (docs/images) in the built window, over a library of the
 * demo clip and two of its shots. Requires Chromium, as the browser tests do.
 */
if (noBrowser) throw new Error(`Screenshots require Chromium: ${noBrowser}.`);
const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const WIDTH = 1200;
const ANALYSIS_TIMEOUT_MS = 240_000;
const DEMO = 'demo.mp4';
/** With a passage that was said, one with another number, and one that is invented. */
const ARTICLE = `The report opens with a clock. “The clock on the wall says 4 o’clock,” the narrator says, and the camera lingers on it.

Moments later there is a second one: “Now there are 3 clocks on the wall and both show the same time.”

“Every clock in this town is wrong,” a neighbor told us.`;

const folder = await mkdtemp(join(tmpdir(), 'reelscope-images-'));
const host = createHeadlessHost(join(folder, 'data'), () => {});
const server = await startServer({ ...host, folders: { ...host.folders, window: windowFolder() } }, { port: 0 });
const { token } = await server.localToken();
const browser = await launch();
try {
  const clips = [
    await writeDemo(),
    await writeShot('Stop sign.mp4', 'stopSign'),
    await writeShot('Clocks.mp4', 'twoClocks'),
  ];

  const library = await open('dark', '/library');
  await dropFiles(library, clips);
  await library
    .getByRole('article')
    .filter({ hasText: 'Ready' })
    .nth(clips.length - 1)
    .waitFor({ timeout: ANALYSIS_TIMEOUT_MS });
  await library.reload();
  await save(library, 'library');

  const video = await open('dark', '/library');
  await video.getByRole('article').filter({ hasText: DEMO }).getByRole('link').click();
  // The transcript is shown where there is speech.
  await video.getByText('clocks', { exact: true }).first().click();
  await video.locator('video[src]').waitFor();
  await save(video, 'video');
  const path = new URL(video.url()).pathname;

  const coverage = await open('dark', path);
  await coverage.getByRole('tab', { name: 'Details' }).click();
  const heading = coverage.getByRole('heading', { name: 'Coverage' });
  await heading.waitFor();
  await coverage.getByRole('group', { name: /Text/ }).waitFor();
  await heading.evaluate((element) => element.scrollIntoView());
  await save(coverage, 'coverage');

  const search = await open('dark', '/search');
  await search.getByRole('combobox', { name: /Search speech/ }).fill('traffic sign');
  await search.getByRole('article').first().waitFor();
  await save(search, 'search');

  await writeStory();
  const story = await open('dark', '/stories');
  await story.getByRole('link', { name: /Signs of the time/ }).click();
  await story.getByRole('heading', { name: 'On the road' }).waitFor();
  await save(story, 'story');

  const shared = await open('dark', await shareWithComments(path.split('/').at(-1)!));
  await shared.getByText('at the end of the clip').waitFor();
  await save(shared, 'comments');

  const client = createClient({ apiUrl: server.apiUrl }, `Bearer ${token}`);
  const event = await open('dark', await writeEvent(client, folder));
  await event.locator('video').nth(2).waitFor();
  await save(event, 'event');

  const ask = await open('light', path);
  await ask.getByRole('tab', { name: 'Ask' }).click();
  await ask.getByLabel('Ask about this video').fill('When do clocks appear, and how many?');
  await ask.keyboard.press('Enter');
  await ask.getByText(/^(?:Quoted|Computed) from .*findings?/).waitFor();
  await save(ask, 'ask');

  const check = await open('light', '/search/check');
  await check.getByRole('textbox', { name: 'Text to check' }).fill(ARTICLE);
  await check.getByRole('button', { name: 'Check', exact: true }).click();
  await check.getByText('Matches').first().waitFor();
  await save(check, 'check');
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

/** A story of moments of all clips. */
async function writeStory(): Promise<void> {
  const client = createClient({ apiUrl: server.apiUrl }, `Bearer ${token}`);
  const videos = (await client.get('/videos')).body as Video[];
  const moment = async (
    name: string,
    start_time: number,
    end_time: number,
    title: string,
    note = '',
    tags: string[] = [],
  ) => {
    const { job_id } = videos.find((video) => video.name === name)!;
    const { body } = await client.post('/moments', { job_id, start_time, end_time, title, note, tags });
    return { kind: 'moment', moment_id: body.id };
  };
  const items = [
    { kind: 'heading', text: 'On the road' },
    await moment('Stop sign.mp4', 0, 4, 'The stop sign is in place', 'Same lettering as in the **demo**', ['Proof']),
    { kind: 'note', text: 'The clocks show when:' },
    await moment('Clocks.mp4', 1, 5, 'Two clocks, one time', '', ['Time']),
    await moment(DEMO, 0, 3, 'How it begins'),
  ];
  const about = 'What the three recordings have in common.';
  await client.post('/stories', { title: 'Signs of the time', description: about, items });
}

/** A link with two comments and a reply. Returns the path of its page. */
async function shareWithComments(video_id: string): Promise<string> {
  const client = createClient({ apiUrl: server.apiUrl }, `Bearer ${token}`);
  const { share_hash } = (await client.post('/shared-reports', { video_id, allow_comments: true })).body;
  const comment = (name: string, text: string, start_time: number, end_time: number | null) =>
    client.post(`/shared-reports/${share_hash}/comments`, { name, text, start_time, end_time });
  const { id } = (await comment('Ada Lovelace', 'Is this the clock of the station hall?', 1, 3)).body;
  await client.patch(`/videos/${video_id}/comments/${id}`, {
    reply: 'Yes. You can see the hall at the end of the clip.',
  });
  await comment('Charles Babbage', 'Please check the time against the other recording.', 5, null);
  return `/s/${share_hash}`;
}

async function writeDemo(): Promise<string> {
  const file = join(folder, DEMO);
  const script = fileURLToPath(new URL('../../../build/demo-clip.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return file;
}

async function writeShot(name: string, drawing: keyof typeof drawings): Promise<string> {
  const file = join(folder, name);
  const [width, height, frameRate] = [640, 400, 25];
  const picture = await svgPicture(width, height, drawings[drawing]);
  await writeMedia(file, { video: { width, height, frameRate, pictures: repeat(picture, 6 * frameRate) } });
  return file;
}

async function open(scheme: Scheme, path: string): Promise<Page> {
  const { context } = await openContext(browser, { scheme, language: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${server.url}${path}#token=${token}`);
  return page;
}

/** Saves a screenshot once its images have loaded and transient messages have disappeared. */
async function save(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await page.waitForTimeout(6000);
  const file = join(IMAGES, `${name}.webp`);
  await sharp(await page.screenshot())
    .resize(WIDTH)
    .webp({ quality: 82 })
    .toFile(file);
  console.log(file);
}
