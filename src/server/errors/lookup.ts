import { ReelscopeError } from '../../contract/errors.ts';

/** A row number from a request. Text that can't be one names nothing. @throws ReelscopeError `not_found` */
export function parseId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(what);
  return Number(text);
}

/** The same answer for a record that is not there and for somebody else's. */
export function notFound(what: string): ReelscopeError {
  return new ReelscopeError('not_found', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
}

/** Returns what was found. @throws ReelscopeError `not_found` */
export function requireFound<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw notFound(what);
  return value;
}
