import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { uuidV7 } from '../src/base/ids.ts';
import { startScriptedApp } from '../test/e2e/support/app.ts';
import { launch, noBrowser, openContext } from '../test/e2e/support/browser.ts';
import { windowFolder } from '../test/e2e/support/window.ts';
import { percentile, type Report } from './report.ts';

export const name = 'window: the library of 10,000 videos in Chromium (software rendering)';

const VIDEOS = 10_000;
const ROUNDS = 5;

/** Runs before the page: notes long tasks, and when the first card is in the document. */
const WATCH = `
window.longTasks = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) longTasks.push(entry.duration); })
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
