import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localClient, otherClient } from '../fixtures/client.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`signing in${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const isIn = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();
  const isOut = (page: Page) => page.getByRole('heading', { name: 'Sign in to Reelscope' }).waitFor();

  test('signs in by link, removes the token from the URL, and stays signed in after a reload and in a new tab', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await isIn(page);
    expect(page.url()).toBe(`${app.url}/library`);
    await page.reload();
    await isIn(page);
    const tab = await context.newPage();
    await tab.goto(`${app.url}/library`);
    await isIn(tab);
    expect(problems).toEqual([]);
  });

  test('asks for a pasted link, token, or key', async () => {
    const { body } = await localClient(app.server).post('/keys', { name: 'test' });
    for (const text of [app.at('/'), app.token, body.raw_key as string]) {
      const { context } = await openContext(browser);
      const page = await context.newPage();
      await page.goto(`${app.url}/library`);
      await isOut(page);
      await page.getByLabel('Link, token, or API key').fill(text);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await isIn(page);
      await context.close();
    }
  });

  test('distinguishes malformed from rejected credentials', async () => {
    const { context } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.url);
    await isOut(page);
    await picture(page, 'sign-in-light');
    expect(await seriousProblems(page)).toEqual([]);
    const field = page.getByLabel('Link, token, or API key');
    await field.fill('hello');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('isn’t a sign-in link').waitFor();
    await field.fill(`svc_live_${'0'.repeat(64)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Sign-in failed').waitFor();
  });

  test('signs out when the key is revoked', async () => {
    const client = localClient(app.server);
    const { body } = await client.post('/keys', { name: 'short' });
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.url);
    await page.getByLabel('Link, token, or API key').fill(body.raw_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isIn(page);
    await client.delete(`/keys/${body.id}`);
    // The library's event stream may have signed out first; then there is nothing left to click.
    await page
      .getByRole('link', { name: 'Library' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await isOut(page);
  });

  test('renews the token before it expires', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(app.at('/library'));
    await isIn(page);
    const before = await page.evaluate(() => sessionStorage.getItem('reelscope.credential'));
    const renewal = page.waitForResponse(`${app.url}/api/tokens`);
    await page.clock.fastForward('11:55:00');
    const { token } = (await (await renewal).json()) as { token: string };
    await page.waitForFunction((old) => sessionStorage.getItem('reelscope.credential') !== old, before);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('reelscope.credential'))).toContain(token);
  });

  test('signs thumbnails for their owner only, and never signs a source', async () => {
    const mine = localClient(app.server);
    const { jobId } = await mine.upload('a.mp4', 'REEL 10 picture');
    const { body } = await (await otherClient(app.server)).get('/pictures');
    const foreign = (body.thumbnail_url as string).replace('{job_id}', jobId);
    expect((await fetch(foreign)).status).toBe(404);
    const own = ((await mine.get('/pictures')).body.thumbnail_url as string).replace('{job_id}', jobId);
    expect((await fetch(own.replace('/thumbnail', '/source'))).status).toBe(404);
    expect((await fetch(own.replace('user=1', 'user=2'))).status).toBe(403);
  });
});
