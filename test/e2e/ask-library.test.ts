import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { FINDINGS, fakeMedia } from '../fixtures/server.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`asking about several videos${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;
  let client: Client;
  const jobIds: string[] = [];

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    client = localClient(app.server);
    const { ocr } = FINDINGS;
    for (const [name, content] of [
      ['Harbor.mp4', 'TAXI'],
      ['Street, second take, camera B.mp4', 'POLICE'],
    ] as const) {
      FINDINGS.ocr = [{ ...ocr![0]!, content }];
      const { jobId } = await client.upload(name, fakeMedia(10, name));
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","visualelements","ocr"]' });
      await client.settled(jobId);
      jobIds.push(jobId);
    }
    FINDINGS.ocr = ocr!;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)('answers from the library, opens a time, and returns (%s, %s)', async (size, scheme) => {
    const { context, problems } = await openContext(browser, { size, scheme });
    const page = await context.newPage();
    await page.goto(app.at('/ask'));
    const field = page.getByRole('textbox', { name: 'Ask about these videos' });
    await field.waitFor();
    await page.getByText('2 videos').waitFor();
    await picture(page, `ask-library-empty-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    await field.fill('Where is a taxi?');
    await page.keyboard.press('Enter');
    const time = page.getByRole('button', { name: /^V\d .*Harbor\.mp4$/ }).first();
    await time.waitFor();
    await page.getByText(/source/).click();
    await picture(page, `ask-library-${size}`);
    expect(await seriousProblems(page)).toEqual([]);
    await time.click();
    await page.waitForURL(`**/videos/${jobIds[0]}?t=*`);
    await page.goBack();
    // The chat is open again, not a new one.
    await page.getByText('Where is a taxi?').first().waitFor();
    await page
      .getByRole('button', { name: /^V\d .*Harbor\.mp4$/ })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('compares two selected videos, and marks a cited time', async () => {
    const { context, problems } = await openContext(browser, { size: 'desktop', scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/library'));
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar').getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Ask about both videos' }).waitFor();
    await picture(page, 'ask-pair-empty');
    await page.getByRole('button', { name: 'What is in “Harbor.mp4” and not in' }).click();
    await page.getByText('TAXI').first().waitFor();
    await page.getByRole('link', { name: 'Only in V2: Harbor.mp4' }).waitFor();
    await picture(page, 'ask-pair');
    await expect.poll(() => page.getByText('POLICE').count()).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    const mark = page.getByRole('button', { name: /^Mark Harbor\.mp4, .* as moment$/ }).first();
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await client.get('/moments')).body.length).toBe(1);
    await expect
      .poll(async () => (await client.get('/moments')).body[0])
      .toMatchObject({ job_id: jobIds[0], origin: { kind: 'answer' } });
    expect(problems).toEqual([]);
    await context.close();
  });

  test('continues an earlier chat with its videos, and starts one about a project', async () => {
    const { body: project } = await client.post('/projects', {
      name: 'Ein sehr langer Name eines Projekts über den Hafen',
    });
    await client.patch(`/videos/${jobIds[0]}`, { project_id: project.id });
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'dark', language: 'de-DE' });
    const page = await context.newPage();
    await page.goto(app.at(`/projects/${project.id}`));
    await page.getByRole('button', { name: 'Fragen', exact: true }).click();
    await page.getByText('1 Video', { exact: true }).waitFor();
    await page.getByRole('textbox').fill('Wo ist ein Taxi?');
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: /^V\d .*Harbor\.mp4$/ })
      .first()
      .waitFor();
    await picture(page, 'ask-project-phone-de');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Wo ist ein Taxi?' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'What is in' }).click();
    await page.getByRole('link', { name: 'Harbor.mp4', exact: true }).waitFor();
    const { body: moment } = await client.post('/moments', { job_id: jobIds[0], start_time: 5 });
    const items = [{ kind: 'moment', moment_id: moment.id }];
    const { body: story } = await client.post('/stories', { title: 'Anleger', items });
    await page.goto(app.at(`/ask?story=${story.id}`));
    await page.getByText('1 Video', { exact: true }).waitFor();
    await page.getByRole('textbox').fill('Wo ist ein Taxi?');
    await page.keyboard.press('Enter');
    await page.getByText('TAXI').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
