/** Time after which a session that was about to end has stayed: another program or the user held it up. */
const STAYED_MS = 60_000;

/**
 * Interrupts jobs at the end of a session. Windows asks (`query-session-end`) and then ends the processes within
 * seconds, workers first, without waiting for promises; so jobs are queued again at once, and an attempt that was ended
 * that way does not count.
 * @param interrupt queues running jobs again, synchronously; returns a function that continues
 */
export function createSessionEnd(interrupt: () => (() => void) | undefined, quit: () => void) {
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    if (isEnding) return undefined;
    isEnding = true;
    return interrupt();
  };
  return {
    isEnding: () => isEnding,
    /** The session may end; if it does not, jobs continue after a minute. */
    query(): void {
      const resume = begin();
      if (!resume) return;
      timer = setTimeout(() => {
        isEnding = false;
        resume();
      }, STAYED_MS);
      timer.unref();
    },
    /** The session ends. */
    end(): void {
      clearTimeout(timer);
      begin();
      quit();
    },
  };
}
