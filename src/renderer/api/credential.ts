import { create } from 'zustand';
import { API_KEY_PATTERN } from '../../contract/account/keys.ts';

/** Credential of this page: a short-lived token of the local user, or an API key. */
export type Credential = { kind: 'token'; value: string } | { kind: 'key'; value: string };

interface SessionState {
  /** Undefined until other tabs had time to share theirs. */
  credential: Credential | null | undefined;
  set(credential: Credential | null): void;
}

const STORED = 'reelscope.credential';
/** Tabs of this origin share the credential, so that a video opened in a new tab requires no sign-in. */
const CHANNEL = 'reelscope.sign-in';
/** Time for another tab to respond. */
const TAB_TIMEOUT_MS = 250;

export const useSession = create<SessionState>((set) => ({
  credential: undefined,
  set(credential) {
    if (credential) sessionStorage.setItem(STORED, JSON.stringify(credential));
    else sessionStorage.removeItem(STORED);
    set({ credential });
  },
}));

/** Returns the value of the Authorization header; undefined when signed out. */
export function authorization(): string | undefined {
  const { credential } = useSession.getState();
  return credential ? headerOf(credential) : undefined;
}

export function headerOf(credential: Credential): string {
  return credential.kind === 'token' ? `Bearer ${credential.value}` : credential.value;
}

/** Parses pasted text: a link with `#token=`, a token, or an API key. Returns null for anything else. */
export function readCredential(text: string): Credential | null {
  const value = /[#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
  if (API_KEY_PATTERN.test(value)) return { kind: 'key', value };
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? { kind: 'token', value } : null;
}

/** Returns the expiry of a token in epoch milliseconds; undefined for invalid tokens. */
export function tokenExpiryMs(token: string): number | undefined {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Signs in with the token in the URL, the stored credential of this tab, or the credential of another tab, in this
 * order.
 */
export function signInFromPage(): void {
  const { set } = useSession.getState();
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ ask?: true; credential?: Credential }>) => {
    const own = useSession.getState().credential;
    if (data.ask && own) channel.postMessage({ credential: own });
    if (data.credential && own === undefined) set(data.credential);
  };
  const given = location.hash.includes('token=') ? readCredential(location.hash) : null;
  if (given) history.replaceState(null, '', location.pathname + location.search);
  const known = given ?? stored();
  if (known) return set(known);
  channel.postMessage({ ask: true });
  setTimeout(() => useSession.getState().credential === undefined && set(null), TAB_TIMEOUT_MS);
}

function stored(): Credential | null {
  const text = sessionStorage.getItem(STORED);
  return text === null ? null : (JSON.parse(text) as Credential);
}
