/** Number of crashes within {@link RELOAD_WINDOW_MS} after which the window is not reloaded automatically. */
const MAX_RELOADS = 3;
const RELOAD_WINDOW_MS = 60_000;

/**
 * Decides how to handle a crash of the page's process: reload it, or ask the user after several crashes.
 * @param crashedMs when it died before, in epoch milliseconds, without this time
 */
export function crashResponse(crashedMs: readonly number[], nowMs: number): 'reload' | 'ask' {
  return crashedMs.filter((at) => nowMs - at < RELOAD_WINDOW_MS).length < MAX_RELOADS ? 'reload' : 'ask';
}

/** Reasons of `render-process-gone` for an intentional exit. */
export function isCrash(reason: string): boolean {
  return reason !== 'clean-exit';
}
