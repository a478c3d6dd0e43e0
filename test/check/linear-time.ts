import { createContext, Script } from 'node:vm';
import { attackStrings } from './attack-strings.ts';

/** Linear time takes microseconds at this length, quadratic time tens of milliseconds. */
const SHORT_LENGTH = 6000;
const SUSPICIOUS_MS = 4;
const SHORT_TIMEOUT_MS = 200;
/** Linear time takes milliseconds at this length, quadratic time half a minute. */
const LONG_LENGTH = 200_000;
const LONG_TIMEOUT_MS = 5000;

// Only code in a context of its own can be interrupted, inside a match as well.
const context = createContext({ pattern: /x/, text: '' });
const run = new Script('pattern.lastIndex = 0; pattern.test(text); text.replace(pattern, "")');

/**
 * Returns the start of a text on which a pattern takes more than linear time; undefined if none of the attacks does.
 * @param timeoutMs limit for a long text; the default suffices for linear time on a busy machine as well
 */
export function findSlowText(
  { source, flags }: { source: string; flags: string },
  timeoutMs = LONG_TIMEOUT_MS,
): string | undefined {
  const pattern = new RegExp(source, flags);
  const suspicious = attackStrings(source, flags, SHORT_LENGTH).flatMap((text, index) => {
    const started = performance.now();
    const isDone = match(pattern, text, SHORT_TIMEOUT_MS);
    return isDone && performance.now() - started < SUSPICIOUS_MS ? [] : [index];
  });
  if (suspicious.length === 0) return undefined;
  const long = attackStrings(source, flags, LONG_LENGTH);
  const slow = suspicious.find((index) => !match(pattern, long[index]!, timeoutMs));
  return slow === undefined ? undefined : long[slow]!.slice(0, 40);
}

/** Returns whether the pattern was matched in time. */
function match(pattern: RegExp, text: string, timeout: number): boolean {
  Object.assign(context, { pattern, text });
  try {
    run.runInContext(context, { timeout });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return false;
  }
}
