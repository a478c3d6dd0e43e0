import { formatPosition } from '../../base/time.ts';

/** `0:03`, `12:40`, `1:02:03`, as the window writes positions. */
export function position(seconds: number): string {
  return formatPosition(seconds).replace(/^0(\d:)/, '$1');
}
