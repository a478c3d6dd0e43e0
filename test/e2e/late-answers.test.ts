import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import type { Moment } from '../../src/contract/search/moments.ts';
import type { Story } from '../../src/contract/search/stories.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { launch, noBrowser, openContext } from './support/browser.ts';
import { failLate, holdAnswer } from './support/hold.ts';
import { addSpokenVideo } from './support/spoken-video.ts';

/** A second action before the answer to the first neither loses it nor applies to something else. */
describe.skipIf(noBrowser)(`late answers${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: RunningApp;
  let browser: Browser;
  let client: Client;
  let jobId: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await launch();
    client = createClient({ apiUrl: `${app.url}/api` }, `Bearer ${app.token}`);
    jobId = await addSpokenVideo(app, client, 'Harbor.mp4', [1, 2]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string): Promise<Page> => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(path));
    return page;
  };
  const findings = async (module: string): Promise<Segment[]> =>
    (await client.get(`/results/job/${jobId}?modules=${module}`)).body.segments;
  const texts = async () => (await findings('transcription')).map(({ content }) => content);
  const word = (page: Page, text: string) =>
    page.locator('[data-word]').filter({ hasText: new RegExp(`^${text}\\.?$`) });
  const editorOf = (page: Page) => page.getByRole('textbox', { name: /line/i });
  /** Resolves when the page has shown an answer, or canceled its request. */
  const shown = async (page: Page, path: string) => {
    const isOf = (request: Request) => new URL(request.url()).pathname === path;
    await Promise.race([page.waitForEvent('requestfinished', isOf), page.waitForEvent('requestfailed', isOf)]);
    for (let i = 0; i < 2; i++) await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
  const addMoment = async (title: string): Promise<Moment> =>
    (await client.post('/moments', { job_id: jobId, start_time: 4, end_time: 8, title })).body;
  const addStory = async (moments: readonly Moment[] = []): Promise<Story> =>
    (
      await client.post('/stories', {
        title: 'Arrival',
        items: moments.map(({ id }) => ({ kind: 'moment', moment_id: id })),
      })
    ).body;
  const storyNow = async ({ id }: Story): Promise<Story> => (await client.get(`/stories/${id}`)).body;

  test('an edit stays on screen when findings that were requested before it arrive', async () => {
    const page = await open(`/videos/${jobId}`);
    await word(page, 'crane').waitFor();
    const path = `/api/results/job/${jobId}`;
    const old = await holdAnswer(page, 'GET', `**${path}?*`);
    await client.patch(`/videos/${jobId}`, { name: 'Renamed.mp4' });
    await old.answered;
    const isShown = shown(page, path);
    await word(page, 'crane').dblclick();
    await editorOf(page).press('End');
    await editorOf(page).pressSequentially(' Later.');
    await editorOf(page).press('Enter');
    await editorOf(page).waitFor({ state: 'detached' });
    old.release();
    await isShown;
    expect(await word(page, 'Later').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(texts).not.toContain(expect.stringContaining('Later'));
  });

  test('a tab that somebody uses stays when speech arrives', async () => {
    const page = await open('/library');
    const results = await holdAnswer(page, 'GET', `**/api/results/job/${jobId}?*`);
    await page.getByRole('article').getByRole('link').first().click();
    await results.answered;
    await page.getByRole('tab', { name: 'Findings' }).click();
    results.release();
    await page.getByRole('tab', { name: 'Transcript' }).waitFor();
    await page.getByRole('list', { name: 'Findings by time' }).getByRole('article').first().waitFor();
    // The transcript comes first now.
    await page
      .getByRole('tab')
      .nth(1)
      .and(page.getByRole('tab', { name: 'Findings', selected: true }))
      .waitFor();
  });

  test('a video that another window restores stays in a list that was requested before', async () => {
    const other = await addSpokenVideo(app, client, 'Restored.mp4', [3, 4]);
    const page = await open('/library');
    const card = page.getByRole('article').filter({ hasText: 'Restored.mp4' });
    await card.waitFor();
    const old = await holdAnswer(page, 'GET', '**/api/videos');
    await card.getByRole('button', { name: 'Select: Restored.mp4' }).click();
    await page.keyboard.press('Delete');
    await old.answered;
    await card.waitFor({ state: 'detached' });
    await client.post(`/videos/${other}/restore`);
    await card.waitFor();
    const isShown = shown(page, '/api/videos');
    old.release();
    await isShown;
    expect(await card.count()).toBe(1);
    await client.delete(`/videos/${other}`);
  });

  test('a removed finding is put back as long as that is offered', async () => {
    const page = await open(`/videos/${jobId}`);
    await page.getByRole('tab', { name: 'Findings' }).click();
    const row = page.getByRole('list', { name: 'Findings by time' }).getByRole('article').filter({ hasText: 'Shot 1' });
    const count = (await findings('scenes')).length;
    await row.hover();
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await row.getByRole('button', { name: 'Remove', exact: true }).click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Finding removed' });
    // The pointer holds it open.
    await toast.hover();
    await removed;
    await toast.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await expect.poll(async () => (await findings('scenes')).length).toBe(count);
  });

  test('an editor stays open with its text until the text is saved', async () => {
    const page = await open(`/videos/${jobId}`);
    await word(page, 'crane').dblclick();
    await editorOf(page).press('End');
    await editorOf(page).pressSequentially(' Lost?');
    const edit = await failLate(page, 'POST', '**/transcript/edits');
    await editorOf(page).press('Enter');
    await edit.answered;
    // This would be lost with the editor.
    await page.keyboard.type('?');
    const isShown = shown(page, `/api/results/job/${jobId}`);
    await client.patch(`/videos/${jobId}`, { name: 'Renamed again.mp4' });
    await isShown;
    edit.release();
    await page.getByRole('listitem').filter({ hasText: 'Could' }).waitFor();
    expect(await editorOf(page).textContent()).toMatch(/Lost\?$/);
    // Another line is opened while the text of the first is saved.
    const saved = await holdAnswer(page, 'POST', '**/transcript/edits');
    await word(page, 'eighteen').dblclick();
    await saved.answered;
    await expect.poll(() => editorOf(page).textContent()).toMatch(/two\.$/);
    saved.release();
    await word(page, 'Lost\\?').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' Kept.');
    // Merging keeps it open, with both texts.
    await page.keyboard.press('Delete');
    await expect.poll(() => editorOf(page).textContent()).toMatch(/Kept\. .*Lost\?$/);
    await page.keyboard.type(' So');
    await page.keyboard.press('Enter');
    await expect.poll(texts).toEqual([expect.stringMatching(/Kept\. So .*Lost\?$/)]);
    // Until then, the keys are those of the text.
    await editorOf(page).waitFor({ state: 'detached' });
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
    await expect.poll(texts).toHaveLength(2);
  });

  test('what is written is saved when the page is left by the history', async () => {
    const story = await addStory();
    const page = await open('/stories');
    await page.getByRole('link', { name: 'Arrival' }).first().click();
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Written for an hour');
    await page.goBack();
    await expect
      .poll(async () => (await storyNow(story)).items.map(({ text }) => text))
      .toEqual(['Written for an hour']);
    await page.goto(app.at('/library'));
    await page.getByRole('article').first().getByRole('link').first().click();
    await word(page, 'crane').dblclick();
    await editorOf(page).press('End');
    await editorOf(page).pressSequentially(' Left.');
    await page.goBack();
    await expect.poll(texts).toContainEqual(expect.stringContaining('Left.'));
    await page.goForward();
    await page.getByRole('tab', { name: 'Findings' }).click();
    // An open editor has no such button.
    const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
    await edit.click();
    const [first] = await findings('scenes');
    await page.getByLabel('Text', { exact: true }).fill('Harbor at dawn');
    // Another finding takes its place.
    await edit.click();
    const contentOf = async () => (await findings('scenes')).find(({ id }) => id === first!.id)!.content;
    await expect.poll(contentOf).toBe('Harbor at dawn');
    await page.getByLabel('Text', { exact: true }).press('Escape');
    await client.patch(`/segments/${first!.id}`, { content: first!.content });
    await client.delete(`/stories/${story.id}?permanent=true`);
  });

  test('undo takes back the last change of a story only', async () => {
    const moments = [await addMoment('First'), await addMoment('Second')];
    const story = await addStory(moments);
    const page = await open(`/stories/${story.id}`);
    const title = await holdAnswer(page, 'PATCH', `**/api/stories/${story.id}`);
    await page.getByRole('button', { name: 'Arrival' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Departure');
    await page.getByRole('textbox', { name: 'Title' }).press('Enter');
    await title.answered;
    await page.getByRole('button', { name: 'Add a description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Of a ship');
    await page.getByRole('textbox', { name: 'Description' }).press('Control+Enter');
    title.release();
    await page.getByText('Of a ship').and(page.getByRole('paragraph')).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => storyNow(story)).toMatchObject({ title: 'Departure', description: '' });

    const heading = await holdAnswer(page, 'POST', `**/api/stories/${story.id}/items`);
    await page.getByRole('button', { name: 'Heading', exact: true }).click();
    await page.getByRole('textbox', { name: 'Heading' }).fill('At sea');
    await page.getByRole('textbox', { name: 'Heading' }).press('Enter');
    await heading.answered;
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Calm');
    await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    heading.release();
    await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await storyNow(story)).items.map(({ text }) => text)).toEqual(['', '', 'At sea']);

    const note = await holdAnswer(page, 'PATCH', '**/api/moments/*');
    const [first] = await page.getByRole('article').all();
    await first!.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Fog');
    await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await note.answered;
    const order = async () => (await storyNow(story)).items.map(({ moment }) => moment?.title);
    await page.getByRole('button', { name: 'Move Second' }).press('Home');
    await expect.poll(order).toEqual(['Second', 'First', undefined]);
    note.release();
    await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['First', 'Second', undefined]);
    expect((await storyNow(story)).items[0]?.moment?.note).toBe('Fog');
    await client.delete(`/stories/${story.id}?permanent=true`);
    for (const { id } of moments) await client.delete(`/moments/${id}?permanent=true`);
  });

  test('a double click creates one thing', async () => {
    const story = await addStory();
    const ids = async () => (await client.get('/stories')).body.map(({ id }: Story) => id);
    const before = await ids();
    const page = await open('/stories');
    const button = page.getByRole('button', { name: 'New story' });
    await button.waitFor();
    const created = await holdAnswer(page, 'POST', '**/api/stories');
    await button.dblclick();
    await created.answered;
    created.release();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await ids()).toHaveLength(before.length + 1);
    await client.delete(`/stories/${story.id}?permanent=true`);

    await page.goto(app.at('/settings/keys'));
    await page.getByLabel('Key name').fill('Script');
    const key = await holdAnswer(page, 'POST', '**/api/keys');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    await key.answered;
    key.release();
    await page
      .getByRole('switch', { name: /Script/ })
      .first()
      .waitFor();
    expect((await client.get('/keys')).body).toHaveLength(1);
  });

  test('Enter in the palette opens a result of what was typed', async () => {
    const page = await open('/library');
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or type a command' });
    await field.fill('harbor eighteen');
    await page.getByRole('option').filter({ hasText: 'The harbor was built' }).first().waitFor();
    const late = await holdAnswer(page, 'POST', '**/api/search');
    await field.fill('captains');
    await field.press('Enter');
    late.release();
    await page.waitForURL(/\/videos\//);
    const [, second] = await findings('transcription');
    const time = Number(new URL(page.url()).searchParams.get('t'));
    expect(time).toBeGreaterThanOrEqual(second!.start_time);
  });

  test('an open editor of a moment leaves the times that were changed on the timeline', async () => {
    const one = await addMoment('Edited');
    const page = await open(`/videos/${jobId}`);
    const lane = page.getByRole('region', { name: 'Moments' });
    await lane.getByRole('button', { name: /^Edited/ }).click();
    await page.getByRole('article').filter({ hasText: 'Edited' }).getByRole('button', { name: 'Edit moment' }).click();
    const form = page.getByRole('form', { name: 'Moment' });
    await lane.getByRole('button', { name: /^Edited/ }).press('ArrowRight');
    await lane.getByRole('slider', { name: 'End of Edited' }).press('Shift+ArrowRight');
    await page.getByText('Times changed: Edited', { exact: true }).waitFor();
    await form.getByLabel('Title').fill('Edited twice');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const all: Moment[] = (await client.get(`/moments?job_id=${jobId}`)).body;
    expect(all.find(({ id }) => id === one.id)).toMatchObject({ title: 'Edited twice', start_time: 4, end_time: 9 });
    await client.delete(`/moments/${one.id}?permanent=true`);
  });

  test('a link that is made before the list of links is loaded is listed', async () => {
    const page = await open('/library');
    const list = await holdAnswer(page, 'GET', `**/api/videos/${jobId}/shared-reports`);
    await page.getByRole('article').first().getByRole('link').first().click();
    await page.getByRole('button', { name: 'Share' }).click();
    await list.answered;
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect.poll(async () => (await client.get(`/videos/${jobId}/shared-reports`)).body.length).toBe(1);
    list.release();
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
  });

  test('a comment that is being sent keeps its form, and stays in the list', async () => {
    const { body } = await client.post('/shared-reports', { video_id: jobId, allow_comments: true });
    const page = await open(`/s/${body.share_hash}`);
    await page.getByRole('button', { name: 'Add comment' }).click();
    const form = page.getByRole('form', { name: 'Add comment' });
    await form.getByLabel('Your name').fill('Ada');
    await form.getByLabel('Comment', { exact: true }).fill('The crane is gone.');
    const early = await holdAnswer(page, 'GET', '**/comments');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await early.answered;
    const sent = await holdAnswer(page, 'POST', '**/comments');
    await form.getByRole('button', { name: 'Send' }).click();
    await sent.answered;
    const { x, y } = (await form.getByRole('button', { name: 'Cancel' }).boundingBox())!;
    await page.mouse.click(x + 5, y + 5);
    // Otherwise the answer would close another form, with what is written there.
    expect(await form.count()).toBe(1);
    sent.release();
    await page.getByRole('region', { name: 'Comments' }).getByText('The crane is gone.').waitFor();
    await form.waitFor({ state: 'detached' });
    // The list that was requested before the comment was sent doesn't replace it.
    const isShown = shown(page, `/api/shared-reports/${body.share_hash}/comments`);
    early.release();
    await isShown;
    expect(await page.getByText('The crane is gone.').count()).toBe(1);
  });

  test('a question stays on screen until its answer is loaded', async () => {
    const page = await open(`/videos/${jobId}?tab=ask`);
    const question = page.getByRole('listitem').filter({ hasText: 'Where is the crane?' });
    const messages = await holdAnswer(page, 'GET', '**/api/chat/sessions/*/messages*');
    await page.getByLabel('Ask about this video').fill('Where is the crane?');
    await page.keyboard.press('Enter');
    await messages.answered;
    expect(await question.count()).toBe(1);
    messages.release();
    // Its sources are there with the messages.
    await page.getByRole('button', { name: /0:0\d/ }).first().waitFor();
    expect(await question.count()).toBe(1);
  });

  test('a new name of a chat that could not be saved stays in its field', async () => {
    const { body } = await client.post('/chat/ask', { question: 'Where is the crane?', video_id: jobId });
    const page = await open(`/videos/${jobId}?tab=ask&chat=${body.session_id}`);
    await page.getByRole('button', { name: 'Scope' }).click();
    await page.getByRole('menuitem', { name: 'Rename chat' }).click();
    const title = page.getByRole('dialog', { name: 'Rename chat' }).getByLabel('Title');
    await title.fill('Cranes');
    const failure = await failLate(page, 'PATCH', '**/api/chat/sessions/*');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await failure.answered;
    failure.release();
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Cranes' }).waitFor();
  });

  test('keys for the palette do nothing on the page while its code is loaded', async () => {
    const page = await open(`/videos/${jobId}`);
    await word(page, 'harbor').waitFor();
    const code = await holdAnswer(page, 'GET', '**/assets/palette-*.js');
    await page.keyboard.press('Control+k');
    await code.answered;
    await page.keyboard.press('m');
    code.release();
    await page.getByRole('combobox', { name: 'Search or type a command' }).press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Keys are handled in order.
    await page.keyboard.press('Shift+m');
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    expect(await page.getByRole('form', { name: 'Moment' }).count()).toBe(0);
    expect((await client.get(`/moments?job_id=${jobId}`)).body).toEqual([]);
  });
});
