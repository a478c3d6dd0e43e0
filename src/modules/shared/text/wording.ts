import { formatClock } from '../../../base/time.ts';
import { type MessageRef, message } from '../../../contract/message.ts';

/** A duration with suitable precision, as a message: "10 seconds", "4 minutes 5 seconds", "1 hour 20 minutes". */
export function durationMessage(seconds: number): MessageRef {
  if (seconds < 1) return message('duration.none');
  // Truncated, as clocks are.
  const whole = Math.floor(seconds + 1e-6);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const all = [
    { key: 'duration.hours', count: h },
    { key: 'duration.minutes', count: m },
    { key: 'duration.seconds', count: h > 0 ? 0 : s },
  ] as const;
  const [first, second] = all.filter(({ count }) => count > 0).map(({ key, count }) => message(key, { count }));
  if (!first) return message('duration.none');
  return second ? message('duration.two', { first, second }) : first;
}

/** Formats a time range: "0:03–0:09", or "0:03" if both are in one second. */
export function range(start: number, end: number): string {
  const [from, to] = [formatClock(start), formatClock(end)];
  return from === to ? from : `${from}–${to}`;
}

/** Capitalizes the first letter. */
export function capitalize(text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase('und') + text.slice(first.length);
}

/** Truncates to at most `max` UTF-16 units, between words where possible, with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  const end = space > max / 2 ? space : max - 1;
  return `${cut.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Ends a sentence with a period if it has no end mark. */
export function endSentence(text: string): string {
  return /[.!?…。！？।؟]["'”’»)]*$/u.test(text) ? text : `${text}.`;
}
