import { existsSync, readFileSync } from 'node:fs';
import { expect, type Lab } from '../lab.ts';
import { until } from '../machine.ts';

/** Journeys of a first start, and the limits of the page. */
export const START: Record<string, (lab: Lab) => Promise<void>> = {
  async 'first start'(lab) {
    const app = await lab.open('first', [], { native: true });
    expect(await app.inPage('typeof reelscope.pathOf === "function"'), 'the bridge is missing');
    const node = await app.inPage<string[]>('[typeof require, typeof process, typeof module, typeof global]');
    expect(
      node.every((type) => type === 'undefined'),
      `Node is in the page: ${node}`,
    );
    const isVisible = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible());
    expect(isVisible, 'the window is hidden');
    await until('the note about the keyring', () => lab.shownWindows().length === 2);
    lab.picture('first-start');
    lab.tool('xdotool', 'key', 'Return');
    await until('the end of the note', () => lab.shownWindows().length === 1);
    const icon = lab.tool('xprop', '-id', lab.shownWindows()[0]!.id, '-notype', '_NET_WM_ICON');
    expect(!icon.includes('not found'), 'the window has no icon');
    expect((await app.quit()) === 0, 'it did not quit');
  },

  async 'sign-in handed over'(lab) {
    const app = await lab.open('sign-in');
    await app.onPage(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(!(await app.inPage<string>('location.href')).includes('token'), 'the token stays in the address');
    const status = await app.inPage<number>('fetch("/api/videos").then(({ status }) => status)');
    expect(status === 401, 'the API answers without a sign-in');
    await app.page.locator('nav a[href="/library"]').click();
    await app.onPage(/\/library$/);
    await app.page.locator('main h1').waitFor();
    const history = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.webContents.getURL(),
    );
    expect(!history.includes('token'), 'the token is in the history');
  },

  async permissions(lab) {
    const app = await lab.open('permissions');
    const ask = (expression: string) => app.page.evaluate(`(${expression}).then(() => 'allowed', ({ name }) => name)`);
    await app.page.locator('body').click();
    expect((await ask("navigator.clipboard.writeText('x')")) === 'allowed', 'copying is denied');
    for (const denied of [
      'navigator.clipboard.readText()',
      'navigator.mediaDevices.getUserMedia({ video: true })',
      'navigator.mediaDevices.getUserMedia({ audio: true })',
      'navigator.mediaDevices.getDisplayMedia({ video: true })',
      'new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, () => reject({ name: "denied" })))',
      'Notification.requestPermission().then((state) => state === "granted" || Promise.reject({ name: state }))',
      'navigator.requestMIDIAccess({ sysex: true })',
    ]) {
      const answer = await Promise.race([
        ask(denied),
        new Promise((resolve) => setTimeout(resolve, 2000, 'no answer')),
      ]);
      expect(answer !== 'allowed', `allowed: ${denied}`);
      expect(answer !== 'no answer', `unanswered: ${denied}`);
    }
  },

  async navigation(lab) {
    const app = await lab.open('navigation');
    const before = app.page.url();
    const { url } = lab.lockFile('navigation');
    for (const target of [
      'https://example.com/',
      'file:///etc/passwd',
      'data:text/html,<p>elsewhere',
      'chrome://version',
      'javascript:void(document.title="run")',
      url.replace('127.0.0.1', 'localhost'),
    ]) {
      await app.inPage(`void (location.href = ${JSON.stringify(target)})`).catch(() => {});
      await app.inPage(`void window.open(${JSON.stringify(target)})`).catch(() => {});
      await app.inPage(`(() => { const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(target)};
        document.body.append(frame); })()`);
    }
    const form = `(() => { const form = document.createElement('form'); form.action = 'https://example.com/';
      form.method = 'post'; document.body.append(form); form.submit(); })()`;
    await app.inPage(form);
    // A request of the page after those above.
    await app.inPage('fetch("/").then((response) => response.text())');
    expect(app.page.url() === before, `the window is at ${app.page.url()}`);
    const windows = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    expect(windows === 1, `${windows} windows`);
    const frames = app.page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
    expect(
      frames.every((frame) => ['', 'about:blank'].includes(frame) || frame.startsWith('chrome-error:')),
      `frames show ${frames}`,
    );
  },

  async 'one GLib'(lab) {
    const app = await lab.open('glib');
    // As the processes of workers are started.
    await app.electron.evaluate(({ utilityProcess, app: own }) => {
      utilityProcess.fork(`${own.getAppPath()}/package.json`, [], { stdio: 'ignore' }).on('exit', () => {});
    });
    const seen = app.processes().flatMap((pid) => {
      const maps = existsSync(`/proc/${pid}/maps`) ? readFileSync(`/proc/${pid}/maps`, 'utf8') : '';
      const files = new Set(maps.match(/\/\S*(?:libglib-2|libgobject-2|libvips)\S*/g));
      const names = [...files].map((file) => file.split('/').at(-1)!.split('.so')[0]!);
      expect(new Set(names).size === names.length, `process ${pid} has ${[...files]}`);
      return [...files];
    });
    expect(seen.length > 0, `no GLib in ${app.processes().length} processes`);
    expect(
      seen.every((file) => !file.includes('libvips')),
      `libvips is loaded: ${seen}`,
    );
  },
};
