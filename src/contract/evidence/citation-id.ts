/**
 * A citation of a finding, as one string that can be checked later:
 * `rsc1.<source>.<start>-<end>.<revision>.<still>`
 *
 * - `source`: SHA-256 of the source file, base64url
 * - `start`, `end`: of the finding, in whole milliseconds
 * - `revision`: first 128 bits of the SHA-256 of module and text in canonical JSON, base64url; another text is another
 *   revision
 * - `still`: first 128 bits of the SHA-256 of the still saved with the finding, base64url; `0` without one
 */
export interface CitationId {
  /** SHA-256, hexadecimal. */
  source: string;
  startMs: number;
  endMs: number;
  revision: string;
  /** Null for a finding without a still. */
  still: string | null;
}

const PREFIX = 'rsc';
const VERSION = 1;
/** Longest possible citation. */
export const MAX_CITATION_LENGTH = 160;

const ID =
  /^rsc1\.(?<source>[A-Za-z0-9_-]{43})\.(?<start>\d{1,10})-(?<end>\d{1,10})\.(?<revision>[A-Za-z0-9_-]{22})\.(?<still>0|[A-Za-z0-9_-]{22})$/;
const ANY_VERSION = /^rsc[1-9]\d{0,3}\./;

/** The source of the last citation: those of a video are written one after another. */
let last = { hex: '', text: '' };

export function writeCitationId({ source, startMs, endMs, revision, still }: CitationId): string {
  if (last.hex !== source) last = { hex: source, text: toBase64Url(source) };
  return `${PREFIX}${VERSION}.${last.text}.${startMs}-${endMs}.${revision}.${still ?? '0'}`;
}

/** Reads a citation; `newer` for one of a later version of the format, undefined for other text. Pure. */
export function readCitationId(text: string): CitationId | 'newer' | undefined {
  const groups = ID.exec(text.trim())?.groups;
  if (!groups) return ANY_VERSION.test(text.trim()) && !text.trim().startsWith(`${PREFIX}1.`) ? 'newer' : undefined;
  const { source, start, end, revision, still } = groups;
  const hex = toHex(source!);
  // Two ways to write one hash would be two citations of one finding.
  if (toBase64Url(hex) !== source) return undefined;
  return {
    source: hex,
    startMs: Number(start),
    endMs: Number(end),
    revision: revision!,
    still: still === '0' ? null : still!,
  };
}

function toBase64Url(hex: string): string {
  const bytes = hex.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function toHex(base64Url: string): string {
  const bytes = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
