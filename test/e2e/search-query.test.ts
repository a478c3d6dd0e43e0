import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProcessed } from '../db/store-fixture.ts';
import { seedPeople } from '../fixtures/people.ts';
import { startScriptedApp } from './support/app.ts';
import { seriousProblems } from './support/axe.ts';
import { intercept, launch, noBrowser, openContext, picture } from './support/browser.ts';

describe.skipIf(noBrowser)(`the query language${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let app: Awaited<ReturnType<typeof startScriptedApp>>;
  let browser: Browser;

  beforeAll(async () => {
    app = await startScriptedApp();
    browser = await launch();
    const { store, services } = app.server;
    const userId = services.authenticator.localUser();
    const texts = ['The budget is two million.', 'Good night.'];
    const video = addProcessed(store, userId, texts, { name: 'Council meeting' });
    store.segments.replaceModule(video.id, {
      module: 'visualelements',
      engine: 'test@1',
      segments: ['car', 'dog'].map((label, i) => ({
        content: label,
        start_time: 4 + i * 30,
        end_time: 9 + i * 30,
        data: { label, confidence: 0.9 },
      })),
    });
    const project = store.projects.create(userId, { name: 'City', description: null });
    store.videos.update(userId, video.jobId, { projectId: project.id });
    const tracks = [{ start: 0, end: 8 }];
    seedPeople(store, { id: video.id, projectId: project.id }, [{ name: 'Ada Lovelace', tracks }]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  test('opens with what the library has, and offers near spellings of a name that nobody mentions', async () => {
    const { context, problems } = await openContext(browser, { size: 'phone', scheme: 'light' });
    const page = await context.newPage();
    await page.goto(app.at('/search'));
    const field = page.getByRole('combobox', { name: /Search speech/ });
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    await picture(page, 'search-start-phone-light');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('region', { name: 'Objects', exact: true }).getByRole('button', { name: 'car' }).click();
    await expect.poll(() => field.inputValue()).toBe('sees:car');
    await page.getByRole('article').getByText('car').waitFor();
    await field.fill('Milion');
    await page.getByText('No finding contains “Milion”.').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    await page.getByRole('button', { name: 'Search for million' }).click();
    await page.getByRole('article').getByText('million').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('shows no results of another query if a search fails', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=sees:car'));
    await page.getByRole('article').getByText('car').waitFor();
    await intercept(page, '**/api/search', (route) => route.fulfill({ status: 500, json: { detail: 'Broken' } }));
    await page.getByRole('combobox', { name: /Search speech/ }).fill('sees:dog');
    await page.getByRole('heading', { name: 'Search failed' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await page.unroute('**/api/search');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').getByText('dog').waitFor();
  });

  test('clears all filters of the panel, and keeps the keyboard in it', async () => {
    const { context } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=car brand:Acme'));
    await page.getByRole('button', { name: '1 filter' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect.poll(() => page.getByRole('combobox', { name: /Search speech/ }).inputValue()).toBe('car');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    await page.locator('[role=dialog]:focus, [role=dialog] :focus').waitFor();
  });

  test('is completed by keyboard, explained by chips, and offered for a question', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search'));
    const field = page.getByRole('combobox', { name: /Search speech/ });
    await field.pressSequentially('sa');
    await page.getByRole('option', { name: /said:/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('said:');
    await field.pressSequentially('budget sees:');
    await page.getByRole('option', { name: /car/ }).waitFor();
    await picture(page, 'search-completion-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await field.pressSequentially('ca');
    await field.press('ArrowDown');
    await field.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('said:budget sees:car ');
    const card = page.getByRole('article');
    await card.getByText('said:budget').waitFor();
    await card.getByText('sees:car').waitFor();
    await picture(page, 'search-fields-desktop-dark');

    await page.getByRole('button', { name: 'Remove said:budget' }).click();
    await expect.poll(() => field.inputValue()).toBe('sees:car');
    await page.getByRole('button', { name: /^Sees\s*car$/ }).click();
    await expect
      .poll(() =>
        field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!)),
      )
      .toBe('sees:car');

    await field.fill('when does the speaker mention the budget while a car is seen');
    await picture(page, 'search-question-desktop-dark');
    await page.getByRole('button', { name: 'Search for this' }).click();
    await expect.poll(() => field.inputValue()).toBe('said:budget sees:car');
    await card.getByText('sees:car').waitFor();

    await field.fill('');
    await page.getByRole('button', { name: 'Objects you can find' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'skateboard' }).waitFor();
    await picture(page, 'search-objects-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Animals' }).click();
    await card.getByText('dog').waitFor();
    await expect.poll(() => field.inputValue()).toBe('sees:animal');

    await field.fill('');
    await field.pressSequentially('person:lov');
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('person:"Ada Lovelace" ');
    await card.getByText('Ada Lovelace').waitFor();
    await picture(page, 'search-person-desktop-dark');
    await field.pressSequentially('said:budget');
    await card.getByText('person:"Ada Lovelace"').waitFor();
    await picture(page, 'search-person-said-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);

    await field.fill('sees:dog from:yesterday');
    await page.getByText('“yesterday” isn’t a date').waitFor();

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at('/search?q=gesagt:budget+sichtbar:Auto+innerhalb:20s'));
    await small.getByRole('article').getByText('sichtbar:Auto').waitFor();
    await picture(small, 'search-fields-phone-light-de');
    expect(await seriousProblems(small)).toEqual([]);
    await small.goto(app.at('/search?q=person:ada+gesagt:budget'));
    await small.getByRole('article').getByText('person:ada').waitFor();
    await picture(small, 'search-person-phone-light-de');
    await small.goto(app.at('/search'));
    await small.getByRole('button', { name: 'Auffindbare Objekte' }).click();
    await small.getByRole('dialog').getByRole('button', { name: 'Zahnbürste' }).waitFor();
    await picture(small, 'search-objects-phone-light-de');
    expect(await seriousProblems(small)).toEqual([]);
    expect([...problems, ...phone.problems]).toEqual([]);
    await phone.context.close();
    await context.close();
  });

  test('the overview of a video shows its objects over time; a click goes there', async () => {
    const { store, services } = app.server;
    const video = addProcessed(store, services.authenticator.localUser(), ['Look.'], { name: 'Crossing' });
    store.segments.replaceModule(video.id, {
      module: 'visualelements',
      engine: 'test@1',
      segments: (
        [
          ['car', 4, 30, 2] as const,
          ['car', 44, 50, 5] as const,
          ['person', 20, 48, 3] as const,
          ['dog', 52, 58, 1],
        ] as const
      ).map(([label, start_time, end_time, count]) => ({
        content: label,
        start_time,
        end_time,
        data: { label, count, confidence: 0.9 },
      })),
    });
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at(`/videos/${video.jobId}`));
    await page.getByRole('tab', { name: 'Overview' }).click();
    const objects = page.getByRole('region', { name: 'Objects' });
    await objects.getByRole('button', { name: /^car.*up to 5 at once · 0:32 · 53/ }).waitFor();
    await objects.getByRole('button', { name: /^car \+ person.*0:14/ }).waitFor();
    const canvas = objects.getByRole('img').locator('canvas');
    await canvas.waitFor();
    await picture(page, 'video-objects-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    const box = (await objects.locator('.u-over').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 20);
    const slider = page.getByRole('slider', { name: 'Timeline' });
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^0:(29|30|31) /);
    await objects.getByRole('button', { name: /^dog/ }).click();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^0:52 /);
    expect(problems).toEqual([]);
    await context.close();

    const phone = await openContext(browser, { size: 'phone', scheme: 'light', language: 'de-DE' });
    const small = await phone.context.newPage();
    await small.goto(app.at(`/videos/${video.jobId}`));
    await small.getByRole('tab', { name: 'Übersicht' }).click();
    await small.getByRole('region', { name: 'Objekte' }).locator('canvas').waitFor();
    await small.getByText('Gemeinsam im Bild').scrollIntoViewIfNeeded();
    await picture(small, 'video-objects-phone-light-de');
    await phone.context.close();
  });

  test('counts new hits of a saved search live, marks them, and forgets them once seen', async () => {
    const { context, problems } = await openContext(browser);
    const page = await context.newPage();
    await page.goto(app.at('/search?q=said:budget'));
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await page.getByRole('menuitem', { name: 'Save search' }).click();
    await page.getByRole('checkbox', { name: /Notify me/ }).click();
    await picture(page, 'search-save-desktop-dark');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Search saved', { exact: true }).waitFor();

    const { store, services } = app.server;
    const added = addProcessed(store, services.authenticator.localUser(), ['No budget for that.'], { name: 'Hearing' });
    store.savedSearches.setPending(added.id);
    services.newHits.check();
    const rail = page.getByRole('navigation', { name: 'Main' });
    await rail.getByRole('link', { name: 'Search 1 new result' }).click();
    await page.getByRole('combobox', { name: /Search speech/ }).fill('');
    const saved = page.getByRole('region', { name: 'Saved searches' });
    await saved.getByText('1 new result').waitFor({ state: 'attached' });
    await picture(page, 'search-saved-desktop-dark');
    expect(await seriousProblems(page)).toEqual([]);
    await saved.getByRole('link', { name: /said:budget/ }).click();
    const only = page.getByRole('button', { name: '1 new result' });
    await only.waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await expect
      .poll(() => page.getByRole('article').filter({ hasText: 'New' }).getByText('No budget').count())
      .toBe(1);
    await picture(page, 'search-new-hits-desktop-dark');
    await only.click();
    await page.getByRole('article').nth(1).waitFor({ state: 'detached' });
    await rail.getByRole('link', { name: 'Search', exact: true }).waitFor();
    expect(services.savedSearches.list(services.authenticator.localUser())).toMatchObject([{ new_hits: 0 }]);
    expect(services.notifications.unreadCount(services.authenticator.localUser())).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });
});
