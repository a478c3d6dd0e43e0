const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after failed attempts, as Standard Webhooks suggests: ten attempts in three days. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Part of a delay that is added at random, so that events that failed together are not repeated together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Delay before the next attempt in milliseconds; undefined after the last one.
 * @param tries failed attempts so far, from 1
 * @param retryAfterMs time that the receiver asked for
 * @param random 0 to 1
 */
export function retryDelayMs(tries: number, retryAfterMs = 0, random = Math.random()): number | undefined {
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, to milliseconds; undefined for other text. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
