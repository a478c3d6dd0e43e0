import { avoidDeviceName } from '../../base/paths/device-name.ts';
import { fileStem } from '../../base/paths/file-stem.ts';
import { trimBothOf } from '../../base/trim.ts';

/** Maximum UTF-8 bytes of the title in a clip name; times, number, and extension follow. */
const MAX_TITLE_BYTES = 140;
/** Characters that Windows forbids in names, control characters, and bidirectional marks. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]+/gu;

/**
 * Formats a time as `0.01.05`, with hundredths if it is not a whole second: `0.01.05,25`. File names can't contain
 * colons.
 */
export function fileClock(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const [h, m, s] = [
    Math.floor(hundredths / 360_000),
    Math.floor(hundredths / 6000) % 60,
    Math.floor(hundredths / 100) % 60,
  ];
  const rest = hundredths % 100;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${h}.${pad(m)}.${pad(s)}${rest === 0 ? '' : `,${pad(rest)}`}`;
}

/** Converts a name to a title that is valid on every file system, in at most {@link MAX_TITLE_BYTES} bytes. */
export function safeTitle(name: string): string {
  const spaced = fileStem(name.toWellFormed().normalize('NFC')).replace(UNSAFE, ' ');
  const title = avoidDeviceName(trimBothOf(spaced.replace(/\s+/g, ' '), /[.\s]/));
  const letters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment);
  while (Buffer.byteLength(letters.join('')) > MAX_TITLE_BYTES) letters.pop();
  return letters.join('').trim() || 'clip';
}

/** Unique clip names from video name and times in seconds: `Interview 0.01.05-0.01.20,5.mp4`. Pure. */
export function clipNames(clips: readonly { title: string; start: number; end: number }[]): string[] {
  const taken = new Set<string>();
  return clips.map(({ title, start, end }) => {
    const stem = `${safeTitle(title)} ${fileClock(start)}-${fileClock(end)}`;
    let name = `${stem}.mp4`;
    // Names are unique regardless of case, for Windows and macOS.
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} (${number}).mp4`;
    taken.add(name.toLowerCase());
    return name;
  });
}
