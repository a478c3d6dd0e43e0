import { formatPosition } from '../../base/time.ts';

/** Formats a position as `0:03`, `12:40`, or `1:02:03`. */
export function position(seconds: number): string {
  return formatPosition(seconds).replace(/^0(\d:)/, '$1');
}
