import { createByteFormat } from '../../../base/bytes.ts';
import { dictionary } from '../../../base/dictionary.ts';
import { lazy } from '../../../base/lazy.ts';
import { formatClock, formatLasting, parseTimestamp } from '../../../base/time.ts';
import { speakerText } from '../../../core/transcript/speaker-text.ts';

/** Languages of speech recognition that Chromium's locale data leaves without a name. */
const UNNAMED: Readonly<Record<string, { en: string; de: string }>> = dictionary({
  ba: { en: 'Bashkir', de: 'Baschkirisch' },
  bo: { en: 'Tibetan', de: 'Tibetisch' },
});

/** Creates the formatters of a language. */
export function createFormats(language: string) {
  // Of a number below a tenth, one digit that counts: 0.04 is not nothing.
  const digits = { maximumFractionDigits: 1, maximumSignificantDigits: 1, roundingPriority: 'morePrecision' } as const;
  const number = lazy(() => new Intl.NumberFormat(language, digits));
  const difference = lazy(
    () =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: 3,
        maximumFractionDigits: 3,
        signDisplay: 'exceptZero',
      }),
  );
  const percent = lazy(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));
  const date = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));
  const wall = lazy(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  );
  const day = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }));
  const relative = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }));
  const languages = lazy(() => new Intl.DisplayNames(language, { type: 'language' }));
  const unit = (name: string) => {
    const options = { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
    return lazy(() => new Intl.NumberFormat(language, options));
  };
  const units = { second: unit('second'), minute: unit('minute'), hour: unit('hour') };
  return {
    number: (value: number): string => number().format(value),
    /** @param fraction 0..1 */
    percent: (fraction: number): string => percent().format(fraction),
    /** Formats a size in decimal units, as file managers do. */
    bytes: createByteFormat(language),
    /** Formats an approximate duration: 12 min, 1 hr 35 min. Whatever is not nothing lasts at least a second. */
    span(seconds: number): string {
      if (seconds < 59.5) return units.second().format(seconds > 0 ? Math.max(1, Math.round(seconds)) : 0);
      const minutes = Math.round(seconds / 60);
      const hours = Math.floor(minutes / 60);
      const rest = minutes % 60 > 0 ? units.minute().format(minutes % 60) : '';
      return [hours > 0 ? units.hour().format(hours) : '', rest].filter(Boolean).join(' ');
    },
    /** Name of a language by its ISO 639 code; a file may state any text in its place. */
    language(code: string): string {
      const name = /^\p{L}{2,3}$/u.test(code) ? (languages().of(code) ?? code) : code;
      return name === code ? (UNNAMED[code]?.[language === 'de' ? 'de' : 'en'] ?? code) : name;
    },
    /** Formats an API timestamp in the local time zone. */
    date: (timestamp: string): string => date().format(parseTimestamp(timestamp) ?? 0),
    /** Formats a date and time of an unknown time zone (YYYY-MM-DDTHH:MM:SS) as it is, without converting it. */
    wallTime(time: string): string {
      const at = parseTimestamp(time);
      return at === undefined ? time : wall().format(at);
    },
    /** Formats the day of such a time. */
    wallDate(time: string): string {
      const at = parseTimestamp(time);
      return at === undefined ? time : day().format(at);
    },
    /** Formats a relative time in the largest unit; a date after a month. */
    ago(timestamp: string, nowMs: number = Date.now()): string {
      const then = parseTimestamp(timestamp) ?? 0;
      const seconds = (then - nowMs) / 1000;
      const steps = [
        ['second', 60, 1],
        ['minute', 3600, 60],
        ['hour', 86_400, 3600],
        ['day', 30 * 86_400, 86_400],
      ] as const;
      const step = steps.find(([, limit]) => Math.abs(seconds) < limit);
      return step ? relative().format(Math.trunc(seconds / step[2]), step[0]) : date().format(then);
    },
    /** Formats a position or duration: 0:03, 1:02:03. */
    position,
    /** Name of a speaker for readers. */
    speaker: (name: string): string => speakerText(name, language),
    /** Formats how long something lasts in all: 0.7 s, 12:40. */
    lasting: (seconds: number): string => formatLasting(seconds, language),
    /** Formats a difference of times to the millisecond: +4.992 s. */
    difference: (seconds: number): string => `${difference().format(seconds)}\u00a0s`,
  };
}

export type Formats = ReturnType<typeof createFormats>;

/** Formats a position as `0:03`, `12:40`, or `1:02:03`, truncated to the second; with `tenths` as `0:03.4`, rounded. */
export function position(seconds: number, tenths = false): string {
  if (!tenths) return formatClock(seconds);
  const rounded = Math.round(Math.max(0, seconds) * 10 + 1e-6);
  return `${formatClock(Math.floor(rounded / 10))}.${rounded % 10}`;
}
