/** Parts of a story that a link can show besides titles, headings, and times. */
export const SHARE_PARTS = ['clips', 'transcript', 'notes', 'hashes'] as const;
export type SharePart = (typeof SHARE_PARTS)[number];
/** Parts of a link that states none: notes and hashes are shared by choice. */
export const DEFAULT_SHARE_PARTS: readonly SharePart[] = ['clips', 'transcript'];

/** Request header with the password of a link, percent-encoded as UTF-8. */
export const SHARE_PASSWORD_HEADER = 'X-Share-Password';

/** Lengths of the password of a link, in UTF-16 units. */
export const MIN_PASSWORD_LENGTH = 4;
export const MAX_PASSWORD_LENGTH = 200;
