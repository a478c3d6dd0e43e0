import { rmSync } from 'node:fs';
import { noBrowser } from './browser.ts';
import { windowFolder } from './window.ts';

/** Before the first test of a run: the window that all of them use. Says why when browser tests are left out. */
export default function setup(): (() => void) | undefined {
  if (noBrowser) {
    console.warn(`Browser tests are skipped: ${noBrowser}`);
    return undefined;
  }
  const folder = windowFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}
