import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`an empty library${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('adds and analyzes a sample video', async () => {
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    const button = page.getByRole('button', { name: 'Beispielvideo ausprobieren' });
    await page.goto(app.at('/library'));
    await button.waitFor();
    await picture(page, 'library-empty-phone-de');
    // Home is what a new user sees first.
    await page.goto(app.at('/'));
    await button.click();
    await page
      .getByRole('link', { name: /Beispielvideo/ })
      .first()
      .waitFor();
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const statuses = async () => (await client.get('/videos')).body.map(({ status }: { status: string }) => status);
    await expect.poll(statuses).toEqual([expect.stringMatching(/queued|processing|completed/)]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
