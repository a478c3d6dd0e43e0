import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fakeMedia } from '../fixtures/server.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

/** Part of a file that is copied, and the interval of parts in milliseconds. */
const PART = 'x'.repeat(64 * 1024);
const PART_MS = 100;

/** Takes a picture of the page in a small window. */
async function narrow(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 1024, height: 768 });
  await picture(page, name);
  await page.setViewportSize(before);
}

describe.skipIf(noBrowser)(`watch folders${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let temp: Awaited<ReturnType<typeof createTempFolder>>;

  beforeEach(async () => {
    [app, browser, temp] = [await startScriptedApp(), await launch(), await createTempFolder()];
    app.store.projects.create(1, { name: 'Harbor', description: null });
  });
  afterEach(async () => {
    await browser?.close();
    await app?.close();
    await temp?.remove();
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)(
    'are added, wait for a slow copy, state what they leave out, and are removed (%s, %s)',
    async (size, scheme) => {
      const { context, problems } = await openContext(browser, { size, scheme });
      const page = await context.newPage();
      await page.goto(app.at('/processing'));
      await page.getByRole('button', { name: 'Watch folders' }).click();
      await page.getByText('No watch folders').waitFor();
      await picture(page, `watch-folders-none-${size}`);

      const folder = join(temp.path, `${size} footage`);
      await page.getByRole('button', { name: 'Add watch folder' }).click();
      const dialog = page.getByRole('dialog');
      const submit = dialog.getByRole('button', { name: 'Watch folder' });
      await dialog.getByLabel('Folder', { exact: true }).fill(folder);
      await submit.click();
      await dialog.getByText('There is no folder').waitFor();
      await fs.mkdir(join(folder, 'day 1'), { recursive: true });
      await dialog.getByLabel('Project').selectOption({ label: 'Harbor' });
      await dialog.getByLabel('Names').fill('*.{mp4,mov}');
      await dialog.getByLabel('Minimum size (MB)').fill('lots');
      await dialog.getByLabel('Unchanged for (seconds)').fill('2');
      await dialog.getByText('Enter a number up to').waitFor();
      await picture(page, `watch-folders-form-${size}`);
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await dialog.getByLabel('Minimum size (MB)').fill('0,01');
      await dialog.getByLabel('Types').selectOption('some');
      await dialog.getByRole('checkbox', { name: 'Text' }).click();
      expect(await seriousProblems(page)).toEqual([]);
      await submit.click();
      const row = page.getByRole('listitem', { name: `${size} footage` });
      await row.getByText('Watching', { exact: true }).waitFor();
      await row.getByText('No files yet').waitFor();

      // A camera’s file that takes longer to arrive than the folder waits for a file that no longer changes.
      const copied = (await fs.open(join(folder, 'day 1', 'harbor.mp4'), 'w')).createWriteStream();
      copied.write(fakeMedia(10, size));
      let parts = 0;
      const copying = setInterval(() => {
        copied.write(PART);
        parts++;
      }, PART_MS);
      onTestFinished(() => clearInterval(copying));
      await fs.writeFile(join(folder, 'notes.mkv'), fakeMedia(10, PART));
      await fs.writeFile(join(folder, 'tiny.mp4'), fakeMedia(10, 'tiny'));
      await fs.writeFile(join(folder, 'broken.mov'), PART);
      await row.getByRole('button', { name: 'Scan now' }).click();
      // For longer than it must stay unchanged.
      await expect.poll(() => parts * PART_MS).toBeGreaterThan(4000);
      await row.getByRole('button', { name: /waiting$/ }).waitFor();
      await expect.poll(() => row.getByRole('button', { name: /analyzed$/ }).count()).toBe(0);
      await row.getByRole('button', { name: /waiting$/ }).click();
      await dialog.getByText('day 1/harbor.mp4').waitFor();
      await picture(page, `watch-folders-waiting-${size}`);
      await page.keyboard.press('Escape');
      clearInterval(copying);
      copied.end();
      await once(copied, 'close');
      await row.getByRole('button', { name: '1 analyzed' }).waitFor();
      const [video] = app.store.videos.list(1);
      expect(video).toMatchObject({ name: 'harbor.mp4', projectId: 1 });
      expect(app.store.videos.get(1, video!.jobId)!.fileSize).toBe(
        (await fs.stat(join(folder, 'day 1', 'harbor.mp4'))).size,
      );

      await row.getByRole('button', { name: '1 failed' }).waitFor();
      await row.getByRole('button', { name: '2 skipped' }).waitFor();
      await picture(page, `watch-folders-${size}`);
      if (size === 'desktop') await narrow(page, 'watch-folders-1024');
      expect(await seriousProblems(page)).toEqual([]);
      await row.getByRole('button', { name: 'Files', exact: true }).click();
      for (const text of ['Name doesn’t match', 'Too small', 'The file is no video or sound.']) {
        await dialog.getByText(text).waitFor();
      }
      await dialog.getByText('Ready', { exact: true }).waitFor();
      await picture(page, `watch-folders-files-${size}`);
      if (size === 'desktop') await narrow(page, 'watch-folders-files-1024');
      expect(await seriousProblems(page)).toEqual([]);
      // Repaired in place, with the same size and time.
      const broken = join(folder, 'broken.mov');
      const { atime, mtime } = await fs.stat(broken);
      await fs.writeFile(broken, fakeMedia(10, `repaired ${size}`).padEnd(PART.length));
      await fs.utimes(broken, atime, mtime);
      const failed = dialog.getByRole('listitem').filter({ hasText: 'broken.mov' });
      await failed.getByRole('button', { name: 'Try again broken.mov' }).click();
      await failed.getByText('Ready', { exact: true }).waitFor();
      await page.keyboard.press('Escape');

      // A drive that is removed and comes back.
      await fs.rename(folder, `${folder}-gone`);
      await row.getByRole('button', { name: 'Scan now' }).click();
      await row.getByText('Folder missing').waitFor();
      await picture(page, `watch-folders-missing-${size}`);
      await fs.rename(`${folder}-gone`, folder);
      await row.getByRole('button', { name: 'Scan now' }).click();
      await row.getByText('Watching', { exact: true }).waitFor();

      await row.getByRole('switch').click();
      await row.getByText('Paused').waitFor();
      await row.getByRole('button', { name: `Edit ${size} footage` }).click();
      await dialog.getByLabel('Depth').selectOption('preview');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText(/First look only/).waitFor();
      await row.getByRole('button', { name: `Delete ${size} footage` }).click();
      await page.getByRole('button', { name: 'Stop watching' }).click();
      await page.getByText('No watch folders').waitFor();
      expect(app.store.videos.list(1)).toHaveLength(2);
      // The folder that did not exist.
      expect(problems.filter((line) => !line.includes('status of 404'))).toEqual([]);
      await context.close();
    },
  );
});
