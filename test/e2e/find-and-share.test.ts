import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { fakeMedia } from '../fixtures/server.ts';
import { LAN_ADDRESS, startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, openContext, picture, type Scheme, type Size } from './support/browser.ts';

const NAME = 'A very long name of an interview about a street, a bridge and a bicycle, second take, camera B.mp4';

describe.skipIf(noBrowser)(`search, export, and share${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    client = localClient(app.server);
    ({ jobId } = await client.upload(NAME, fakeMedia()));
    await client.post(`/processing/${jobId}/start`, {
      selected_insights: '["scenes","visualelements","ocr"]',
    });
    await client.settled(jobId);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const openPage = async (path: string, size: Size = 'desktop', scheme: Scheme = 'dark') => {
    const { context, problems } = await openContext(browser, { size, scheme });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return { page, problems, context };
  };
  const look = async (page: Page, name: string) => {
    await picture(page, name);
    expect(await seriousProblems(page)).toEqual([]);
  };
  const choose = async (page: Page, action: string) => {
    await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)('searches from any screen and plays the moment (%s, %s)', async (size, scheme) => {
    const { page, problems } = await openPage('/library', size, scheme);
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('bicycle');
    const hit = page.getByRole('option').filter({ has: page.locator('mark', { hasText: 'bicycle' }) });
    // The name of the video matches as well, before the moments are found.
    await page.getByRole('dialog').getByText('Moments', { exact: true }).waitFor();
    await hit.first().waitFor();
    await look(page, `search-palette-${size}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/videos/${jobId}?t=3*`);
    expect(problems).toEqual([]);

    await page.goto(`${app.url}/search`);
    await page.getByRole('combobox', { name: /Search speech/ }).fill('taxi bridge');
    await page.getByRole('article').first().waitFor();
    await look(page, `search-${size}`);
    await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['TAXI', 'bridge']));
    expect(page.url()).toContain('q=taxi+bridge');
    await page.getByRole('button', { name: 'Text 1', exact: true }).click();
    await page.waitForURL('**modules=ocr*');
    await page.getByText('1 moment in 1 video').waitFor();
  });

  test.each([
    ['desktop', 'light', 'en'],
    ['phone', 'dark', 'de'],
  ] as const)('runs commands and opens settings by name (%s, %s, %s)', async (size, scheme, language) => {
    const isEnglish = language === 'en';
    const { context, problems } = await openContext(browser, { size, scheme, language: isEnglish ? 'en-GB' : 'de-DE' });
    const page = await context.newPage();
    const palette = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(text);
    };
    await page.goto(app.at(`/videos/${jobId}`));
    await page.getByRole('slider').first().waitFor();
    await palette('');
    await page
      .getByRole('option', { name: /Export findings|exportieren/ })
      .first()
      .waitFor();
    await look(page, `palette-commands-${size}`);
    await page.getByRole('combobox').fill(isEnglish ? 'exp find' : 'erg expo');
    await page.getByRole('option').first().locator('mark').first().waitFor();
    await look(page, `palette-found-${size}`);
    await page.keyboard.press('Escape');

    await palette('> offline');
    await page
      .getByRole('option', { name: /Models|Modelle|Einstellungen|Settings/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/models?show=models.offline');
    const focused = page.locator('input:focus, button:focus');
    await focused.waitFor();
    // Run last, so it is first among the recent ones.
    await palette('');
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/offline/i);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('filters, sorts, saves a search, and opens it again', async () => {
    const { page, problems } = await openPage('/search?q=taxi', 'desktop', 'light');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await look(page, 'search-filters');
    await page.getByLabel('Duration').selectOption({ label: '10–60 minutes' });
    await page.waitForURL('**min=600*');
    await page.keyboard.press('Escape');
    await page.getByText('No results for “taxi”').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('article').first().waitFor();
    await page.getByLabel('Sort').selectOption({ label: 'Newest videos' });
    await page.waitForURL('**sort=newest*');
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await page.getByRole('menuitem', { name: 'Save search' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Every taxi');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Search saved', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: /Search speech/ }).fill('');
    await look(page, 'search-saved');
    await page.getByRole('link', { name: 'Every taxi' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: /Search speech/ }).inputValue()).toBe('taxi');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('combobox', { name: /Search speech/ }).fill('taxi NOT taxi');
    await page.getByText('No results for').waitFor();
    await page.getByRole('combobox', { name: /Search speech/ }).fill('');
    await page.getByRole('button', { name: 'Delete Every taxi' }).click();
    await page.getByText('Saved search deleted', { exact: true }).waitFor();
    await expect.poll(async () => page.getByRole('link', { name: 'Every taxi' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('exports hits as a list', async () => {
    const { page } = await openPage('/search?q=taxi');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`,${jobId},Text,5.4,6,TAXI,`);
  });

  test('exports findings', async () => {
    const { page, problems } = await openPage('/processing');
    await choose(page, 'Export');
    await page.getByRole('heading', { name: 'Editing' }).waitFor();
    await look(page, 'export');
    for (const [format, text] of [
      ['Report with images (HTML)', '<p dir="auto">TAXI</p>'],
      ['Markers for DaVinci Resolve (EDL)', '|M:TAXI |D:'],
      ['Spreadsheet (CSV)', 'Text,5.4,6,TAXI'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save ${format}` }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toContain(text);
    }
    expect(problems).toEqual([]);
  });

  test.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('creates a link, opens it without an account, and revokes it (%s, %s)', async (size, scheme) => {
    const { page, context } = await openPage('/processing', size, scheme);
    await choose(page, 'Share');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.waitFor();
    await page.getByRole('button', { name: 'QR code' }).click();
    await look(page, `share-dialog-${size}`);

    const guest = await openContext(browser, { size, scheme });
    const report = await guest.context.newPage();
    await report.goto(await link.inputValue());
    await report.getByRole('heading', { name: NAME }).waitFor();
    await look(report, `share-page-${size}`);
    await report.getByText('All findings (4)').click();
    await report.getByRole('searchbox', { name: 'Search findings' }).fill('bridge');
    await report.getByRole('status').getByText('1 of 4').waitFor();
    // A row has no text until the browser has rendered it.
    await expect.poll(() => report.locator('mark').allInnerTexts(), { timeout: 30_000 }).toEqual(['bridge']);
    expect(guest.problems).toEqual([]);

    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No links').waitFor();
    await report.reload();
    await report.getByRole('heading', { name: 'Link not found' }).waitFor();
    await look(report, `share-gone-${size}`);
    await guest.context.close();
    await context.close();
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)('opens a link from the network while sharing is on (%s, %s)', async (size, scheme) => {
    await client.call('PUT', '/sharing', { enabled: false, port: 0 });
    const { page, problems, context } = await openPage('/processing', size, scheme);
    await choose(page, 'Share');
    await page.getByText('Off. Links work on this computer only.').waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.waitFor();
    await expect.poll(() => link.inputValue()).toMatch(`${app.url}/s/`);

    await page.getByRole('switch', { name: 'Share on this network' }).click();
    await page.getByText(/· This network/).waitFor();
    const url = new URL(await link.inputValue());
    expect(url.hostname).toBe(LAN_ADDRESS);
    await page.getByRole('button', { name: 'QR code' }).click();
    await look(page, `share-lan-${size}`);

    // The test listens on loopback only; the port and the path are those of the link.
    url.hostname = '127.0.0.1';
    const guest = await openContext(browser, { size, scheme });
    const report = await guest.context.newPage();
    await report.goto(url.href);
    await report.getByRole('heading', { name: NAME }).waitFor();
    expect(guest.problems).toEqual([]);

    await page.getByRole('switch', { name: 'Share on this network' }).click();
    await page.getByText('This computer only', { exact: false }).first().waitFor();
    await expect.poll(() => link.inputValue()).toMatch(`${app.url}/s/`);
    await expect(report.goto(url.href)).rejects.toThrow('ERR_CONNECTION_REFUSED');
    expect(problems).toEqual([]);
    await client.call('DELETE', `/shared-reports/${(await client.get(`/videos/${jobId}/shared-reports`)).body[0].id}`);
    await guest.context.close();
    await context.close();
  });

  test('reports a taken port when sharing is turned on, and offers another one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await client.call('PUT', '/sharing', { enabled: false, port });
    const { page, context } = await openPage('/processing', 'phone', 'light');
    await choose(page, 'Share');
    const lan = page.getByRole('switch', { name: 'Share on this network' });
    await lan.click();
    await page.getByText(`Port ${port} is in use`, { exact: true }).waitFor();
    await expect.poll(() => lan.isChecked()).toBe(false);
    await look(page, 'share-lan-port-taken');
    await page.getByRole('button', { name: 'Use another port' }).click();
    await page.getByText(`http://${LAN_ADDRESS}:`).first().waitFor();
    await expect.poll(() => lan.isChecked()).toBe(true);
    await client.call('PUT', '/sharing', { enabled: false });
    other.close();
    await context.close();
  });

  test('starts, follows, stops, and resumes an analysis', async () => {
    app.server.hold.on = true;
    const { page, problems } = await openPage('/processing');
    await choose(page, 'Reanalyze');
    await page.getByRole('button', { name: 'Shots only' }).click();
    await look(page, 'process-dialog');
    await page.getByRole('button', { name: 'Analyze' }).click();
    const running = page.getByRole('region', { name: 'Analyzing' });
    await running.getByText('A very long name').waitFor();
    await look(page, 'jobs-running');
    await running.getByRole('button', { name: 'Stop' }).click();
    const stopped = page.getByRole('region', { name: 'Failed or stopped' });
    await stopped.getByText('Analysis stopped').waitFor();
    await stopped.getByText('Earlier findings are kept').waitFor();
    await look(page, 'jobs-failed');

    // The video's page shows it as well, above the earlier findings.
    await stopped.getByRole('link', { name: NAME }).click();
    await page.getByText('Last analysis stopped').waitFor();
    await page.getByRole('list', { name: 'Findings by time' }).getByText('TAXI', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await look(page, 'video-stopped');
    await page.goBack();

    app.server.hold.on = false;
    await stopped.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('region', { name: 'Ready' }).getByText('A very long name').waitFor();
    expect(problems).toEqual([]);
  });

  test('shows and clears notifications', async () => {
    const { page } = await openPage('/library');
    await page.getByRole('button', { name: /Notifications, \d+ unread/ }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await look(page, 'notifications');
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)('shows every section of the settings (%s, %s)', async (size, scheme) => {
    const { page, problems } = await openPage('/settings/keys', size, scheme);
    const name = page.getByLabel('Key name');
    await name.fill('script');
    // A name is kept until its key exists.
    const refusal = { error: { code: 'storage_full', message: 'The disk is full.' } };
    await intercept(page, '**/api/keys', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 507, json: refusal }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The disk is full.').first().waitFor();
    await page.unroute('**/api/keys');
    expect(problems.splice(0)).toEqual([expect.stringContaining('507')]);
    await expect.poll(() => name.inputValue()).toBe('script');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect.poll(() => name.inputValue()).toBe('');
    await expect.poll(() => page.locator('code').innerText()).toMatch(/^svc_live_[0-9a-f]{64}$/);
    await look(page, `settings-keys-${size}`);
    await page.goto(`${app.url}/settings/brands`);
    await page.getByLabel('Your brand words').fill(`Velotaxi\n${size}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Applies to new analyses.').first().waitFor();
    await expect
      .poll(async () => (await client.get('/settings/brand-words')).body.words.toSorted())
      .toEqual(['Velotaxi', size]);
    for (const section of ['appearance', 'brands', 'storage']) {
      await page.goto(`${app.url}/settings/${section}`);
      await page.getByRole('tabpanel').locator('p, select, textarea').first().waitFor();
      await look(page, `settings-${section}-${size}`);
    }
    expect(problems).toEqual([]);
  });
});
