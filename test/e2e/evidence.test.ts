import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withSignature } from '../../src/contract/evidence/signature.ts';
import { manifestSectionMarkdown } from '../../src/core/evidence/report-section.ts';
import { exampleManifest } from '../contract/evidence/example-manifest.ts';
import { type Client, localClient } from '../fixtures/client.ts';
import { otherKey } from '../fixtures/other-key.ts';
import { FINDINGS, fakeMedia } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, type OpenOptions, openContext, picture } from './support/browser.ts';
import { dropFiles } from './support/drop.ts';
import { englishTexts } from './support/english-texts.ts';

/** A file as phones make them. */
const MEDIA = {
  container: 'mov',
  duration: 10,
  video: { codec: 'h264', width: 1920, height: 1080, frameRate: 29.97 },
  audio: { codec: 'aac', sampleRate: 48_000, channels: 2 },
  recording: {
    captured: { time: '2024-06-03T14:03:11', zone: '+02:00', tag: 'com.apple.quicktime.creationdate' },
    camera: { make: 'Apple', model: 'iPhone 15 Pro' },
    place: { latitude: 48.2082, longitude: 16.3738, altitude: 171.2, text: '+48.2082+016.3738+171.200/' },
    tags: { major_brand: 'qt', 'com.apple.quicktime.software': '17.5' },
    has_timed_metadata: false,
  },
};

describe.skipIf(noBrowser)(`evidence${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;
  beforeAll(async () => {
    app = await startScriptedApp({ probe: async () => ({ ...MEDIA, sizeBytes: 48_213_377 }) });
    browser = await launch();
    client = localClient(app.server);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, options: OpenOptions = {}) => {
    const { context, problems } = await openContext(browser, options);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, problems };
  };
  const analyze = async (jobId: string, modules: readonly string[]) => {
    await client.post(`/processing/${jobId}/start`, { selected_insights: JSON.stringify(modules) });
    await client.settled(jobId);
  };
  const add = async (name: string) => {
    const { jobId } = await client.upload(name, fakeMedia(10, name));
    await analyze(jobId, ['scenes', 'ocr']);
    await app.server.services.sourceFiles.hashPending();
    return jobId;
  };
  const analyzedTwice = async (name: string) => {
    const jobId = await add(name);
    const { ocr } = FINDINGS;
    FINDINGS.ocr = [{ ...ocr![0]!, content: 'TAXI 7' }];
    await analyze(jobId, ['scenes', 'ocr', 'visualelements']);
    FINDINGS.ocr = ocr!;
    return jobId;
  };
  const download = async (page: Page, name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
  };
  const details = (page: Page, name = 'Details') => page.getByRole('tab', { name }).click();

  test('the details show the file, and the history who did what', async () => {
    const jobId = await add('IMG_0042.MOV');
    await client.patch(`/videos/${jobId}`, { name: 'Harbor at noon.mov' });
    const { body: results } = await client.get(`/results/job/${jobId}`);
    await client.patch(`/segments/${results.ocr[0].id}`, { content: 'TAXI 7' });
    const { body: link } = await client.post('/shared-reports', { video_id: jobId });
    await fetch(`${app.server.apiUrl}/shared-reports/${link.share_hash}`);
    const { body: facts } = await client.get(`/videos/${jobId}/media`);

    const { page, problems } = await open(`/videos/${jobId}`);
    await details(page);
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(/^Verified: \d+ entries/).waitFor();
    await page.getByRole('definition').filter({ hasText: 'IMG_0042.MOV' }).waitFor();
    await page.getByText('Apple iPhone 15 Pro').waitFor();
    await page.getByText(/^Jun 3, 2024, 2:03:11\sPM \(UTC\+02:00\)$/).waitFor();
    await picture(page, 'details-file');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy SHA-256' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(facts.sha256);

    await history.getByText('Renamed').waitFor();
    await history.getByText('Harbor at noon.mov').waitFor();
    await history.getByText('TAXI 7').waitFor();
    await history.getByText('Share link 1 opened').waitFor();
    await history.getByRole('button', { name: 'Save as CSV' }).scrollIntoViewIfNeeded();
    await picture(page, 'details-history');
    expect(await seriousProblems(page)).toEqual([]);
    const csv = await download(page, 'Save as CSV');
    expect(csv.name).toBe('History of Harbor at noon.mov.csv');
    expect(csv.content).toContain('corrected');
    const json = JSON.parse((await download(page, 'Save as JSON')).content);
    expect(json).toMatchObject({ job_id: jobId, is_intact: true });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('a history that was changed names the entry', async () => {
    const jobId = await add('changed.mp4');
    const { page } = await open('/library', { scheme: 'light' });
    // The server locks its database; that it finds such a change is tested with the database.
    await page.route('**/audit', async (route) => {
      const log = await (await route.fetch()).json();
      await route.fulfill({ json: { ...log, is_intact: false, problem: { number: 1, kind: 'changed' } } });
    });
    await page.goto(app.at(`/videos/${jobId}`));
    await details(page);
    await page.getByText('History was changed').waitFor();
    await page.getByText('Entry 1 was changed.').scrollIntoViewIfNeeded();
    await picture(page, 'details-history-changed');
    expect(await seriousProblems(page)).toEqual([]);
    await page.context().close();
  });

  test('an earlier analysis is compared, restored, and the restore undone', async () => {
    const jobId = await analyzedTwice('twice.mp4');
    const { page, problems } = await open(`/videos/${jobId}`);
    await details(page);
    const versions = page.getByRole('region', { name: 'Analysis versions' });
    await versions.getByRole('button', { name: /^Compare/ }).scrollIntoViewIfNeeded();
    await picture(page, 'details-analyses');
    await versions.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('heading', { name: 'Compare analyses' }).waitFor();
    await page.getByText('TAXI 7').waitFor();
    await picture(page, 'details-compare');
    expect(await seriousProblems(page)).toEqual([]);
    // A click plays the time of the finding.
    await page.getByRole('button', { name: /TAXI 7/ }).click();
    await page.getByRole('slider', { name: 'Timeline' }).waitFor();
    await expect
      .poll(() => page.getByRole('slider', { name: 'Timeline' }).getAttribute('aria-valuetext'))
      .toMatch(/^0:05/);
    await page.getByRole('button', { name: 'Changed 1', exact: true }).click();
    await page.getByText('TAXI 7').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to details' }).click();

    await versions.getByRole('button', { name: /^Restore/ }).click();
    await page.getByText(/^Analysis of .* restored\. Your edits are kept\.$/).waitFor();
    await expect
      .poll(async () => (await client.get(`/results/job/${jobId}`)).body.ocr)
      .toMatchObject([{ content: 'TAXI' }]);
    await picture(page, 'details-restored');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restore undone', { exact: true }).waitFor();
    await expect
      .poll(async () => (await client.get(`/results/job/${jobId}`)).body.ocr)
      .toMatchObject([{ content: 'TAXI 7' }]);
    await page
      .getByRole('region', { name: 'History' })
      .getByText(/^Analysis of .* restored$/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('details on a phone in German', async () => {
    const jobId = await analyzedTwice('Hafen.mp4');
    const { page } = await open(`/videos/${jobId}`, { size: 'phone', scheme: 'light', language: 'de' });
    await details(page, 'Details');
    await page.getByText(/^Geprüft: \d+ Einträge/).scrollIntoViewIfNeeded();
    await picture(page, 'details-phone-de');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(() => englishTexts(page, ['Hafen.mp4', 'bicycle'])).toEqual([]);
    await page.getByRole('button', { name: /^Analyse vom .* vergleichen$/ }).click();
    await page.getByText('TAXI 7').scrollIntoViewIfNeeded();
    await picture(page, 'details-compare-phone-de');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(() => englishTexts(page, ['Hafen.mp4', 'bicycle'])).toEqual([]);
    await page.context().close();
  });

  test('a report that was exported is valid, and changed by one byte is not', async () => {
    const jobId = await add('report.mp4');
    const { page, problems } = await open(`/videos/${jobId}`);
    await page.getByText('TAXI').first().waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Include original name, recording time, camera, and place').click();
    await picture(page, 'export-signed');
    expect(await seriousProblems(page)).toEqual([]);
    const reports: { name: string; content: Buffer }[] = [];
    for (const name of ['Report with images (HTML)', 'Report (Markdown)', 'Data (JSON)']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: `Save ${name}` }).click(),
      ]);
      reports.push({ name: file.suggestedFilename(), content: await readFile(await file.path()) });
    }
    await page.keyboard.press('Escape');
    await details(page);
    for (const format of ['HTML', 'MD', 'JSON'])
      await page.getByRole('region', { name: 'History' }).getByText(`Exported as ${format}`).waitFor();

    // The page is reached by its command.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('verify report');
    await page.getByRole('option', { name: 'Verify report' }).first().click();
    await page.getByText('Drop a report here').waitFor();
    await picture(page, 'verify-empty');
    expect(await seriousProblems(page)).toEqual([]);
    const verify = async (name: string, buffer: Buffer) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
      return page.getByRole('article', { name });
    };
    for (const [i, { name, content }] of reports.entries()) {
      const valid = await verify(name, content);
      await valid.getByText('The report is unchanged and was signed by this installation.').waitFor();
      await valid.getByText('IMG').or(valid.getByText('report.mp4').first()).first().waitFor();
      if (i === 0) {
        await picture(page, 'verify-valid');
        expect(await seriousProblems(page)).toEqual([]);
      }
      const at = content.indexOf('TAXI');
      expect(at).toBeGreaterThan(0);
      content[at] = 'F'.charCodeAt(0);
      const changed = await verify(`changed ${name}`, content);
      await changed.getByText('The content or the signature was changed after the report was signed.').waitFor();
      if (i === 0) {
        await picture(page, 'verify-changed');
        expect(await seriousProblems(page)).toEqual([]);
      }
    }
    const unsigned = await verify('letter.md', Buffer.from('# A letter'));
    await unsigned.getByRole('heading', { name: 'Not signed' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('a dropped report of another installation is told by its key', async () => {
    const key = await otherKey();
    const text = `# Report\n\n${manifestSectionMarkdown(exampleManifest(), (plain) => plain)}\n`;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const file = join(await tempFolder(), 'Bericht.md');
    await writeFile(file, withSignature(text, key.sign('text', sha256)));
    const { page } = await open('/settings/verify', { size: 'phone', scheme: 'light', language: 'de' });
    await page.getByText('Bericht hier ablegen').waitFor();
    await dropFiles(page, [file]);
    await page.getByRole('heading', { name: 'Von einer anderen Installation signiert' }).waitFor();
    await page.getByText(key.fingerprint).waitFor();
    await picture(page, 'verify-other-phone-de');
    expect(await seriousProblems(page)).toEqual([]);
    await expect.poll(() => englishTexts(page, ['clip.mp4', 'IMG_1.MOV'])).toEqual([]);
    // Not added to the library.
    await expect
      .poll(async () => (await client.get('/videos')).body.map(({ name }: { name: string }) => name))
      .not.toContain('Bericht.md');
    await page.context().close();
  });
});
