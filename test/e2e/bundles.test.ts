import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';

type App = Awaited<ReturnType<typeof startScriptedApp>>;

describe.skipIf(noBrowser)(`bundles${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let apps: [from: App, to: App];
  let browser: Browser;
  let jobId: string;

  beforeEach(async () => {
    apps = [await startScriptedApp(), await startScriptedApp()];
    browser = await launch();
    const client = localClient(apps[0].server);
    ({ jobId } = await client.upload('Bridge.mp4', fakeMedia(10)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
  });
  afterEach(async () => {
    await browser?.close();
    await Promise.all((apps ?? []).map((app) => app.close()));
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)(
    'travel from one library to another, once, and damaged ones are refused (%s, %s)',
    async (size, scheme) => {
      const [from, to] = apps;
      const { context, problems } = await openContext(browser, { size, scheme });
      const page = await context.newPage();
      await page.goto(from.at('/processing'));
      await page
        .getByRole('button', { name: /^Actions for Bridge/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /Export/ }).click();
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save Reelscope bundle' });
      await save.scrollIntoViewIfNeeded();
      await picture(page, `bundle-export-${size}`);
      const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(download.suggestedFilename()).toBe('Bridge.reelscope');
      const folder = await tempFolder();
      const bundle = join(folder, 'Bridge.reelscope');
      const damaged = join(folder, 'Damaged.reelscope');
      const content = await readFile(await download.path());
      await writeFile(bundle, content);
      await writeFile(damaged, content.subarray(0, content.length / 2));

      await page.goto(to.at('/library'));
      await page.getByText('Add your first video').first().waitFor();
      await dropFiles(page, [bundle, damaged]);
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await row('Bridge')
        .getByText(/^From another installation, key .* · \d+ findings$/)
        .waitFor();
      await picture(page, `bundle-question-${size}`);
      await row('Bridge').getByRole('button', { name: 'Import', exact: true }).click();
      await row('Bridge').getByText('Added from bundle').waitFor();
      await row('Damaged')
        .getByText(/damaged/i)
        .waitFor();
      await picture(page, `bundle-import-${size}`);
      expect(await seriousProblems(page)).toEqual([]);
      await row('Bridge').getByRole('link', { name: 'Open' }).click();
      await page.getByText('TAXI').first().waitFor();
      await picture(page, `bundle-video-${size}`);
      expect(await seriousProblems(page)).toEqual([]);

      await row('Damaged').getByRole('button', { name: 'Remove' }).click();
      await dropFiles(page, [bundle]);
      await row('Bridge').getByRole('button', { name: 'Import', exact: true }).click();
      await row('Bridge').getByText('Already in library').first().waitFor();
      const { job_id: imported } = (await localClient(to.server).get('/videos')).body[0];
      const texts = (app: App, id: string) =>
        app.store.segments.list(1, id, ['scenes', 'ocr']).map(({ content: text }) => text);
      expect(texts(to, imported)).toEqual(texts(from, jobId));
      await expect.poll(async () => (await localClient(to.server).get('/videos')).body).toHaveLength(1);

      // The damaged bundle, and the file that did not come with the results.
      expect(problems.filter((line) => !/status of (4\d\d)/.test(line))).toEqual([]);
      await context.close();
    },
  );
});
