import { rmSync } from 'node:fs';
import { noBrowser } from './browser.ts';
import { windowFolder } from './window.ts';

/**
 * Builds the window once for all test files. Without a browser the tests are skipped with a warning, or fail if
 * REELSCOPE_REQUIRE_BROWSER is set, as in continuous integration.
 * @throws Error when a browser is required and missing
 */
export default function setup(): (() => void) | undefined {
  if (noBrowser) {
    if (process.env['REELSCOPE_REQUIRE_BROWSER']) throw new Error(`Browser tests can't run: ${noBrowser}`);
    console.warn(`Browser tests are skipped: ${noBrowser}`);
    return undefined;
  }
  const folder = windowFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}
