import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';

const SECONDS = 20;

describe.skipIf(noBrowser)(`added findings${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    const folder = await createTempFolder();
    const clip = join(folder.path, 'Harbor.mp4');
    const pictures = Array.from({ length: SECONDS * 5 }, (_, i) => texture(320, 180, i < 50 ? 1 : 2));
    await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 5, pictures } });
    ({ jobId } = await client.upload('Harbor.mp4', new Uint8Array(await readFile(clip))));
    await folder.remove();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('article').first().waitFor();
    return { page, context, problems };
  };
  const stored = async (): Promise<Segment[]> => (await client.get(`/results/job/${jobId}?modules=ocr`)).body.segments;

  test('are made from the marked range, edited in place, and state who added them', async () => {
    const { page, context, problems } = await open();
    await page.keyboard.press('i');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('o');
    await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: 'Add finding' }).click();
    const form = page.getByRole('form', { name: 'Add finding' });
    await expect.poll(() => form.getByLabel('End', { exact: true }).inputValue()).toBe('0:05');
    await form.getByLabel('Type').selectOption('ocr');
    await form.getByLabel('End', { exact: true }).fill('0:00');
    await form.getByText('Must be after the start.').waitFor();
    await expect.poll(() => form.getByRole('button', { name: 'Add finding' }).isDisabled()).toBe(true);
    await form.getByLabel('End', { exact: true }).fill('0:04.5');
    await form.getByLabel('Text').fill('Pier 7');
    await picture(page, 'finding-added-form');
    expect(await seriousProblems(page)).toEqual([]);
    await form.getByLabel('Text').press('Enter');
    const row = page
      .getByRole('list', { name: 'Findings by time' })
      .getByRole('article')
      .filter({ hasText: 'AddedPier 7' });
    await row.waitFor();
    await expect.poll(() => row.getByText('Added', { exact: true }).getAttribute('title')).toMatch(/^Added by .+, /);
    await expect
      .poll(stored)
      .toMatchObject([{ content: 'Pier 7', start_time: 0, end_time: 4.5, data: { added: true } }]);

    await row.hover();
    await row.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Start', { exact: true }).fill('0:02');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await stored())[0]?.start_time).toBe(2);
    await row.waitFor();
    await picture(page, 'finding-added');
    await page.reload();
    await row.waitFor();
    await context.close();
    expect(problems).toEqual([]);
  });

  test('a finding of an analysis gets other times, and its own back', async () => {
    const { page, context, problems } = await open();
    const shots = async (): Promise<Segment[]> =>
      (await client.get(`/results/job/${jobId}?modules=scenes`)).body.segments;
    const [first] = await shots();
    const row = page.getByRole('list', { name: 'Findings by time' }).getByRole('article').filter({ hasText: 'Shot 1' });
    await row.hover();
    await row.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('End', { exact: true }).fill('0:08.25');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await shots())[0]?.end_time).toBe(8.25);
    await expect.poll(() => row.getByText('Edited', { exact: true }).getAttribute('title')).toContain('(0:00.0–');
    await row.hover();
    await row.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Revert to original' }).click();
    await expect.poll(async () => (await shots())[0]?.end_time).toBe(first!.end_time);
    await expect.poll(() => row.getByText('Edited', { exact: true }).count()).toBe(0);
    await context.close();
    expect(problems).toEqual([]);
  });

  test('fit on a phone, in German', async () => {
    const { page, context, problems } = await open({ size: 'phone', language: 'de', scheme: 'light' });
    await page.getByRole('button', { name: 'Ergebnis hinzufügen' }).last().click();
    const form = page.getByRole('form', { name: 'Ergebnis hinzufügen' });
    await form.getByLabel('Text').fill('Hafenkapitän am Kran');
    await expect.poll(() => form.getByLabel('Ende', { exact: true }).inputValue()).toBe('0:03');
    await picture(page, 'finding-added-phone');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
    expect(problems).toEqual([]);
  });
});
