import { tokenExpiryMs, useSession } from './credential.ts';
import { api } from './endpoints.ts';

/** A token is renewed 10 minutes before it expires, or at half of a shorter lifetime. */
const RENEWAL_MARGIN_MS = 600_000;
/** Delay after a failure, such as during a restart of the server. */
const RETRY_DELAY_MS = 15_000;
/** Maximum delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Renews the token while the page is open. @returns a function that stops it */
export function startTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    const { credential } = useSession.getState();
    const endsMs = credential?.kind === 'token' ? tokenExpiryMs(credential.value) : undefined;
    if (endsMs === undefined) return;
    const leftMs = endsMs - Date.now();
    timer = setTimeout(renew, Math.min(MAX_TIMER_MS, Math.max(0, leftMs - Math.min(RENEWAL_MARGIN_MS, leftMs / 2))));
  };
  const renew = () => {
    api.renewToken().then(
      ({ token }) => useSession.getState().set({ kind: 'token', value: token }),
      () => {
        if (useSession.getState().credential) timer = setTimeout(renew, RETRY_DELAY_MS);
      },
    );
  };
  const unsubscribe = useSession.subscribe(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
