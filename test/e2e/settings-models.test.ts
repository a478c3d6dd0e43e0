import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`settings of models${noBrowser ? ` (${noBrowser})` : ''}`, () => {
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

  test('offer levels beside the included one and speakers, all else under Advanced, and no quota on the own computer', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/models'));
    const levels = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Install: / }) });
    await page.getByRole('button', { name: /^Add larger models/ }).waitFor();
    // "Best" needs Metal.
    await expect
      .poll(async () => (await levels.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toContain('Balanced');
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: /^Fast/ }).innerText()).toContain('In use');
    await expect.poll(() => page.getByText('Download source').isVisible()).toBe(false);
    await picture(page, 'settings-models-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    // A setting that is named is unfolded.
    await page.goto(app.at('/settings/models?show=models.mirror'));
    await page.getByRole('heading', { name: 'Download source' }).waitFor();
    await page.goto(app.at('/settings/usage'));
    await page.getByText('Recent analyses').waitFor();
    await expect.poll(() => page.getByText('Quota').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
