import { MAX_NAME_LENGTH } from '../../contract/text.ts';

/** Turns the name of a file into the name of a video: one line of at most {@link MAX_NAME_LENGTH}. */
export function displayName(fileName: string): string {
  const clean = fileName
    .toWellFormed()
    // Controls of direction could make the name end otherwise than it does.
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, MAX_NAME_LENGTH).toWellFormed() || 'Video';
}
