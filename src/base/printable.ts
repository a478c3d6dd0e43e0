/**
 * Text on one line, without the control characters that names from elsewhere may hold, also of direction; each is shown
 * as U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
