import { ReelscopeError } from '../../contract/errors.ts';

/** Parses a row id from a request. @throws ReelscopeError `not_found` */
export function parseId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(what);
  return Number(text);
}

/** Creates the error for a missing record; also used for records of other users, so that it does not reveal their existence. */
export function notFound(what: string): ReelscopeError {
  return new ReelscopeError('not_found', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
}

/** Returns a defined value. @throws ReelscopeError `not_found` */
export function requireFound<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw notFound(what);
  return value;
}
