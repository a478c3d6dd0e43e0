import { ReelscopeError } from '../contract/errors.ts';

export type Fetch = typeof fetch;

/** Whether the setting `offline` is on; asked for each request, so that the switch works at once. */
export type IsOffline = () => boolean;

/**
 * The one way out of this machine: everything in the product that connects to another one gets its `fetch` here. While
 * offline, requests to other machines fail before anything is sent, and a local server can't send them on by a redirect.
 */
export function outgoingFetch(isOffline: IsOffline): Fetch {
  return async (input, init) => {
    if (!isOffline()) return fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isLoopback(url.hostname)) throw offlineError();
    return fetch(input, { ...init, redirect: 'error' });
  };
}

export function offlineError(): ReelscopeError {
  return new ReelscopeError('forbidden', 'The setting “offline” is on: no connection may leave this machine.');
}

/** Whether a host name means this machine, whatever a name server says. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
}
