import { setTimeout as delay } from 'node:timers/promises';
import texts from '../../../src/main/locales/en.json' with { type: 'json' };
import { expect, Impossible, type Lab, type OpenApp } from '../lab.ts';
import { DISPLAY_SIZE, showSecondDisplay, until } from '../machine.ts';

/** Clicks an item of the application's menu by its labels. */
const choose = (app: OpenApp, ...labels: string[]) =>
  app.electron.evaluate(({ Menu }, path) => {
    let items = Menu.getApplicationMenu()!.items;
    for (const [index, label] of path.entries()) {
      const item = items.find((one) => one.label === label);
      if (!item) throw new Error(`no item ${label} in ${items.map((one) => one.label)}`);
      if (index === path.length - 1) item.click();
      else items = item.submenu!.items;
    }
  }, labels);

const bounds = (app: OpenApp) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds());

/** The window, its menus, and what happens to its processes. */
export const WINDOW: Record<string, (lab: Lab) => Promise<void>> = {
  async 'menu commands'(lab) {
    const app = await lab.open('menu');
    await choose(app, texts.view, texts.library);
    await app.onPage(/\/library$/);
    await choose(app, texts.file, texts.settings);
    await app.onPage(/\/settings/);
    // As typed by a person.
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.focus());
    lab.tool('xdotool', 'key', 'ctrl+2');
    await app.onPage(/\/search/);
    await choose(app, texts.help, texts.updates);
    await until('the notice', async () => (await app.asked()).some(({ message }) => message === texts.updatesTitle));
    lab.tool('xdotool', 'key', 'ctrl+o');
    await until('the file chooser', () => lab.shownWindows().length === 2);
    lab.picture('file-chooser');
    lab.tool('xdotool', 'key', 'Escape');
    await until('its end', () => lab.shownWindows().length === 1);
    const missing = await app.electron.evaluate(({ Menu }) => {
      const all = (items: Electron.MenuItem[]): Electron.MenuItem[] =>
        items.flatMap((item) => [item, ...all(item.submenu?.items ?? [])]);
      return all(Menu.getApplicationMenu()!.items).filter(({ type, label }) => type !== 'separator' && !label).length;
    });
    expect(missing === 0, `${missing} items without a label`);
    await choose(app, texts.help, texts.about);
    await until('the about dialog', () => lab.shownWindows().length === 2);
    lab.picture('about');
  },

  async tray(lab) {
    const app = await lab.open('tray');
    const icon = await until('the icon in the panel', () => lab.trayIcon());
    lab.picture('tray');
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize());
    await until('a minimized window', async () =>
      app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized()),
    );
    lab.tool('xdotool', 'mousemove', String(icon.x), String(icon.y), 'click', '1');
    await until('the window', async () =>
      app.electron.evaluate(({ BrowserWindow }) => !BrowserWindow.getAllWindows()[0]!.isMinimized()),
    );
    lab.tool('xdotool', 'mousemove', String(icon.x), String(icon.y), 'click', '3');
    await until('the menu', () => lab.shownWindows().length > 1 || null);
    lab.picture('tray-menu');
    lab.tool('xdotool', 'key', 'Escape');
  },

  async 'crash of the page'(lab) {
    const app = await lab.open('crash');
    await app.page.locator('nav a[href="/library"]').click();
    await app.onPage(/\/library/);
    const url = () =>
      app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL());
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      await crash(app);
      await until(
        `notice ${crashes}`,
        async () => (await app.asked()).filter(({ message }) => message === texts.crashedTitle).length === crashes,
      );
      expect(new URL(await url()).pathname === '/library', `the page after crash ${crashes} is ${await url()}`);
    }
    await crash(app);
    await until('the question', async () =>
      (await app.asked()).some(({ message }) => message === texts.crashLoopTitle),
    );
    await until('the home page', async () => new URL(await url()).pathname === '/' && !(await isCrashed(app)));
    lab.picture('after-crashes');
  },

  async 'crash of the server'(lab) {
    const first = await lab.server('server');
    const { url } = lab.lockFile('server');
    const app = await lab.open('server');
    expect(
      (await app.asked())[0]?.message === texts.alreadyRunningTitle,
      `asked: ${JSON.stringify(await app.asked())}`,
    );
    await app.page.locator('nav a[href="/library"]').click();
    await app.onPage(/\/library/);
    first.kill('SIGKILL');
    await app.page.locator('nav a[href="/processing"]').click();
    await app.page.getByRole('alert').or(app.page.getByRole('status')).first().waitFor();
    lab.picture('server-gone');
    await lab.server('server', new URL(url).port);
    await app.page.locator('nav a[href="/stories"]').click();
    await app.page.locator('main h1').waitFor();
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.reload());
    await app.page.locator('nav a').first().waitFor();
    lab.picture('server-back');
    expect((await app.quit()) === 0, 'it did not quit');
  },

  async 'bounds on two displays'(lab) {
    if (lab.machine.displays < 2)
      throw new Impossible('Xorg with its dummy driver, which has two displays, is missing');
    const wanted = { x: DISPLAY_SIZE.width + 200, y: 100, width: 900, height: 640 };
    const app = await lab.open('bounds');
    await app.electron.evaluate(
      ({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]!.setBounds(place),
      wanted,
    );
    await until('its place', async () => (await bounds(app)).x > DISPLAY_SIZE.width);
    // The window manager moves it by its frame.
    await delay(1000);
    const before = await bounds(app);
    await app.quit();
    const again = await lab.open('bounds');
    const after = await until('its place again', async () => bounds(again));
    lab.picture('second-display');
    expect(near(before, after), `was at ${JSON.stringify(before)}, is at ${JSON.stringify(after)}`);
    await again.quit();
    showSecondDisplay(lab.machine.env, false);
    try {
      const alone = await lab.open('bounds');
      const place = await bounds(alone);
      expect(
        place.x >= 0 && place.x + place.width <= DISPLAY_SIZE.width,
        `is at ${JSON.stringify(place)} of one display`,
      );
      await alone.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.maximize());
      await until('a maximized window', () =>
        alone.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMaximized()),
      );
      await alone.quit();
      const maximized = await lab.open('bounds');
      await until('a maximized window again', () =>
        maximized.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMaximized()),
      );
      await maximized.quit();
    } finally {
      showSecondDisplay(lab.machine.env, true);
    }
  },

  async 'dark mode'(lab) {
    const app = await lab.open('theme');
    for (const theme of ['light', 'dark'] as const) {
      await app.electron.evaluate(({ nativeTheme }, source) => {
        // As if the system changed, which this Chromium learns from a settings portal only.
        nativeTheme.themeSource = source;
      }, theme);
      await until(`the ${theme} theme`, () => app.inPage(`matchMedia('(prefers-color-scheme: ${theme})').matches`));
      const isDark = theme === 'dark';
      await until(`a ${theme} background`, async () => {
        const color = await app.inPage<string>('getComputedStyle(document.body).backgroundColor');
        return sum(color) < 384 === isDark;
      });
      lab.picture(theme);
    }
  },
};

/** Sum of the channels of a CSS color. */
function sum(color: string): number {
  return (color.match(/\d+/g) ?? []).slice(0, 3).reduce((total, part) => total + Number(part), 0);
}

function near(a: Electron.Rectangle, b: Electron.Rectangle): boolean {
  return (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) <= 2);
}

const isCrashed = (app: OpenApp) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.isCrashed());

async function crash(app: OpenApp): Promise<void> {
  await until('a page', async () => !(await isCrashed(app)));
  await app.electron.evaluate(({ BrowserWindow }) => {
    process.kill(BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(), 'SIGKILL');
  });
}
