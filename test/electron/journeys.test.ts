import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STOP_MESSAGE } from '../../src/contract/system/bridge.ts';
import { openStore } from '../../src/db/index.ts';
import { createHeadlessHost } from '../../src/headless/host.ts';
import texts from '../../src/main/locales/en.json' with { type: 'json' };
import navigation from '../../src/renderer/locales/en/app.json' with { type: 'json' };
import about from '../../src/renderer/locales/en/settings-about.json' with { type: 'json' };
import video from '../../src/renderer/locales/en/video.json' with { type: 'json' };
import { startServer } from '../../src/server/start.ts';
import { noBrowser } from '../e2e/support/browser.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { DoubleApp, type LaunchOptions } from './double-app.ts';
import { BUILT } from './support/built.ts';

if (noBrowser) console.warn(`The journeys of the desktop application were skipped: ${noBrowser}`);

describe.skipIf(noBrowser)('the built application under the double', () => {
  let home: string;
  let clip: string;
  let removeHome: () => Promise<void>;
  let removeClips: () => Promise<void>;
  const running = new Set<DoubleApp>();

  const open = (options: Partial<LaunchOptions> = {}): DoubleApp => {
    const app = new DoubleApp({ built: BUILT, home, ...options });
    running.add(app);
    return app;
  };
  const shown = (app: DoubleApp) =>
    app.until(({ BrowserWindow }) => [...BrowserWindow.all].some((window) => window.visible && window.page?.url()));
  const onVideo = (app: DoubleApp) => app.until(({ page }) => /\/videos\/[0-9a-f-]{36}/.exec(page().url())?.[0]);

  beforeAll(async () => {
    const clips = await createTempFolder();
    removeClips = clips.remove;
    clip = join(clips.path, 'harbour tour.mp4');
    const pictures = Array.from({ length: 60 }, (_, index) => texture(320, 180, index < 30 ? 1 : 2));
    await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  }, 120_000);
  afterAll(() => removeClips?.());
  beforeEach(async () => {
    const folder = await createTempFolder();
    home = folder.path;
    removeHome = folder.remove;
  });
  afterEach(async () => {
    for (const app of running) await app.kill();
    running.clear();
    await removeHome();
  });

  it('loads nothing heavy in the main process', () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const code = readFileSync(join(BUILT, 'main', file), 'utf8');
      for (const [, name] of code.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]/gm)) {
        if (name!.startsWith('./')) follow(name!.slice(2));
        else packages.add(name!);
      }
    };
    follow('index.js');
    expect([...packages]).toContain('electron');
    expect(
      [...packages].filter((name) => /node-av|onnxruntime|sharp|whisper|opencv|transformers|gutenye/.test(name)),
    ).toEqual([]);
  });

  it('imports and analyzes the file of a second launch, notifies, and shows it on click', async () => {
    const app = open();
    await shown(app);
    const second = open({ args: [clip] });
    expect(await second.exited).toBe(0);
    const page = await onVideo(app);
    await expect.poll(() => app.inside(({ state }) => state.recentDocuments)).toEqual([clip]);
    await app.until(({ state }) => state.notifications.length > 0);
    const [told] = await app.inside(({ state }) => state.notifications.map(({ title, body }) => ({ title, body })));
    expect(told).toEqual({ title: 'harbour tour.mp4', body: texts.completed });
    await expect
      .poll(() =>
        app.inside(({ state, BrowserWindow }) => [
          state.badge,
          state.blockers.size,
          [...BrowserWindow.all][0]?.progress,
        ]),
      )
      .toEqual([0, 0, -1]);

    await app.inside(
      ({ page }, name) => page().getByRole('link', { name, exact: true }).first().click(),
      navigation['nav.library'],
    );
    await app.until(({ page }) => page().url().endsWith('/library'));
    await app.inside(({ state }) => state.notifications[0]!.click());
    await expect.poll(() => onVideo(app)).toBe(page);
    await app.inside(({ page }, name) => page().getByRole('button', { name }).first().click(), video.share);
    await app.until(({ page }) => page().getByRole('dialog').isVisible());
    expect(await app.quit()).toBe(0);
  }, 240_000);

  it('asks before quitting during a job, and resumes the job at the next start', async () => {
    const app = open({ args: [clip] });
    await app.until(({ state }) => state.badge > 0);
    await expect.poll(() => app.inside(({ state }) => state.blockers.size)).toBe(1);
    await app.inside(({ app }) => app.quit());
    await app.until(({ state }) => state.dialogs.length > 0);
    const asked = await app.inside(({ state }) => state.dialogs[0]!.options);
    expect(asked).toMatchObject({
      message: texts.quitTitle,
      buttons: [texts.quit, texts.stay],
    });
    await app.inside(({ state }) => state.dialogs[0]!.answer({ response: 0 }));
    expect(await app.exited).toBe(0);

    const again = open();
    await again.until(({ state }) => state.notifications.length > 0);
    await expect.poll(() => again.inside(({ state }) => state.notifications[0]!.title)).toBe('harbour tour.mp4');
  }, 240_000);

  it('queues a job again at once when Windows ends the session, without a question', async () => {
    const app = open({ args: [clip] });
    await app.until(
      ({ state, BrowserWindow }) => state.badge > 0 && [...BrowserWindow.all].some((w) => w.progress >= 0),
    );
    const attempts = await app.inside(({ BrowserWindow, state }) => {
      [...BrowserWindow.all][0]!.emit('query-session-end', { preventDefault() {}, reasons: ['shutdown'] });
      for (const worker of state.workers) worker.kill('SIGKILL');
      return state.dialogs.length;
    });
    expect(attempts).toBe(0);
    // Windows kills the process as soon as its windows have answered.
    await app.kill();
    const store = openStore({ path: join(home, 'data/reelscope.db') });
    const queued = store.jobs.queued().map(({ status, jobId, userId }) => ({
      status,
      attempts: store.jobs.get(userId, jobId)!.job!.attempts,
    }));
    store.close();
    expect(queued).toEqual([{ status: 'queued', attempts: 0 }]);
  }, 240_000);

  it('ends at once, without a question, when its terminal asks', async () => {
    const app = open({ args: [clip] });
    await shown(app);
    // Its page is open, so that no navigation is cut off.
    await onVideo(app);
    app.child.send(STOP_MESSAGE);
    expect(await app.exited).toBe(0);
  }, 240_000);

  it('restores the window and its page after a crash, with a message', async () => {
    const app = open();
    await shown(app);
    await app.inside(
      ({ page }, name) => page().getByRole('link', { name, exact: true }).first().click(),
      navigation['nav.library'],
    );
    await app.until(({ page }) => page().url().endsWith('/library'));
    await app.inside(
      ({ page }) =>
        void page()
          .goto('chrome://crash')
          .catch(() => {}),
    );
    await app.until(({ state }) => state.dialogs.length > 0);
    await expect.poll(() => app.inside(({ state }) => state.dialogs[0]!.options['message'])).toBe(texts.crashedTitle);
    await app.until(
      ({ page }, name) => page().getByRole('link', { name, exact: true }).first().isVisible(),
      navigation['nav.library'],
    );
  }, 120_000);

  it('reports a crashed worker and retries', async () => {
    const app = open({ args: [clip] });
    await app.until(
      ({ state, BrowserWindow }) => state.badge > 0 && [...BrowserWindow.all].some((w) => w.progress >= 0),
    );
    await app.until(({ state }) => state.workers.length > 1);
    await app.inside(({ state }) => void state.workers.at(-1)!.kill('SIGKILL'));
    await app.until(({ state }) => state.notifications.length > 1);
    const bodies = await app.inside(({ state }) => state.notifications.map(({ body }) => body));
    expect(bodies).toEqual([texts.restarted, texts.completed]);
  }, 240_000);

  it('opens links to a moment and ignores all others', async () => {
    const id = '0193a5c2-7f00-7000-8000-000000000000';
    const app = open();
    await shown(app);
    await app.inside(({ app }) => app.emit('open-url', { preventDefault() {} }, 'reelscope://import?path=/etc/passwd'));
    const link = `reelscope://video/${id}?t=12.5`;
    await app.inside(({ app }, url) => app.emit('open-url', { preventDefault() {} }, url), link);
    await app.until(({ page }) => page().url().includes('/videos/'));
    await expect.poll(() => app.page()).toContain(`/videos/${id}?t=12.5`);
  }, 120_000);

  it('starts without a keyring, with a warning and a private secrets file, and with a damaged window file', async () => {
    mkdirSync(join(home, 'user/userData'), { recursive: true });
    writeFileSync(join(home, 'user/userData/window.json'), '{"bounds": {"x": 1');
    const app = open({ env: { REELSCOPE_DOUBLE_KEYRING: 'none' } });
    await shown(app);
    await app.until(({ state }) => state.dialogs.length > 0);
    await expect.poll(() => app.inside(({ state }) => state.dialogs[0]!.options['message'])).toBe(texts.keyringTitle);
    const { mode } = await stat(join(home, 'data/secrets.json'));
    expect(mode & 0o077).toBe(0);
  }, 120_000);

  it('offers to open a library that a headless server owns', async () => {
    const server = await startServer(
      createHeadlessHost(join(home, 'data'), () => {}),
      { port: 0 },
    );
    try {
      const app = open();
      await app.until(({ state }) => state.dialogs.length > 0);
      await expect
        .poll(() => app.inside(({ state }) => state.dialogs[0]!.options['message']))
        .toBe(texts.alreadyRunningTitle);
      await app.inside(({ state }) => state.dialogs[0]!.answer({ response: 0 }));
      await shown(app);
      await expect.poll(() => app.page()).toContain(server.url);
    } finally {
      await server.close();
    }
  }, 120_000);

  it('shows the logs, turns notifications off, and opens shared links in the default browser', async () => {
    const app = open();
    await shown(app);
    await app.inside(({ page }) => page().goto(new URL('/settings/about', page().url()).href));
    await app.inside(({ page }, name) => page().getByRole('button', { name }).click(), about['help.logs']);
    await app.until(({ state }) => state.shownInFolder.length > 0);
    await expect.poll(() => app.inside(({ state }) => state.shownInFolder[0])).toMatch(/reelscope\.log$/);
    await app.inside(({ page }) => page().getByRole('switch').click());
    await app.until(({ page }) =>
      page().evaluate(() =>
        (globalThis as never as { reelscope: { notifications(): Promise<{ enabled: boolean }> } }).reelscope
          .notifications()
          .then(({ enabled }) => !enabled),
      ),
    );
    await app.inside(({ page }) => page().evaluate("window.open('/s/abc'); window.open('https://example.com/')"));
    await app.until(({ state }) => state.openedOutside.length > 0);
    await expect
      .poll(() => app.inside(({ state }) => state.openedOutside))
      .toEqual([expect.stringMatching(/\/s\/abc$/)]);
  }, 120_000);

  it('prints a report to a PDF without a visible window', async () => {
    const app = open();
    await shown(app);
    const html = '<!doctype html><title>Harbor</title><p>One</p><p style="break-before:page">Two</p>';
    const head = await app.inside(
      ({ page }, report) =>
        page().evaluate(async (text) => {
          const { reelscope } = globalThis as never as { reelscope: { printPdf(html: string): Promise<Uint8Array> } };
          const bytes = await reelscope.printPdf(text);
          return { start: new TextDecoder().decode(bytes.slice(0, 5)), size: bytes.length };
        }, report),
      html,
    );
    expect(head).toEqual({ start: '%PDF-', size: expect.any(Number) });
    expect(head.size).toBeGreaterThan(1000);
  }, 120_000);

  it('reports an export that could not be written, once', async () => {
    const app = open();
    await shown(app);
    await app.inside(({ session }) => {
      const heard: Record<string, (event: unknown, state: string) => void> = {};
      const item = {
        on: (name: string, listener: (event: unknown, state: string) => void) => (heard[name] = listener),
        cancel: () => heard['done']!({}, 'cancelled'),
        getSavePath: () => '/read-only/report.html',
      };
      session.defaultSession.emit('will-download', {}, item);
      heard['updated']!({}, 'progressing');
      heard['updated']!({}, 'interrupted');
      heard['done']!({}, 'interrupted');
    });
    await app.until(({ state }) => state.dialogs.length > 0);
    const told = await app.inside(({ state }) => state.dialogs.map(({ options }) => options));
    expect(told).toMatchObject([
      { message: '“report.html” couldn’t be saved.', detail: `${texts.notSavedDetail}\n\n/read-only` },
    ]);
  }, 120_000);

  it('handles IPC of its own pages only', async () => {
    const app = open();
    await shown(app);
    const ask = () =>
      app.inside(({ page }) =>
        page().evaluate(async () => {
          const { reelscope } = globalThis as never as { reelscope: { showInFolder(id: string): Promise<boolean> } };
          return reelscope.showInFolder('../../etc').then(String, (error) => `refused: ${error.message}`);
        }),
      );
    await expect.poll(() => ask()).toMatch(/^refused: .*uuid/is);
    await app.inside(({ page }) => page().goto('data:text/html,<p>elsewhere'));
    await expect.poll(() => ask()).toMatch(/not allowed to send requests/);
  }, 120_000);
});
