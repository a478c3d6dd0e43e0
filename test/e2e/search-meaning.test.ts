import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReelscopeError } from '../../src/contract/errors.ts';
import type { MediaService } from '../../src/server/workers/types.ts';
import { addProcessed } from '../db/store-fixture.ts';
import { localClient } from '../fixtures/client.ts';
import { type OllamaDouble, startOllamaDouble } from '../fixtures/ollama-double.ts';
import { writeSentenceModel } from '../fixtures/sentence-model.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

const DIMENSION = 8;
/** Engines whose batches the test can delay or fail. */
const script = { isHeld: false, error: '', isDown: false };
const embed: MediaService['embed'] = async (texts, { engines } = {}) => {
  const engine = engines?.embeddings.engine ?? 'bundled';
  if (script.isDown) throw new ReelscopeError('model_unavailable', 'Nothing runs.');
  if (engine !== 'bundled' && script.error) throw new ReelscopeError('model_unavailable', script.error);
  if (engine !== 'bundled' && texts.some((text) => text.endsWith('200'))) {
    await waitUntil(() => !script.isHeld, { timeout: 100_000 });
  }
  const named = {
    bundled: 'use-multilingual',
    transformers: `transformers/${engines?.embeddings.model}`,
    ollama: 'ollama/nomic-embed-text',
  };
  const vectors = texts.map((text) => Float32Array.from({ length: DIMENSION }, (_, i) => ((text.length + i) % 5) / 8));
  return { model: `${named[engine]}@1`, dimension: DIMENSION, vectors };
};

describe.skipIf(noBrowser)(`semantic search engines${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let ollama: OllamaDouble;
  let browser: Browser;

  beforeAll(async () => {
    app = await startScriptedApp({ embed });
    ollama = await startOllamaDouble();
    browser = await launch();
    await writeSentenceModel(join(app.server.dataFolder, 'models'), 'own-encoder');
    await localClient(app.server).patch('/models/settings', { ollama_url: ollama.url });
    const texts = Array.from({ length: 330 }, (_, i) => `finding ${i}`);
    addProcessed(app.server.store, app.server.services.authenticator.localUser(), texts);
    app.server.services.embeddingIndex.check();
    await waitUntil(() => app.server.store.segments.groupsMissingEmbeddings('use-multilingual@1').length === 0, {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    script.isHeld = false;
    await browser?.close();
    await ollama?.close();
    await app?.close();
  });

  test('switches engines, shows progress, cancels, and reports a failure', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/meaning'));
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('Universal Sentence Encoder Multilingual').getByText('In use').waitFor();
    await row('Multilingual E5 small')
      .getByRole('button', { name: 'Install Multilingual E5 small in Models' })
      .waitFor();
    await picture(page, 'settings-meaning-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);

    script.isHeld = true;
    await page.getByRole('button', { name: 'Use own-encoder' }).click();
    await page.getByText(/\d+ of 330 findings/).waitFor();
    await row('own-encoder').getByText('Preparing').waitFor();
    const bar = page.getByRole('progressbar');
    await waitUntil(async () => Number(await bar.getAttribute('aria-valuenow')) > 30, { timeout: 60_000 });
    await page.getByText('Searches use Universal Sentence Encoder Multilingual').waitFor();
    await picture(page, 'settings-meaning-progress-desktop-dark');

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at('/settings/meaning'));
    await small.getByText(/\d+ von 330 Ergebnissen/).waitFor();
    await picture(small, 'settings-meaning-phone-light');
    expect(await seriousProblems(small)).toEqual([]);
    await expect.poll(() => small.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Keep Universal Sentence Encoder Multilingual' }).click();
    await bar.waitFor({ state: 'detached' });
    script.isHeld = false;
    const options = async () => (await localClient(app.server).get('/models/settings')).body;
    await expect.poll(options).toMatchObject({ embedding_engine: 'bundled' });

    await page.getByRole('button', { name: 'Use own-encoder' }).click();
    await row('own-encoder').getByText('In use').waitFor();

    script.error = 'Ollama stopped answering.';
    await page.getByRole('button', { name: 'Use nomic-embed-text' }).click();
    await page.getByText('nomic-embed-text is unavailable').waitFor();
    await page.getByText('Searches use own-encoder').waitFor();
    await picture(page, 'settings-meaning-failed-desktop-dark');
    await page.getByRole('button', { name: 'Keep own-encoder' }).click();
    await page.getByText('nomic-embed-text is unavailable').waitFor({ state: 'detached' });
    script.error = '';
    await expect.poll(options).toMatchObject({ embedding_engine: 'transformers', embedding_model: 'own-encoder' });
    expect(problems).toEqual([]);
  });

  test('falls back to keyword search, and reports it, when no engine is available', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=finding%207'));
    await page.getByRole('main').getByText('finding 7').first().waitFor();
    await expect.poll(() => page.getByText('Keyword matches only').count()).toBe(0);
    script.isDown = true;
    await page.getByRole('combobox', { name: /Search speech/ }).fill('finding 8');
    await page.getByText('Keyword matches only').waitFor();
    await picture(page, 'search-words-only-desktop-dark');
    await page.getByRole('button', { name: 'Semantic search settings' }).click();
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    script.isDown = false;
    expect(problems).toEqual([]);
  });
});
