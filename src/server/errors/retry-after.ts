import type { ReelscopeError } from '../../contract/errors.ts';
import type { MessageKey } from '../../contract/message.ts';

/** Temporary conflicts, with the seconds after which a retry makes sense. */
const TEMPORARY: Partial<Record<MessageKey, number>> = {
  'video.busy': 10,
  'video.already-running': 10,
  'upload.in-analysis': 10,
  'clip.busy': 5,
  'clip.same-id': 5,
  'source.checking': 5,
  'install.running': 30,
  'library.reopening': 2,
  'library.reopening-retry': 2,
  'server.closing': 2,
  'idempotency.running': 1,
};
/** Seconds after which results of a video that waits or is analyzed are requested again. */
const RESULTS_SECONDS = 10;
/** Seconds after which an unavailable engine is tried again; an error that knows better states it. */
const UNAVAILABLE_SECONDS = 30;

/** The `Retry-After` header of an error; none if a retry would fail in the same way. */
export function retryHeaders(error: ReelscopeError): Record<string, string> {
  const seconds = secondsOf(error);
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
}

function secondsOf({ status, details, text }: ReelscopeError): number | undefined {
  const { seconds } = (text?.params ?? {}) as { seconds?: unknown };
  if (status === 429) return typeof seconds === 'number' ? seconds : UNAVAILABLE_SECONDS;
  if (status === 503) return UNAVAILABLE_SECONDS;
  if (status !== 409 || !text) return undefined;
  if (text.key === 'results.not-ready') return isUnderWay(details) ? RESULTS_SECONDS : undefined;
  return TEMPORARY[text.key as MessageKey];
}

function isUnderWay(details: unknown): boolean {
  const { status } = (details ?? {}) as { status?: unknown };
  return status === 'queued' || status === 'processing';
}
