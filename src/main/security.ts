import { shell, type WebContents } from 'electron';

/** Addresses outside the application that a person may open, in their own browser and never in the window. */
const EXTERNAL = /^https:\/\//;

/**
 * Keeps a window on the application's own pages: no navigation elsewhere, no new windows, no embedded web views, no
 * permissions but full screen (Electron's security checklist, items 5, 12, 13, 14 and 15).
 */
export function guardContents(contents: WebContents): void {
  contents.on('will-navigate', (event, url) => {
    if (new URL(url).origin !== new URL(contents.getURL()).origin) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (EXTERNAL.test(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
  contents.session.setPermissionRequestHandler((_, permission, decide) => decide(permission === 'fullscreen'));
}
