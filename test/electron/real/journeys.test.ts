import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import texts from '../../../src/main/locales/en.json' with { type: 'json' };
import navigation from '../../../src/renderer/locales/en/app.json' with { type: 'json' };
import { writeMedia } from '../../fixtures/media.ts';
import { texture } from '../../fixtures/pictures.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { BUILT } from '../support/built.ts';
import { noRuntime, runtime } from './runtime.ts';

if (noRuntime) console.warn(`The journeys under the real Electron were skipped: ${noRuntime}`);

/** Starting a worker with its models may take long on a busy machine. */
const WAIT_OPTIONS = { timeout: 90_000, interval: 200 };

/** The walk-throughs of ../journeys.test.ts, and checks beyond the double (docs/decisions/0010). */
describe.skipIf(noRuntime)('the built application under Electron', () => {
  let home: string;
  let clip: string;
  let removeHome: () => Promise<void>;
  let removeClips: () => Promise<void>;
  const running = new Set<ElectronApplication>();

  const open = async (...args: string[]): Promise<ElectronApplication> => {
    const app = await _electron.launch({
      executablePath: runtime,
      // Chromium's sandbox is often unavailable in containers and on build machines.
      args: [
        ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
        `--user-data-dir=${join(home, 'user')}`,
        join(BUILT, 'main/index.js'),
        ...args,
      ],
      env: { ...(process.env as Record<string, string>), REELSCOPE_DATA_DIR: join(home, 'data'), REELSCOPE_PORT: '0' },
    });
    running.add(app);
    // Dialogs are answered with their first button and recorded.
    await app.evaluate(({ dialog }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = async (...given: unknown[]) => {
        asked.push((given.at(-1) as { message: string }).message);
        return { response: 0, checkboxChecked: false };
      };
    });
    return app;
  };
  const asked = (app: ElectronApplication) => app.evaluate(() => (globalThis as never as { asked: string[] }).asked);
  const until = <Value>(ask: () => Promise<Value>) => waitUntil(() => ask().catch(() => undefined), WAIT_OPTIONS);
  const library = (page: Page) => page.getByRole('link', { name: navigation['nav.library'], exact: true }).first();

  beforeAll(async () => {
    const clips = await createTempFolder();
    removeClips = clips.remove;
    clip = join(clips.path, 'harbour tour.mp4');
    const pictures = Array.from({ length: 60 }, (_, index) => texture(320, 180, index < 30 ? 1 : 2));
    await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  });
  afterAll(() => removeClips?.());
  beforeEach(async () => {
    const folder = await createTempFolder();
    home = folder.path;
    removeHome = folder.remove;
  });
  afterEach(async () => {
    for (const app of running) app.process().kill('SIGKILL');
    running.clear();
    await removeHome();
  });

  it('shows its window with the bridge, and without Node or Electron', async () => {
    const app = await open();
    const page = await app.firstWindow();
    await library(page).waitFor();
    expect(await page.evaluate('typeof reelscope.pathOf')).toBe('function');
    expect(await page.evaluate('[typeof require, typeof process, typeof module, typeof global]')).toEqual(
      Array(4).fill('undefined'),
    );
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { visible: window!.isVisible(), process: window!.webContents.getOSProcessId() };
    });
    expect(preferences).toEqual({ visible: true, process: expect.any(Number) });
  });

  it('stays on its own pages, opens no windows, and permits copying but not the camera', async () => {
    const app = await open();
    const page = await app.firstWindow();
    await library(page).waitFor();
    const before = page.url();
    await page.evaluate("location.href = 'https://example.com/'; void window.open('https://example.com/')");
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    expect(page.url()).toBe(before);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    await page.bringToFront();
    expect(await page.evaluate("navigator.clipboard.writeText('x').then(() => 'copied', String)")).toBe('copied');
    const camera = await page.evaluate(
      'navigator.mediaDevices.getUserMedia({ video: true }).then(() => "open", (e) => e.name)',
    );
    expect(camera).not.toBe('open');
  });

  it('imports the file of a second launch, analyzes it in a utility process, and shows it', async () => {
    const app = await open();
    const page = await app.firstWindow();
    await library(page).waitFor();
    const second = await open(clip).catch(() => undefined);
    if (second && second.process().exitCode === null) await once(second.process(), 'exit');
    await until(async () => /\/videos\/[0-9a-f-]{36}/.test(page.url()));
    const status = () => page.evaluate(async () => document.querySelectorAll('article').length);
    await until(async () => (await status()) > 0);
  });

  it('restores the window after a crash of its page, with a message', async () => {
    const app = await open();
    const page = await app.firstWindow();
    await library(page).waitFor();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer());
    await until(async () => (await asked(app)).some((message) => message === texts.crashedTitle));
    expect(
      await until(() =>
        app.evaluate(({ BrowserWindow }) => !BrowserWindow.getAllWindows()[0]!.webContents.isCrashed()),
      ),
    ).toBe(true);
  });

  it('asks before quitting during a job, and quits', async () => {
    const app = await open(clip);
    await app.firstWindow();
    await until(() =>
      app.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.isStarted(0) || powerSaveBlocker.isStarted(1)),
    );
    const ended = once(app.process(), 'exit');
    await app.evaluate(({ app: own }) => setTimeout(() => own.quit(), 10));
    expect((await ended)[0]).toBe(0);
  });
});
