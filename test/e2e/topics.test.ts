import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProcessed } from '../db/store-fixture.ts';
import { seedPeople } from '../fixtures/people.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const topics = ['old bridge', 'new hospital', 'cup final', 'smoking ban in parks and at bus stops', 'thunderstorms'];

describe.skipIf(noBrowser)(`topics and names${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let jobId: string;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    const video = addProcessed(store, userId, ['The bridge in Northfield is closed.'], { name: 'Evening news' });
    const names = { Northfield: 'place', Eastham: 'place', 'City Council': 'organization', 'Tom Reyes': 'person' };
    const keyword = (label: string, start_time: number, data = {}) => ({
      content: label,
      start_time,
      end_time: start_time + 1,
      data: { label, ...data },
    });
    store.segments.replaceModule(video.id, {
      module: 'keywords',
      engine: 'test@1',
      segments: [
        ...topics.map((label, i) => keyword(label, i)),
        ...Object.entries(names).map(([label, name_kind], i) => keyword(label, 10 + i, { name_kind })),
        keyword('old bridge', 20),
      ],
    });
    jobId = video.jobId;
    const project = store.projects.create(userId, { name: 'City', description: null });
    store.videos.update(userId, video.jobId, { projectId: project.id });
    seedPeople(store, { id: video.id, projectId: project.id }, [
      { name: 'Ada Lovelace', tracks: [{ start: 0, end: 8 }] },
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('lead from the library to their moments', async () => {
    const { context, problems } = await openContext(browser, { size: 'desktop', scheme: 'dark' });
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('button', { name: 'Topics and names' }).click();
    await page.getByRole('region', { name: 'Places' }).getByText('Northfield').waitFor();
    await picture(page, 'topics-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Filter topics and names' }).fill('north');
    await page.getByRole('region', { name: 'People' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Northfield/ }).click();
    await page.getByRole('article').getByText('closed').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('stand by their kind in the overview of a video', async () => {
    const { context, problems } = await openContext(browser, { size: 'desktop', scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}?tab=overview`));
    const section = (name: string) =>
      page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
    await section('Keywords').getByRole('button', { name: 'old bridge' }).waitFor();
    await picture(page, 'overview-names-light');
    await expect.poll(() => section('Keywords').getByRole('button').allTextContents()).toEqual(topics);
    await expect.poll(() => section('People mentioned').getByRole('button').allTextContents()).toEqual(['Tom Reyes']);
    await expect
      .poll(() => section('Places mentioned').getByRole('button').allTextContents())
      .toEqual(['Northfield', 'Eastham']);
    await expect
      .poll(() => section('Organizations mentioned').getByRole('button').allTextContents())
      .toEqual(['City Council']);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('fit on a phone', async () => {
    const { context } = await openContext(browser, { size: 'phone', scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/search'));
    await page.getByRole('link', { name: 'Topics and names' }).click();
    await page.getByRole('region', { name: 'Places' }).waitFor();
    await picture(page, 'topics-phone-light');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await context.close();
  });
});
