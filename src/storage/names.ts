import { trimEndOf } from '../base/trim.ts';

/** Maximum length of a stored file name in UTF-8 bytes. */
export const MAX_FILE_NAME_BYTES = 200;

/**
 * Names that Windows reserves for devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces").
 * Avoided on every system, since a data folder may be moved to Windows.
 */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d|conin_|conout_)(\.|$)/i;

/** A letter or digit of any script with its marks, or any other character. */
const CHARACTER = /[\p{L}\p{Nd}]\p{M}*|[^\p{L}\p{Nd}]/gu;
const SAFE = /^[\p{L}\p{Nd}._-]/u;

/**
 * Returns the name under which a file is stored: valid on every file system and in URLs. Never empty, hidden, or a
 * path; in Unicode form NFC.
 */
export function sanitizeFileName(name: string): string {
  let safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(CHARACTER, (part) => (SAFE.test(part) ? part : '_'));
  safe = safe.replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  // Windows drops trailing dots, so two names could denote one file.
  safe = trimEndOf(safe, /\./).padEnd(safe.length, '_');
  if (safe === '') safe = '_';
  if (DEVICE_NAME.test(safe)) safe = `_${safe}`;
  return shorten(safe, '');
}

/** Numbers a file name: `clip.mp4` and 2 give `clip-2.mp4`, within the length limit; 1 gives the name unchanged. */
export function numberedName(name: string, number: number): string {
  return number <= 1 ? name : shorten(name, `-${number}`);
}

function shorten(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  // An "extension" of more than 20 bytes is part of the name: truncating before it could leave nothing.
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 20 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - extension.length);
  const room = MAX_FILE_NAME_BYTES - Buffer.byteLength(extension) - Buffer.byteLength(suffix);
  if (Buffer.byteLength(stem) > room) {
    stem = trimEndOf(Buffer.from(stem).subarray(0, room).toString('utf8'), /\ufffd/);
  }
  return stem + suffix + extension;
}
