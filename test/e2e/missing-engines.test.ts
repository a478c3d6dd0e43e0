import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MODELS_URL } from '../../src/contract/system/models.ts';
import { CATALOG } from '../../src/models/catalog/index.ts';
import { urlOf } from '../../src/models/installer/install.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { type ModelHost, startModelHost } from '../fixtures/model-host.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const TINY = CATALOG.find(({ id }) => id === 'whisper-tiny-int8')!;
/** The model without published checksums, so that the test can serve any file for it. */
const LOOSE = CATALOG.find(({ id }) => id === 'vit-gpt2-image-captioning')!;

describe.skipIf(noBrowser)(`missing engines${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let host: ModelHost;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    const folder = await createTempFolder();
    const speech = join(folder.path, 'ggml-tiny.bin');
    await writeWhisperModel(speech, { pieces: [' hi'], endSeconds: 1 });
    const bytes = await readFile(speech);
    host = await startModelHost({
      ...Object.fromEntries(TINY.files.map(({ path, bytes }) => [urlOf(TINY, path, ''), Buffer.alloc(bytes!)])),
      ...Object.fromEntries(LOOSE.files.map(({ path }) => [urlOf(LOOSE, path, ''), bytes])),
    });
    host.holdAfter = 4_000_000;
    app = await startApp();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const clip = join(folder.path, 'Street.mp4');
    const pictures = Array.from({ length: 20 }, () => texture(320, 180, 1));
    await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
    jobId = (await client.upload('Street.mp4', Buffer.from(await readFile(clip)))).jobId;
    await folder.remove();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await host?.close();
  });

  const openDialog = async (page: Page, name: string) => {
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('button', { name, exact: true }).first().click();
    return page.getByRole('dialog');
  };

  test('sets a download source in the settings, and resets it when the field is cleared', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/models?show=models.mirror'));
    const field = page.getByLabel('Mirror URL');
    const save = page.locator('section').filter({ has: field }).getByRole('button', { name: 'Save' });
    const saved = async () => (await client.get('/models/settings')).body.models_url;
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('mirror.example.org/hub/');
    await save.click();
    await waitUntil(async () => (await saved()) === 'https://mirror.example.org/hub', { timeout: 30_000 });
    await waitUntil(() => save.isDisabled(), { timeout: 30_000 });
    await expect.poll(() => field.inputValue()).toBe('https://mirror.example.org/hub');
    await field.scrollIntoViewIfNeeded();
    await picture(page, 'settings-mirror-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await field.fill('');
    await save.click();
    await waitUntil(async () => (await saved()) === DEFAULT_MODELS_URL, { timeout: 30_000 });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('names the missing speech model with its size, and installs it from the dialog', async () => {
    await client.patch('/models/settings', { models_url: host.url, speech_model: TINY.id });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    const dialog = await openDialog(page, 'Analyze');
    await dialog.getByText(`The selected model “${TINY.name}” isn’t installed.`).waitFor();
    await picture(page, 'process-missing-dark');
    expect(await seriousProblems(page)).toEqual([]);
    expect(host.requests).toEqual([]);
    await dialog.getByRole('button', { name: /^Install Whisper tiny int8 \([\d.]+ MB\)$/ }).click();
    const bar = dialog.getByRole('progressbar', { name: 'Whisper tiny int8' });
    await waitUntil(async () => Number(await bar.getAttribute('aria-valuenow')) > 5, { timeout: 60_000 });
    await picture(page, 'process-installing-dark');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByRole('button', { name: /^Resume Whisper tiny int8/ }).waitFor();
    await dialog.getByRole('button', { name: 'Other models: Model settings' }).click();
    await page.waitForURL(`${app.url}/settings/models`);
    await dialog.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('selects speech once its model is installed', async () => {
    host.resume();
    await client.patch('/models/settings', { models_url: host.url, speech_model: LOOSE.id });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    const dialog = await openDialog(page, 'Analyze');
    const speech = dialog.getByRole('checkbox', { name: /^Speech/ });
    await dialog.getByText(`The selected model “${LOOSE.name}” isn’t installed.`).waitFor();
    await expect.poll(() => speech.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: `Install ${LOOSE.name}` }).click();
    await waitUntil(() => speech.isChecked(), { timeout: 60_000 });
    await expect.poll(() => speech.isEnabled()).toBe(true);
    await expect.poll(() => dialog.getByRole('button', { name: /^Install/ }).count()).toBe(0);
    await client.patch('/models/settings', { speech_model: null });
    await client.delete(`/models/${LOOSE.id}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('shows missing engines and where to fix them when offline, on a phone', async () => {
    await client.patch('/models/settings', {
      offline: true,
      ollama_url: 'http://127.0.0.1:9',
      speech_model: TINY.id,
    });
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const page = await context.newPage();
    const dialog = await openDialog(page, 'Analysieren');
    await dialog.getByText('Reelscope ist offline').waitFor();
    await dialog.getByText('Shots werden nicht beschrieben').waitFor();
    await picture(page, 'process-without-phone-light');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await dialog.getByText('Ollama nicht verfügbar').scrollIntoViewIfNeeded();
    await picture(page, 'process-without-end-phone-light');
    await dialog.getByRole('button', { name: 'Ollama-Einstellungen' }).click();
    await page.waitForURL(`${app.url}/settings/ollama`);
    expect(problems).toEqual([]);
    await context.close();

    const desktop = await openContext(browser, { scheme: 'light' });
    const large = await desktop.context.newPage();
    await (await openDialog(large, 'Analyze')).getByText('Shots are not described').waitFor();
    await picture(large, 'process-without-light');
    expect(await seriousProblems(large)).toEqual([]);
    await desktop.context.close();
  });
});
