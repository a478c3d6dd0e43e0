import { create } from 'zustand';
import { API_KEY_PATTERN } from '../../contract/keys.ts';

/** How this page proves who it is: a short-lived token of the local identity, or an API key. */
export type Credential = { kind: 'token'; value: string } | { kind: 'key'; value: string };

interface SessionState {
  /** undefined: other tabs are still being asked. */
  credential: Credential | null | undefined;
  set(credential: Credential | null): void;
}

const STORED = 'reelscope.credential';
/** Tabs of this origin share the sign-in, so that a video opened in a new tab needs none. */
const CHANNEL = 'reelscope.sign-in';
/** Time for another tab to answer, in milliseconds. */
const ASK_MS = 250;

export const useSession = create<SessionState>((set) => ({
  credential: undefined,
  set(credential) {
    if (credential) sessionStorage.setItem(STORED, JSON.stringify(credential));
    else sessionStorage.removeItem(STORED);
    set({ credential });
  },
}));

/** The value of the Authorization header. */
export function authorization(): string | undefined {
  const { credential } = useSession.getState();
  return credential ? headerOf(credential) : undefined;
}

export function headerOf(credential: Credential): string {
  return credential.kind === 'token' ? `Bearer ${credential.value}` : credential.value;
}

/** Reads what a person pasted: a whole link with #token=, a token, or a key. Null when it is none of them. */
export function readCredential(text: string): Credential | null {
  const value = /[#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
  if (API_KEY_PATTERN.test(value)) return { kind: 'key', value };
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? { kind: 'token', value } : null;
}

/** When a token ends, in epoch milliseconds; undefined for what is no token. */
export function tokenEndsMs(token: string): number | undefined {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the token out of the address, else what this tab kept, else what another tab of the window has. */
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
  setTimeout(() => useSession.getState().credential === undefined && set(null), ASK_MS);
}

function stored(): Credential | null {
  const text = sessionStorage.getItem(STORED);
  return text === null ? null : (JSON.parse(text) as Credential);
}
