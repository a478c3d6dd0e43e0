import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import { type OllamaDouble, startOllamaDouble } from '../fixtures/ollama-double.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`Ollama settings${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let ollama: OllamaDouble;
  let browser: Browser;

  beforeAll(async () => {
    app = await startScriptedApp();
    ollama = await startOllamaDouble();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await ollama?.close();
    await app?.close();
  });

  test('tests and saves a server URL, and lists its models by capability', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/ollama'));
    const address = page.getByLabel('Server URL');
    const settings = async () => (await localClient(app.server).get('/models/settings')).body;

    await address.fill('not a url');
    await page.getByText('Enter an address that begins with http:// or https://.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

    // Nothing listens on port 1: the reason is shown, and a connection test saves nothing.
    await address.fill('127.0.0.1:1');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('status').getByText('Can’t connect').waitFor();
    await address.fill(`${ollama.url.replace('http://', '')}/`);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connected to Ollama 0.12.6, 3 models').waitFor();
    await expect.poll(async () => (await settings()).ollama_url).toBeNull();

    await page.getByRole('button', { name: 'Save' }).click();
    const vision = page.getByLabel('Vision: image descriptions and objects');
    await vision.waitFor();
    await expect.poll(async () => (await settings()).ollama_url).toBe(ollama.url);
    await expect.poll(() => vision.locator('option').allInnerTexts()).toEqual(['Automatic (moondream)', 'moondream']);
    const language = page.getByLabel('Language: summaries and answers');
    await expect
      .poll(() => language.locator('option').allInnerTexts())
      .toEqual(['Automatic (llama3.2:3b)', 'moondream', 'llama3.2:3b']);
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await language.selectOption('llama3.2:3b');
    await changed;
    await expect.poll(settings).toMatchObject({ ollama_language_model: 'llama3.2:3b', ollama_vision_model: null });
    await page.getByText('ollama pull moondream').waitFor();
    await picture(page, 'settings-ollama-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    expect(problems).toEqual([]);

    // Another server: its state is listed beside the first one's.
    const other = await startOllamaDouble({ models: [{ name: 'gemma3:4b' }] });
    await page.getByLabel('URL of another server').fill(other.url.replace('http://', ''));
    await page.getByRole('button', { name: 'Add server' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: other.url })
      .getByText('Connected to Ollama 0.12.6, 1 model')
      .waitFor();
    await expect.poll(async () => (await settings()).ollama_more_urls).toEqual([other.url]);
    await picture(page, 'settings-ollama-servers-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await other.close();
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: other.url }).getByText('Can’t connect').waitFor();
    await page.getByText('Connected to Ollama 0.12.6, 3 models').waitFor();

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at('/settings/ollama'));
    await small.getByText('Verbunden mit Ollama 0.12.6, 3 Modelle').waitFor();
    await picture(small, 'settings-ollama-phone-light');
    expect(await seriousProblems(small)).toEqual([]);
    await expect.poll(() => small.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    await address.fill('');
    const emptied = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await emptied;
    await expect.poll(async () => (await settings()).ollama_url).toBeNull();
  });
});
