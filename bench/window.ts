import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { uuidV7 } from '../src/base/ids.ts';
import { type RunningApp, startScriptedApp } from '../test/e2e/support/app.ts';
import { launch, noBrowser, openContext } from '../test/e2e/support/browser.ts';
import { windowFolder } from '../test/e2e/support/window.ts';
import { percentile, type Report } from './report.ts';
import { fillLibrary, finishLibrary } from './support/fill-library.ts';
import { type PageTasks, tasksDuring } from './support/page-tasks.ts';

export const name = 'window: 10,000 videos, and a video of 20,000 findings, in Chromium (software rendering)';

const VIDEOS = 10_000;
/** Videos with an ended analysis, of which each takes a moment to make. */
const ANALYZED = 500;
const FINDINGS = 20_000;
const VIDEO_SECONDS = 7200;
const ROUNDS = 5;
/** Time for the effects of an action to complete, in milliseconds. */
const SETTLE_MS = 200;

/** Runs before the page: records the end of long tasks and the first card in the document. */
const WATCH = `
window.longTaskEnds = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTaskEnds.push(startTime + duration);
})
  .observe({ type: 'longtask' });
new MutationObserver((_, observer) => {
  if (!document.querySelector('article')) return;
  window.firstCard = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

export async function run(report: Report): Promise<void> {
  if (noBrowser) return report.figure('skipped', noBrowser);
  const app = await startScriptedApp();
  const browser = await launch();
  const held = (what: string, rounds: readonly PageTasks[]) => report.figure(what, summaryOf(rounds), '50 ms');
  const waited = (what: string, rounds: readonly number[], target?: string) =>
    report.figure(what, `${percentile(rounds, 0.5).toFixed(0)} ms, min. ${Math.min(...rounds).toFixed(0)}`, target);
  try {
    report.figure('initial scripts, gzip', `${(initialBytes() / 1000).toFixed(0)} kB`, '250 kB');
    fillLibrary(app.server.store, VIDEOS);
    const rounds: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, app.at('/library')));
    waited(
      'first paint after the page response',
      rounds.map(({ frameMs }) => frameMs),
    );
    waited(
      'first videos shown after the server response',
      rounds.map(({ cardMs }) => cardMs),
      '500 ms',
    );
    held(
      'longest task while scrolling',
      rounds.map(({ scroll }) => scroll),
    );
    held(
      'longest task while filtering',
      rounds.map(({ filter }) => filter),
    );
    finishLibrary(app.server.store, ANALYZED);
    for (const [screen, path] of [
      ['processing', '/processing'],
      ['search', '/search'],
    ] as const) {
      const opened: PageTasks[] = [];
      const idle: PageTasks[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const tasks = await measureScreen(browser, app.at(path));
        opened.push(tasks.opening);
        idle.push(tasks.idle);
      }
      held(`longest task while the ${screen} page opens`, opened);
      held(`longest task in ten seconds on the ${screen} page`, idle);
    }
    const jobId = fillVideo(app.server);
    const answers = [];
    for (let round = 0; round < ROUNDS; round++) answers.push(await answered(app, jobId));
    waited('processor time of the server for all findings', answers);
    const watched: VideoFigures[] = [];
    for (let round = 0; round < ROUNDS; round++) watched.push(await measureVideo(browser, app.at(`/videos/${jobId}`)));
    waited(
      'video page, time to interactive',
      watched.map(({ readyMs }) => readyMs),
      '600 ms',
    );
    held(
      'longest task while the video page opens',
      watched.map(({ opening }) => opening),
    );
    waited(
      'processor time of the page while it opens',
      watched.map(({ opening }) => opening.cpuMs),
    );
    held(
      'longest task while zooming the timeline',
      watched.map(({ zoom }) => zoom),
    );
    held(
      'longest task while scrolling the timeline',
      watched.map(({ pan }) => pan),
    );
    held(
      'longest task while scrolling the findings',
      watched.map(({ list }) => list),
    );
    waited(
      'seek until the finding is highlighted',
      watched.map(({ seekMs }) => seekMs),
      '100 ms',
    );
    const transcript = app.at(`/videos/${fillTranscript(app.server)}`);
    const read: TranscriptFigures[] = [];
    for (let round = 0; round < ROUNDS; round++) read.push(await measureTranscript(browser, transcript));
    held(
      'longest task while scrolling four hours of speech',
      read.map(({ scroll }) => scroll),
    );
    report.figure(
      'frames per second meanwhile',
      `${percentile(
        read.map(({ framesPerSecond }) => framesPerSecond),
        0.5,
      ).toFixed(0)}`,
      '60',
    );
  } finally {
    await browser.close();
    await app.close();
  }
}

/** Median and minimum elapsed time of the rounds, and median processor time. */
function summaryOf(rounds: readonly PageTasks[]): string {
  const clock = rounds.map(({ longestMs }) => longestMs);
  const cpu = percentile(
    rounds.map(({ longestCpuMs }) => longestCpuMs),
    0.5,
  );
  const [median, least] = [percentile(clock, 0.5), Math.min(...clock)];
  return `${median.toFixed(0)} ms, min. ${least.toFixed(0)}, processor ${cpu.toFixed(0)}`;
}

/** Processor time of this process, which is the server, for one response with all findings, in milliseconds. */
async function answered(app: RunningApp, jobId: string): Promise<number> {
  const before = process.cpuUsage();
  const headers = { Authorization: `Bearer ${app.token}` };
  const response = await fetch(`${app.url}/api/results/job/${jobId}?partial=true`, { headers });
  await response.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Figures {
  frameMs: number;
  cardMs: number;
  scroll: PageTasks;
  filter: PageTasks;
}

async function measure(browser: Browser, address: string): Promise<Figures> {
  const { context } = await openContext(browser);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(address);
  await page.getByRole('article').first().waitFor();
  const times = await page.evaluate<{ frameMs: number; cardMs: number }>(`(() => {
    const [page] = performance.getEntriesByType('navigation');
    const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/videos'));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { frameMs: paint.startTime - page.responseEnd, cardMs: window.firstCard - answer.responseEnd };
  })()`);
  const scroll = await tasksDuring(page, async () => {
    await page.getByRole('list', { name: 'Library' }).hover();
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(16);
    }
  });
  const filter = await tasksDuring(page, async () => {
    await page.getByLabel('Filter by name').pressSequentially('recording 9 7', { delay: 60 });
    await page.waitForTimeout(SETTLE_MS);
  });
  await context.close();
  return { ...times, scroll, filter };
}

/** Opens a screen of the library, and leaves it open while it polls. */
async function measureScreen(browser: Browser, address: string): Promise<{ opening: PageTasks; idle: PageTasks }> {
  const { context } = await openContext(browser);
  const page = await context.newPage();
  const opening = await tasksDuring(page, async () => {
    await page.goto(address);
    await page.getByRole('main').waitFor();
    await page.waitForTimeout(2500);
  });
  const idle = await tasksDuring(page, () => page.waitForTimeout(10_000));
  await context.close();
  return { opening, idle };
}

interface TranscriptFigures {
  scroll: PageTasks;
  framesPerSecond: number;
}

/** Adds a video of four hours of speech with word times. @returns its job id */
function fillTranscript({ store }: Awaited<ReturnType<typeof startScriptedApp>>['server']): string {
  const words = 'we went down to the river and then nothing happened for a while.'.split(' ');
  const [seconds, step] = [4 * 3600, 5];
  const jobId = uuidV7();
  const video = store.videos.create(1, {
    jobId,
    name: 'Speech.mp4',
    storagePath: 'users/1/Speech.mp4',
    selectedInsights: '[]',
    duration: seconds,
    fileSize: 1000,
  });
  store.segments.replaceModule(video.id, {
    module: 'transcription',
    engine: 'scripted@1',
    segments: Array.from({ length: seconds / step }, (_, line) => ({
      content: words.join(' '),
      start_time: line * step,
      end_time: line * step + 4,
      data: {
        words: words.map((text, i) => ({
          text,
          start_time: line * step + i * 0.3,
          end_time: line * step + i * 0.3 + 0.25,
        })),
      },
    })),
  });
  return jobId;
}

async function measureTranscript(browser: Browser, address: string): Promise<TranscriptFigures> {
  const { context } = await openContext(browser);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('[data-word]').first().waitFor();
  await page.locator('[data-word]').first().hover();
  await page.waitForTimeout(SETTLE_MS);
  let framesPerSecond = 0;
  const scroll = await tasksDuring(page, async () => {
    await page.evaluate(`(() => {
      window.frameTimes = [];
      const tick = (time) => { window.frameTimes.push(time); requestAnimationFrame(tick); };
      requestAnimationFrame(tick);
    })()`);
    for (let turn = 0; turn < 120; turn++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(16);
    }
    framesPerSecond = await page.evaluate<number>(
      '(1000 * (window.frameTimes.length - 1)) / (window.frameTimes.at(-1) - window.frameTimes[0])',
    );
  });
  await context.close();
  return { scroll, framesPerSecond };
}

interface VideoFigures {
  readyMs: number;
  opening: PageTasks;
  zoom: PageTasks;
  pan: PageTasks;
  list: PageTasks;
  seekMs: number;
}

/** Adds a video with findings of several modules throughout. @returns its job id */
function fillVideo({ store }: { store: Awaited<ReturnType<typeof startScriptedApp>>['server']['store'] }): string {
  const jobId = uuidV7();
  const video = store.videos.create(1, {
    jobId,
    name: 'Long.mp4',
    storagePath: 'users/1/Long.mp4',
    selectedInsights: '[]',
    duration: VIDEO_SECONDS,
    fileSize: 1000,
  });
  // Without speech, so that the page opens with the findings.
  const modules = ['scenes', 'visualelements', 'ocr', 'logos', 'audioevents'] as const;
  for (const [place, module] of modules.entries()) {
    const count = FINDINGS / modules.length;
    const step = VIDEO_SECONDS / count;
    store.segments.replaceModule(video.id, {
      module,
      engine: 'scripted@1',
      segments: Array.from({ length: count }, (_, i) => ({
        content: `Finding ${i} of ${module}: a street with a bicycle`,
        start_time: i * step + place / 10,
        end_time: i * step + place / 10 + step * 0.8,
        data: null,
      })),
    });
  }
  return jobId;
}

async function measureVideo(browser: Browser, address: string): Promise<VideoFigures> {
  const { context } = await openContext(browser);
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const opening = await tasksDuring(page, async () => {
    await page.goto(address);
    await page.getByRole('article').first().waitFor();
    await page.waitForTimeout(1500);
  });
  // Interactive: the first finding is shown, and no long task follows.
  const readyMs = await page.evaluate<number>(`(() => {
    const [page] = performance.getEntriesByType('navigation');
    const ends = window.longTaskEnds.filter((end) => end < window.firstCard + 1500);
    return Math.max(window.firstCard, ...ends) - page.responseEnd;
  })()`);
  const slider = page.getByRole('slider', { name: 'Timeline' });
  await slider.hover();
  const wheel = (x: number, y: number) => async () => {
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(16);
    }
    await page.waitForTimeout(SETTLE_MS);
  };
  await page.keyboard.down('Control');
  const zoom = await tasksDuring(page, wheel(0, -40));
  await page.keyboard.up('Control');
  const pan = await tasksDuring(page, wheel(120, 0));
  await page.getByRole('list', { name: 'Findings by time' }).hover();
  const list = await tasksDuring(page, wheel(0, 300));
  const seekMs = await page.evaluate<number>(`new Promise((resolve) => {
    const row = [...document.querySelectorAll('article')].find((each) => each.getAttribute('aria-current') === null);
    const begun = performance.now();
    new MutationObserver((_, observer) => {
      if (row.getAttribute('aria-current') !== 'time') return;
      observer.disconnect();
      resolve(performance.now() - begun);
    }).observe(row, { attributes: true });
    row.querySelector('button').click();
  })`);
  await context.close();
  return { readyMs, opening, zoom, pan, list, seekMs };
}

/** Size of the scripts in index.html: the entry and its preloads. */
function initialBytes(): number {
  const html = readFileSync(join(windowFolder(), 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(windowFolder(), path))).length, 0);
}
