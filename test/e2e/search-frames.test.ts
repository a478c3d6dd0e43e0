import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FrameIndexState } from '../../src/contract/system/models.ts';
import { addProcessed } from '../db/store-fixture.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { writeTextImageFolder } from '../fixtures/text-image-model.ts';
import { waitUntil } from '../fixtures/wait.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`search by what is shown${noBrowser ? ` (${noBrowser})` : ''}`, () => {
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

  test('imports a model, selects it, and finds a shot without a label', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/settings/models'));
    await page.getByText('Install SigLIP 2 (about 100 languages) or CLIP (English)').waitFor();
    await picture(page, 'settings-frames-none-desktop-dark');
    const source = join(await tempFolder(), 'tiny');
    await writeTextImageFolder(source);
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Path to model file or folder').fill(source);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'tiny' }).getByRole('button', { name: 'Use' }).click();
    const state = async () => {
      const url = new URL('/api/models/frames', app.url);
      const response = await fetch(url, { headers: { authorization: `Bearer ${app.token}` } });
      return FrameIndexState.parse(await response.json());
    };
    const { engine } = await waitUntil(
      async () => {
        const now = await state();
        return now.status === 'ready' && now;
      },
      { timeout: 60_000 },
    );
    await page.getByText('0 of 0 videos').waitFor();
    await page.getByRole('heading', { name: 'Visual search' }).scrollIntoViewIfNeeded();
    await picture(page, 'settings-frames-ready-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);

    // The only user of a new library.
    const userId = 1;
    const video = addProcessed(app.store, userId, ['Shot 1'], { module: 'scenes', name: 'street.mp4' });
    const vector = Float32Array.from({ length: 64 }, (_, i) => (i === 0 ? 1 : i < 3 ? -1 : 0) / Math.sqrt(3));
    app.store.frames.put(video.id, engine!, [{ timeMs: 0, vector }]);
    await page.goto(app.at('/search?q=ein+rotes+Auto'));
    await page.getByText('visual match').waitFor();
    await picture(page, 'search-looks-desktop-dark');
    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at('/search?q=ein+rotes+Auto'));
    await small.getByText('visueller Treffer').waitFor();
    await picture(small, 'search-looks-phone-light');
    expect(problems).toEqual([]);
  });
});
