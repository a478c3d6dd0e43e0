import type { Fetch } from './outgoing.ts';

/** URL of a server, with its credentials in the form of an Authorization header. */
export interface ServerAddress {
  /** Without credentials and trailing slash. */
  url: string;
  authorization: string | null;
}

/**
 * Takes the credentials out of a URL: `fetch` rejects URLs that contain them, and logs and error messages show URLs.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = new URL(text);
  const { username, password } = url;
  if (username === '' && password === '') return { url: text, authorization: null };
  url.username = '';
  url.password = '';
  const login = `${decoded(username)}:${decoded(password)}`;
  return { url: trimSlash(url.href), authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

/** Returns a `fetch` that authenticates requests to the origin of `url`, and to no other. */
export function authorizedFetch(outgoing: Fetch, url: string, authorization: string | null): Fetch {
  if (authorization === null) return outgoing;
  const { origin } = new URL(url);
  return (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input);
    if (target.origin !== origin) return outgoing(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('authorization', authorization);
    return outgoing(input, { ...init, headers });
  };
}

/** Scheme, host, and port: all that messages show of a server. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function trimSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
