import { create } from 'zustand';
import { sleep } from '../../base/abort.ts';
import { queryClient } from './query-client.ts';
import { isOffline, send } from './request.ts';

interface ConnectionState {
  /** Whether the server stopped responding. */
  isLost: boolean;
}

/** Connection of this window to the server, as observed by the library's event stream. */
export const useConnection = create<ConnectionState>(() => ({ isLost: false }));

export function reportLost(): void {
  useConnection.setState({ isLost: true });
}

/**
 * Reloads what is on screen after an outage, since everything may have changed in the meantime and failed requests show
 * errors.
 * @returns whether there was an outage
 */
export function reportConnected(): boolean {
  if (!useConnection.getState().isLost) return false;
  useConnection.setState({ isLost: false });
  void queryClient.invalidateQueries();
  return true;
}

const RETRY_DELAY_MS = 1000;

/** Resolves once the server responds. */
export async function waitForServer(): Promise<void> {
  for (;;) {
    const isReachable = await send('GET /health').then(
      () => true,
      (error: unknown) => !isOffline(error),
    );
    if (isReachable) return;
    await sleep(RETRY_DELAY_MS);
  }
}
