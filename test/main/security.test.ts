import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { restrictPages } from '../../src/main/security.ts';

const OWN = 'http://127.0.0.1:8471';
const electron = vi.hoisted(() => ({
  app: undefined as unknown as EventEmitter,
  opened: [] as string[],
  page: null as string | null,
}));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = new Emitter();
  return { app: electron.app, shell: { openExternal: async (url: string) => electron.opened.push(url) } };
});

/** The part of a page's web contents that the guard uses. */
class Contents extends EventEmitter {
  handlers: Record<string, (...given: never[]) => unknown> = {};
  #keep = (name: string) => (handler: (...given: never[]) => unknown) => {
    this.handlers[name] = handler;
  };
  setWindowOpenHandler = this.#keep('open');
  session = {
    setPermissionCheckHandler: this.#keep('check'),
    setPermissionRequestHandler: this.#keep('request'),
    setDevicePermissionHandler: this.#keep('device'),
  };
  getURL = () => `${OWN}/library`;
  /** Whether an event was prevented. */
  refuses(name: string, event: object, ...more: unknown[]): boolean {
    const preventDefault = vi.fn();
    this.emit(name, { ...event, preventDefault }, ...more);
    return preventDefault.mock.calls.length > 0;
  }
}

let contents: Contents;
beforeEach(() => {
  electron.app.removeAllListeners();
  restrictPages(OWN, async () => electron.page);
  contents = new Contents();
  electron.app.emit('web-contents-created', {}, contents);
});

it('stays on its own pages, in one frame, without web views', () => {
  const navigates = (url: string, isMainFrame = true) => contents.refuses('will-frame-navigate', { url, isMainFrame });
  expect(navigates(`${OWN}/search`)).toBe(false);
  expect(navigates(`${OWN}/search`, false)).toBe(true);
  for (const url of [
    'https://example.com/',
    'file:///etc/passwd',
    'http://127.0.0.1:1/',
    'javascript:0',
    'reelscope://x',
  ]) {
    expect(navigates(url), url).toBe(true);
    expect(contents.refuses('will-redirect', {}, url), url).toBe(true);
  }
  expect(contents.refuses('will-redirect', {}, `${OWN}/library`)).toBe(false);
  expect(contents.refuses('will-attach-webview', {})).toBe(true);
});

it('opens no windows; opens shared reports in the default browser', () => {
  const open = contents.handlers['open'] as unknown as (asked: { url: string }) => { action: string };
  for (const url of [`${OWN}/s/abc`, 'https://example.com/', 'file:///etc/passwd']) {
    expect(open({ url })).toEqual({ action: 'deny' });
  }
  expect(electron.opened).toEqual([`${OWN}/s/abc`]);
});

it('answers permission checks and requests alike', () => {
  const check = contents.handlers['check'] as unknown as (...given: unknown[]) => boolean;
  const request = contents.handlers['request'] as unknown as (...given: unknown[]) => void;
  const asked = (permission: string) => {
    const decide = vi.fn();
    request(contents, permission, decide);
    return decide.mock.calls[0]?.[0];
  };
  for (const [permission, answer] of [
    ['fullscreen', true],
    ['clipboard-sanitized-write', true],
    ['clipboard-read', false],
    ['media', false],
    ['geolocation', false],
  ] as const) {
    expect(check(contents, permission, OWN), permission).toBe(answer);
    expect(asked(permission), permission).toBe(answer);
  }
  expect(check(null, 'fullscreen', 'https://example.com')).toBe(false);
  expect((contents.handlers['device'] as unknown as () => boolean)()).toBe(false);
});

it('opens the web page of a new version, and nothing that is no web page', async () => {
  const open = async (url: string) => {
    contents.handlers['open']!({ url } as never);
    await new Promise(setImmediate);
    return electron.opened.splice(0);
  };
  electron.opened.splice(0);
  const page = 'https://releases.example/v2.0.0';
  expect(await open(page)).toEqual([]);
  electron.page = page;
  expect(await open(page)).toEqual([page]);
  expect(await open('https://releases.example/v2.0.1')).toEqual([]);
  for (const dangerous of ['file:///etc/passwd', 'ms-settings:about', 'javascript:0']) {
    electron.page = dangerous;
    expect(await open(dangerous), dangerous).toEqual([]);
  }
});
