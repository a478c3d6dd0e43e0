import { avoidDeviceName } from '../../../base/paths/device-name.ts';
import { trimBothOf } from '../../../base/trim.ts';

/** Returns a file name that is not in `taken`, ignoring case, and adds it. */
export function uniqueName(stem: string, extension: string, taken: Set<string>): string {
  const safe = avoidDeviceName(trimBothOf(stem.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-'), /[.\s]/)) || 'video';
  let name = `${safe}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${safe} (${number}).${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
