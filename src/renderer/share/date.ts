import { parseTimestamp } from '../../base/time.ts';
import { language } from './text.ts';

/** Formats a timestamp of the API in the time zone of the viewer. */
export function dateOf(timestamp: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    parseTimestamp(timestamp) ?? 0,
  );
}
