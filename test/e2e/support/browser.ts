import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Debian puts it; another path by REELSCOPE_CHROMIUM. */
const PROGRAM = process.env['REELSCOPE_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why no browser can be driven here; null when one can. */
export const noBrowser: string | null = existsSync(PROGRAM)
  ? null
  : `no browser at ${PROGRAM}: install chromium, or name one in REELSCOPE_CHROMIUM`;

/** Pictures of the screens, kept for whoever looks at a run. */
const ARTIFACTS = fileURLToPath(new URL('../../../.artifacts/screens', import.meta.url));

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 900, height: 1100 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof SIZES;
export type Scheme = 'dark' | 'light';

/**
 * The pages of the browser's own address bar are loaded for each window, though nobody sees them: more than a second of
 * processor time, which a page under test waits for. The others are those that Playwright turns off; naming any takes
 * the place of its list.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding'],
  ...['PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
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

/** A browser of a person who has not been here before, and what went wrong in its pages. */
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
  // A busy machine may take long to start a worker with its models.
  context.setDefaultTimeout(60_000);
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    // A still that does not exist yet is a state that the page shows, but the browser calls it an error.
    if (message.type() === 'error' && !/\/media\//.test(message.location().url)) problems.push(message.text());
  });
  return { context, problems };
}

/** Keeps a picture of what is seen now. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTIFACTS}/${name}.png` });
}
