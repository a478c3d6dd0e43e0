import { BlockList, isIP } from 'node:net';

/** Returns whether a URL is a page of the application's own server. @param origin of that server */
export function isOwnPage(url: string, origin: string): boolean {
  return URL.parse(url)?.origin === origin;
}

/** Prevents a navigation unless it is decided to be allowed: also after an error of the decision, which is thrown. */
export function preventUnless(event: { preventDefault(): void }, decide: () => boolean): void {
  let isAllowed = false;
  try {
    isAllowed = decide();
  } finally {
    if (!isAllowed) event.preventDefault();
  }
}

/** Path and query of a page of the application's own server; the home screen for any other URL. */
export function pathOf(url: string, origin: string): string {
  const page = URL.parse(url);
  return page?.origin === origin ? page.pathname + page.search : '/';
}

/**
 * Whether the window may open a URL in the default browser: shared reports at an address of this machine, and the
 * documentation of the API. @param addresses of this machine
 */
export function canOpenExternally(url: string, origin: string, addresses: readonly string[]): boolean {
  const target = URL.parse(url);
  if (target?.protocol !== 'http:' || target.username !== '' || target.password !== '') return false;
  if (target.origin === origin && target.pathname === '/api/docs') return true;
  // Share links contain IP addresses of this machine, never host names.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isOwn = target.origin === origin || addresses.some((address) => isSameAddress(address, host));
  return isOwn && /^\/s\/[A-Za-z0-9_-]{1,128}$/.test(target.pathname);
}

/**
 * Whether a URL is the web page of a new version, as the server knows it. Only web pages open: other schemes start
 * programs.
 */
export function isReleasePage(url: string, page: string | null): boolean {
  const [target, known] = [URL.parse(url), page === null ? null : URL.parse(page)];
  return known !== null && /^https?:$/.test(known.protocol) && target?.href === known.href;
}

function isSameAddress(a: string, b: string): boolean {
  const family = isIP(a);
  if (family === 0 || family !== isIP(b)) return false;
  const one = new BlockList();
  one.addAddress(a, family === 6 ? 'ipv6' : 'ipv4');
  return one.check(b, family === 6 ? 'ipv6' : 'ipv4');
}

/** Permits full screen for the player and clipboard writing, for the application's own pages only. */
const ALLOWED_PERMISSIONS: readonly string[] = ['fullscreen', 'clipboard-sanitized-write'];

/** @param page URL or origin of the requesting page */
export function isPermitted(permission: string, page: string, origin: string): boolean {
  return ALLOWED_PERMISSIONS.includes(permission) && isOwnPage(page, origin);
}

/** Sender of a message to the main process, as reported by Electron. */
interface Frame {
  readonly url: string;
  readonly parent: unknown;
}

/** Returns whether a message came from the top frame of an own page. @param frame null if it no longer exists */
export function isTrustedSender(frame: Frame | null, origin: string): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url, origin);
}
