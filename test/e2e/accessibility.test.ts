import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../fixtures/client.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

describe.skipIf(noBrowser)(`accessibility${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let video: string;
  let story: string;
  const links: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    video = await addSpokenVideo(app, client, 'Harbor.mp4', [1, 2]);
    const moment = {
      job_id: video,
      start_time: 1,
      end_time: 4,
      title: 'Built in 1842',
      note: 'See **plan**',
      tags: ['Proof'],
    };
    const { id } = (await client.post('/moments', moment)).body;
    const items = [
      { kind: 'heading', text: 'Origins' },
      { kind: 'moment', moment_id: id },
      { kind: 'note', text: 'Two *accounts*' },
    ];
    story = (await client.post('/stories', { title: 'The crane', description: 'Who built it', items })).body.id;
    for (const of of [{ video_id: video }, { story_id: story }, { story_id: story, password: 'crane 1842' }])
      links.push((await client.post('/shared-reports', of)).body.share_hash);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test.each<OpenOptions>([{ scheme: 'dark' }, { scheme: 'light', size: 'phone', language: 'de-DE' }])(
    'no screen has serious axe violations: %j',
    async (options) => {
      const { context, problems } = await openContext(browser, options);
      const page = await context.newPage();
      const found: string[] = [];
      const { scheme, size = 'desktop' } = options;
      const check = async (name: string) => {
        await page.waitForFunction(
          () => !document.querySelector('[class*=skeleton]') && document.querySelector('main')?.textContent,
        );
        await picture(page, `axe-${name}-${size}-${scheme}`);
        found.push(...(await seriousProblems(page)).map((problem) => `${name}: ${problem}`));
      };
      const screens = {
        home: '/',
        library: '/library',
        stories: '/stories',
        story: `/stories/${story}`,
        search: '/search?q=captains',
        ask: '/ask',
        processing: '/processing',
        trash: '/trash',
        missing: '/nowhere',
        settings: '/settings',
      };
      // Changes the screen without a reload; each sets its title once it is there.
      const open = async (path: string) => {
        await page.evaluate((to) => {
          document.title = '';
          history.pushState(null, '', to);
        }, path);
        await page.waitForFunction(() => document.title !== '');
      };
      await page.goto(app.at('/nowhere'));
      await page.getByRole('main').waitFor();
      for (const [name, path] of Object.entries(screens)) {
        await open(path);
        await check(name);
      }
      const tabs = page.getByRole('tab');
      for (const [i, tab] of (await tabs.all()).entries()) {
        await tab.click();
        await check(`settings-${i}`);
      }
      await open(`/videos/${video}`);
      await tabs.nth(5).waitFor();
      for (const [i, name] of ['transcript', 'findings', 'overview', 'moments', 'ask', 'details'].entries()) {
        await tabs.nth(i).click();
        await check(`video-${name}`);
      }
      for (const [i, hash] of links.entries()) {
        await page.goto(`${app.url}/s/${hash}`);
        await page.getByRole('main').waitFor();
        await check(`shared-${i}`);
      }
      expect(found).toEqual([]);
      // The link with a password is asked for without it first.
      expect(problems.filter((problem) => !/status of 40[14]/.test(problem))).toEqual([]);
      await context.close();
    },
    300_000,
  );
});
