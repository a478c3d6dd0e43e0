/** A window that crashes this often within {@link WITHIN_MS} would only crash again. */
const RELOADS_MAX = 3;
const WITHIN_MS = 60_000;

/**
 * What to do when the page's process died: load it again, or, when that did not help several times over, ask the person.
 * @param crashedMs when it died before, in epoch milliseconds, without this time
 */
export function afterCrash(crashedMs: readonly number[], nowMs: number): 'reload' | 'ask' {
  return crashedMs.filter((at) => nowMs - at < WITHIN_MS).length < RELOADS_MAX ? 'reload' : 'ask';
}

/** Reasons of `render-process-gone` that are no crash: the process was ended on purpose. */
export function isCrash(reason: string): boolean {
  return reason !== 'clean-exit';
}
