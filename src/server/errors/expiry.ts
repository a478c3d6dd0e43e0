import { type Clock, parseTimestamp } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/**
 * Returns the time at which a new key or link expires, in milliseconds since 1970; null if never.
 * @param text validated `expires_at` of a request
 * @throws ReelscopeError `invalid_request` if it is not in the future
 */
export function parseExpiry(text: string | null | undefined, clock: Clock): number | null {
  if (text == null) return null;
  const expiresAt = parseTimestamp(text)!;
  if (expiresAt <= clock.now()) throw new ReelscopeError('invalid_request', sentence('request.expiry-past'));
  return expiresAt;
}
