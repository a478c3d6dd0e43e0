import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../fixtures/client.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';
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
    const speech = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Speech recognition defaults' }) });
    expect(await speech.getByRole('textbox', { name: 'Custom vocabulary' }).count()).toBe(1);
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

  test('offer to remove an imported model that is damaged, and no download of it', async () => {
    const path = join(await tempFolder(), 'ggml-newsroom.bin');
    await writeWhisperModel(path, { pieces: [' hi'], endSeconds: 1, multilingual: false });
    const client = createClient(app.server, `Bearer ${app.token}`);
    const { body } = await client.post('/models/import', { path });
    const model = join(app.server.dataFolder, 'models', body.id);
    const weights = (await readdir(model)).find((name) => name !== 'model.json')!;
    await writeFile(join(model, weights), 'cut');
    const { context, problems } = await openContext(browser, { scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/settings/models?show=models.mirror'));
    const row = page.getByRole('listitem').filter({ hasText: 'newsroom (imported)' });
    await row.getByText('Remove it and import it again.').waitFor();
    await row.scrollIntoViewIfNeeded();
    await picture(page, 'settings-models-damaged-import');
    await expect.poll(() => row.getByRole('button').count()).toBe(1);
    await row.getByRole('button', { name: 'Remove: newsroom (imported)' }).click();
    await page.getByText('need to import it again').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await client.get('/models')).body.models.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect(problems).toEqual([]);
  });
});
