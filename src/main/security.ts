import { app, shell, type WebContents } from 'electron';
import { ownAddresses } from './own-addresses.ts';
import { canOpenExternally, isOwnPage, isPermitted, isReleasePage, preventUnless } from './policies/page-access.ts';

/**
 * Restricts every page to the `origin` of the application's own server: docs/security.md, items 5 and 11 to 15.
 * @param releasePage web page of a new version, the only foreign page that opens, in the default browser; never rejects
 */
export function restrictPages(origin: string, releasePage: () => Promise<string | null>): void {
  app.on('web-contents-created', (_, contents) => guard(contents, origin, releasePage));
}

function guard(contents: WebContents, origin: string, releasePage: () => Promise<string | null>): void {
  contents.on('will-frame-navigate', (event) => {
    preventUnless(event, () => event.isMainFrame && isOwnPage(event.url, origin));
  });
  contents.on('will-redirect', (event, url) => preventUnless(event, () => isOwnPage(url, origin)));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (canOpenExternally(url, origin, ownAddresses())) void shell.openExternal(url);
    else
      void releasePage().then((page) => {
        if (isReleasePage(url, page)) void shell.openExternal(url);
      });
    return { action: 'deny' };
  });
  // Both are needed: a check never prompts, and a request follows a denied check.
  const { session } = contents;
  session.setPermissionCheckHandler((_, permission, page) => isPermitted(permission, page, origin));
  session.setPermissionRequestHandler((asking, permission, decide) =>
    decide(isPermitted(permission, asking.getURL(), origin)),
  );
  session.setDevicePermissionHandler(() => false);
}
