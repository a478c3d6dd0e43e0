import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

export type Fetch = typeof fetch;

/** Whether the `offline` setting is on. Checked for each request, so that a change takes effect immediately. */
export type IsOffline = () => boolean;

/**
 * The only network exit of the application: all code that connects to another machine uses this `fetch`. While offline,
 * requests to other machines fail before anything is sent, and redirects are refused so that a local server can't forward them.
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
  return new ReelscopeError('forbidden', sentence('offline.blocked'));
}

/** Whether a host name refers to this machine without asking a name server. */
function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
}
