import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`webhooks${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let url: string;
  const received: { body: string; headers: Record<string, string> }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(request.url === '/broken' ? 500 : 200).end('noted');
  });

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    receiver.close();
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)('are added, tested, paused, and removed (%s, %s)', async (size, scheme) => {
    const { context, problems } = await openContext(browser, { size, scheme });
    const page = await context.newPage();
    await page.goto(app.at('/settings/webhooks'));
    await page.getByText('No webhooks').waitFor();
    await picture(page, `webhooks-none-${size}`);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Add webhook' });
    await dialog.getByLabel('Address', { exact: true }).fill('http://169.254.169.254/');
    await submit.click();
    await dialog.getByText('Events can’t be sent to this address').waitFor();
    await picture(page, `webhooks-form-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByLabel('Address', { exact: true }).fill(`${url}/hook`);
    await dialog.getByLabel('Name').fill('Newsroom');
    await dialog.getByRole('checkbox', { name: 'Analysis started' }).click();
    await submit.click();
    const secret = await page.locator('code').innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test delivered (HTTP 200').waitFor();
    const { body, headers } = received.at(-1)!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    await picture(page, `webhooks-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Deliveries of Newsroom' }).click();
    await page.getByRole('dialog').getByText('Test', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect
      .poll(() => received.filter((one) => one.headers['webhook-id'] === headers['webhook-id']).length)
      .toBe(2);
    await picture(page, `webhooks-log-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('switch').click();
    await page.getByText('Events are kept for 30 days').waitFor();
    await page.getByRole('button', { name: 'Edit Newsroom' }).click();
    await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill(`${url}/broken`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test failed: HTTP 500').waitFor();
    await picture(page, `webhooks-paused-${size}`);
    await page.getByRole('button', { name: 'Delete Newsroom' }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks').waitFor();
    // The address that was refused.
    expect(problems.filter((line) => !line.includes('status of 400'))).toEqual([]);
    await context.close();
  });
});
