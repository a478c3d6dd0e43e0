import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const MODULES = '["scenes","visualelements","ocr"]';

describe.skipIf(noBrowser)(`source files${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;
  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    client = localClient(app.server);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, options: OpenOptions = {}) => {
    const { context } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return page;
  };
  const add = async (name: string, content: string) => {
    const { jobId, filePath } = await client.upload(name, content);
    await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    await client.settled(jobId);
    await app.server.services.sourceFiles.hashPending();
    return { jobId, file: join(app.server.dataFolder, 'storage', filePath) };
  };

  test('a changed file is not played, and can replace the former one', async () => {
    const { jobId, file } = await add('interview.mp4', fakeMedia(10, 'first'));
    await writeFile(file, fakeMedia(20, 'second'));
    const german = await open(`/videos/${jobId}`, { size: 'phone', scheme: 'light', language: 'de' });
    await german.getByRole('heading', { name: 'Datei geändert' }).waitFor();
    await picture(german, 'video-file-changed-phone-de');
    expect(await seriousProblems(german)).toEqual([]);
    await german.context().close();

    const page = await open(`/videos/${jobId}`);
    await page.getByRole('heading', { name: 'File changed' }).waitFor();
    await page.getByRole('article').filter({ hasText: 'TextTAXI' }).waitFor();
    await picture(page, 'video-file-changed');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use changed file…' }).click();
    await page.getByRole('alertdialog').waitFor();
    await picture(page, 'video-file-replace');
    await page.getByRole('button', { name: 'Use changed file', exact: true }).click();
    await page.getByRole('heading', { name: 'Not analyzed' }).waitFor();
    await expect
      .poll(async () => (await client.get(`/videos/${jobId}`)).body)
      .toMatchObject({ status: 'uploaded', duration: 20 });
    await page.context().close();
  });

  test('a missing file is relinked on its page, and others in the settings', async () => {
    const folder = await tempFolder();
    const one = await add('one.mp4', fakeMedia(10, 'one'));
    const two = await add('two.mp4', fakeMedia(10, 'two'));
    await rename(one.file, join(folder, 'renamed.mov'));
    await rename(two.file, join(folder, 'two.mp4'));
    await writeFile(join(folder, 'other.mp4'), fakeMedia(10, 'other'));
    const page = await open(`/videos/${one.jobId}`);
    await page.getByRole('heading', { name: 'File not found' }).waitFor();
    await page.getByRole('button', { name: 'Relink…' }).click();
    const path = page.getByRole('textbox', { name: 'File' });
    await path.fill(join(folder, 'other.mp4'));
    await page.getByRole('button', { name: 'Relink', exact: true }).click();
    await page.getByText('This is a different file').waitFor();
    await picture(page, 'relink-other-file');
    expect(await seriousProblems(page)).toEqual([]);
    await path.fill(join(folder, 'renamed.mov'));
    await page.getByRole('button', { name: 'Relink', exact: true }).click();
    await page.getByText('File relinked', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'File not found' }).waitFor({ state: 'detached' });

    await page.goto(app.at('/settings/storage'));
    await page.getByText('Missing or changed files').waitFor();
    await picture(page, 'settings-missing-files');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Relink folder…' }).click();
    await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await page.getByRole('button', { name: 'Find files' }).click();
    await page.getByText('1 file relinked').waitFor();
    await picture(page, 'relink-folder');
    expect(await seriousProblems(page)).toEqual([]);
    await page.context().close();
    await expect.poll(async () => (await client.get('/storage/sources')).body).toEqual([]);
  });

  test('chats about a deleted video stay readable in the settings', async () => {
    const { jobId } = await add('talk.mp4', fakeMedia(10, 'talk'));
    await client.post('/chat/ask', { question: 'When does a bicycle appear?', video_id: jobId });
    await client.delete(`/videos/${jobId}`);
    const page = await open('/settings/storage', { scheme: 'light' });
    await page.getByRole('button', { name: 'Show chats' }).click();
    await picture(page, 'deleted-chats');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^When does a bicycle appear/ }).click();
    await page.getByText('“talk.mp4” was deleted').waitFor();
    await picture(page, 'deleted-chat');
    expect(await seriousProblems(page)).toEqual([]);
    await page.context().close();
  });

  test.each<OpenOptions>([{ scheme: 'light' }, { size: 'phone', language: 'de' }])(
    'storage options are changed in the settings: %j',
    async (options) => {
      const isGerman = options.language === 'de';
      const page = await open('/settings/storage', options);
      const mode = page.getByLabel(isGerman ? 'Importierte Dateien' : 'Imported files');
      await mode.selectOption('reference');
      const free = page.getByLabel(isGerman ? /^Analyse anhalten/ : /^Pause analysis/);
      await free.fill(isGerman ? '800' : '700');
      await free.press('Enter');
      const kept = page.getByLabel(isGerman ? 'Aufbewahrte tägliche Sicherungen' : 'Daily backups to keep');
      await kept.fill('0');
      await page.getByText('365').waitFor();
      await kept.fill(isGerman ? '14' : '12');
      await kept.press('Enter');
      await expect
        .poll(async () => (await client.get('/storage/options')).body, { timeout: 30_000 })
        .toMatchObject({
          import_mode: 'reference',
          min_free_bytes: isGerman ? 800_000_000 : 700_000_000,
          kept_backups: isGerman ? 14 : 12,
        });
      await kept.scrollIntoViewIfNeeded();
      await picture(page, `settings-storage-options-${isGerman ? 'phone-de' : 'light'}`);
      expect(await seriousProblems(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await page.context().close();
    },
  );
});
