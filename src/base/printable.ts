/** Text on one line, without the control characters that names from elsewhere may hold; each is shown as U+FFFD. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
