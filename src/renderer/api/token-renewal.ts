import { tokenEndsMs, useSession } from './credential.ts';
import { api } from './endpoints.ts';

/** A token is renewed when this much of its life is left, in milliseconds: 10 minutes, or half of a shorter life. */
const BEFORE_MS = 600_000;
/** After a failure, such as a server that is just being restarted. */
const AGAIN_MS = 15_000;
/** The longest that a browser's timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Keeps the token fresh as long as the page is open. Returns how to stop. */
export function keepSignedIn(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    const { credential } = useSession.getState();
    const endsMs = credential?.kind === 'token' ? tokenEndsMs(credential.value) : undefined;
    if (endsMs === undefined) return;
    const leftMs = endsMs - Date.now();
    timer = setTimeout(renew, Math.min(TIMER_MAX_MS, Math.max(0, leftMs - Math.min(BEFORE_MS, leftMs / 2))));
  };
  const renew = () => {
    api.renewToken().then(
      ({ token }) => useSession.getState().set({ kind: 'token', value: token }),
      () => {
        if (useSession.getState().credential) timer = setTimeout(renew, AGAIN_MS);
      },
    );
  };
  const unsubscribe = useSession.subscribe(plan);
  plan();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
