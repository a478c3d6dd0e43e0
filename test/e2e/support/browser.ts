import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';

/** Where systems and the runners of CI have a browser of Chromium's kind. */
const PROGRAMS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};
const known = PROGRAMS[process.platform] ?? [];
/** The first that is there; REELSCOPE_CHROMIUM overrides it. */
const PROGRAM = process.env['REELSCOPE_CHROMIUM'] ?? known.find((file) => existsSync(file)) ?? known[0] ?? 'chromium';

/** Reason that no browser is available; null if one is. */
export const noBrowser: string | null = existsSync(PROGRAM)
  ? null
  : `no browser at ${PROGRAM}: install chromium, or name one in REELSCOPE_CHROMIUM`;

/** Screenshots, kept for review. */
export const ARTIFACTS = fileURLToPath(new URL('../../../.artifacts/screens', import.meta.url));

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 900, height: 1100 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof SIZES;
export type Scheme = 'dark' | 'light';

/**
 * The pages of Chromium's address bar are loaded for each window, although they are never shown: more than a second of
 * processor time, for which a page under test waits. The other features are those that Playwright disables, because
 * naming any replaces its list.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: PROGRAM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${FEATURES_OFF.join()}`,
    ],
  });
}

export interface OpenOptions {
  size?: Size;
  scheme?: Scheme;
  language?: string;
}

/**
 * Opens a fresh browser context. One that a test opens is closed with it, since open pages follow the server and render
 * its changes.
 * @returns the context and the errors of its pages
 */
export async function openContext(
  browser: Browser,
  { size = 'desktop', scheme = 'dark', language = 'en-GB' }: OpenOptions = {},
): Promise<{ context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    locale: language,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
  });
  const close = context.close.bind(context);
  context.close = async () => {
    // A request that is being answered meanwhile, such as a poll, has no page to be answered to.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(() => context.close());
  // Starting a worker with its models may take long on a busy machine.
  context.setDefaultTimeout(60_000);
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    // Chromium logs an error for a still that does not exist yet, which is an expected state.
    if (message.type() === 'error' && !/\/media\//.test(message.location().url))
      problems.push(`${message.text()} (${message.location().url})`);
  });
  return { context, problems };
}

/**
 * Routes requests of a page that is already open. Chromium confirms an interception before the page knows of it: with
 * `page.route` alone, the next request of a busy page went to the server in 3 of 60 runs.
 */
export async function intercept(page: Page, url: string | RegExp, handler: (route: Route) => unknown): Promise<void> {
  await page.route(url, handler);
  await page.route(/intercepted$/, (route) => route.fulfill({ status: 204 }));
  await page.waitForFunction(async () => (await fetch('/api/health?intercepted')).status === 204);
}

/**
 * Saves a screenshot, unless REELSCOPE_NO_SCREENSHOTS is set, as in `.ci/run`: nobody looks at those, and they take a
 * tenth of the time.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['REELSCOPE_NO_SCREENSHOTS']) return;
  await mkdir(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTIFACTS}/${name}.png` });
}
