import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProxyStatus } from '../../src/contract/library/proxies.ts';
import { createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`a file that browsers can't play${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof createTempFolder>>;

  beforeAll(async () => {
    folder = await createTempFolder();
    app = await startApp();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await folder?.remove();
  });

  test('shows the progress of its playable copy, retries after a failure, and plays without a reload', async () => {
    const source = join(folder.path, 'old.avi');
    const pictures = Array.from({ length: 40 }, (_, index) => texture(320, 180, Math.floor(index / 10)));
    await writeMedia(source, { video: { width: 320, height: 180, frameRate: 10, codec: 'mpeg4', pictures } });
    const client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const { jobId } = await client.upload('old.avi', await readFile(source));
    const { context } = await openContext(browser);
    const page = await context.newPage();

    // Short-lived states are replaced by fixed responses; the last responses come from the server. It may have a copy
    // already, which a real retry would replace while it plays.
    const running: ProxyStatus = { state: 'running', progress: 34, error_code: null, error: null, error_text: null };
    let held: ProxyStatus | null = running;
    let retried = false;
    await page.route(`**/videos/${jobId}/proxy`, async (route) => {
      if (route.request().method() === 'POST') {
        retried = true;
        held = null;
        return route.fulfill({ json: running });
      }
      return held ? route.fulfill({ json: held }) : route.continue();
    });
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByText('Creating playable copy · 34%').waitFor();
    await picture(page, 'video-proxy-running');
    held = {
      state: 'failed',
      progress: 0,
      error_code: 'internal',
      error: 'The disk is made of cheese.',
      error_text: null,
    };
    await page.getByRole('heading', { name: 'Couldn’t create a playable copy' }).waitFor();
    await page.getByText('The disk is made of cheese.').waitFor();
    await picture(page, 'video-proxy-failed');

    await page.getByRole('button', { name: 'Try again' }).click();
    const video = page.locator('video[src*="/proxy?"]');
    await video.waitFor();
    expect(retried).toBe(true);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
    await expect.poll(() => page.getByText('Creating playable copy').count()).toBe(0);
    await picture(page, 'video-proxy-playing');
    await context.close();
  });
});
