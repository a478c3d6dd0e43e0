import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { uuidV7 } from '../src/base/ids.ts';
import { startScriptedApp } from '../test/e2e/support/app.ts';
import { launch, noBrowser, openContext } from '../test/e2e/support/browser.ts';
import { windowFolder } from '../test/e2e/support/window.ts';
import { percentile, type Report } from './report.ts';

export const name = 'window: 10,000 videos, and a video of 20,000 findings, in Chromium (software rendering)';

const VIDEOS = 10_000;
const FINDINGS = 20_000;
const VIDEO_SECONDS = 7200;
const ROUNDS = 5;

/** Runs before the page: notes long tasks, and when the first card is in the document. */
const WATCH = `
window.longTasks = [];
window.longTaskEnds = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    longTasks.push(duration);
    longTaskEnds.push(startTime + duration);
  }
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
  try {
    report.figure('scripts that a first page loads, gzip', `${(initialBytes() / 1000).toFixed(0)} kB`, '250 kB');
    fill(app.server);
    const rounds: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, app.at('/library')));
    const median = (of: (round: Figures) => number) => percentile(rounds.map(of), 0.5).toFixed(0);
    report.figure('frame of the window drawn after its page came', `${median(({ frameMs }) => frameMs)} ms`);
    report.figure('first videos shown after the server answered', `${median(({ cardMs }) => cardMs)} ms`, '500 ms');
    report.figure('longest task while scrolling', `${median(({ scrollMs }) => scrollMs)} ms`, '50 ms');
    report.figure('longest task while filtering', `${median(({ filterMs }) => filterMs)} ms`, '50 ms');
    const jobId = fillVideo(app.server);
    const watched: VideoFigures[] = [];
    for (let round = 0; round < ROUNDS; round++) watched.push(await measureVideo(browser, app.at(`/videos/${jobId}`)));
    const middle = (of: (round: VideoFigures) => number) => percentile(watched.map(of), 0.5).toFixed(0);
    report.figure(
      'video page shown and free for input after it was opened',
      `${middle((x) => x.readyMs)} ms`,
      '800 ms',
    );
    report.figure('longest task while zooming the timeline', `${middle((x) => x.zoomMs)} ms`, '50 ms');
    report.figure('longest task while scrolling the timeline', `${middle((x) => x.panMs)} ms`, '50 ms');
    report.figure('longest task while scrolling the findings', `${middle((x) => x.listMs)} ms`, '50 ms');
    report.figure('seek until the finding is marked', `${middle((x) => x.seekMs)} ms`, '100 ms');
  } finally {
    await browser.close();
    await app.close();
  }
}

interface Figures {
  frameMs: number;
  cardMs: number;
  scrollMs: number;
  filterMs: number;
}

function fill({ store }: { store: Awaited<ReturnType<typeof startScriptedApp>>['server']['store'] }): void {
  store.transaction(() => {
    for (let index = 0; index < VIDEOS; index++) {
      const file = `Recording ${index}.mp4`;
      store.videos.create(1, {
        jobId: uuidV7(),
        name: file,
        storagePath: `users/1/${file}`,
        selectedInsights: '[]',
        duration: index,
        fileSize: 1000 * index,
      });
    }
  });
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
  const scrollMs = await longest(page, async () => {
    await page.getByRole('list', { name: 'Library' }).hover();
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(16);
    }
  });
  const filterMs = await longest(page, () =>
    page.getByLabel('Filter by name').pressSequentially('recording 9 7', { delay: 60 }),
  );
  await context.close();
  return { ...times, scrollMs, filterMs };
}

interface VideoFigures {
  readyMs: number;
  zoomMs: number;
  panMs: number;
  listMs: number;
  seekMs: number;
}

/** One video with findings of all kinds all over it. Returns its id. */
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
  const modules = ['scenes', 'visualelements', 'ocr', 'transcription', 'audioevents'] as const;
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
  await page.goto(address);
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(1500);
  // Free for input: the first finding is shown, and no long task runs from then on.
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
  };
  await page.keyboard.down('Control');
  const zoomMs = await longest(page, wheel(0, -40));
  await page.keyboard.up('Control');
  const panMs = await longest(page, wheel(120, 0));
  await page.getByRole('list', { name: 'Findings in time order' }).hover();
  const listMs = await longest(page, wheel(0, 300));
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
  return { readyMs, zoomMs, panMs, listMs, seekMs };
}

/** The longest task of an action in milliseconds; 0 when none took 50 ms, below which browsers report none. */
async function longest(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('window.longTasks.length = 0');
  await act();
  await page.waitForTimeout(200);
  return page.evaluate<number>('Math.max(0, ...window.longTasks)');
}

/** What index.html names: its script and what that needs at once. */
function initialBytes(): number {
  const html = readFileSync(join(windowFolder(), 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(windowFolder(), path))).length, 0);
}
