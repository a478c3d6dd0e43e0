/** Byte range to send; `end` is inclusive, as in HTTP. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/**
 * Parses a Range header (RFC 9110, section 14). Several ranges, other units, and malformed text yield the whole entity,
 * as the RFC allows; only a range entirely beyond the end is unsatisfiable.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '');
  if (!match) return WHOLE;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return { kind: 'unsatisfiable' };
  if (last === '') return { kind: 'part', start, end: size - 1 };
  return Number(last) < start ? WHOLE : { kind: 'part', start, end: Math.min(Number(last), size - 1) };
}

export interface Validators {
  /** Strong entity tag, including its quotes. */
  etag: string;
  /** Milliseconds since the Unix epoch. */
  modifiedMs: number;
}

/** Returns whether the client's copy is current (If-None-Match before If-Modified-Since, RFC 9110, section 13.2.2). */
export function isNotModified(headers: { ifNoneMatch?: string; ifModifiedSince?: string }, now: Validators): boolean {
  if (headers.ifNoneMatch !== undefined) {
    const tags = headers.ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(now.etag);
  }
  return headers.ifModifiedSince !== undefined && notAfter(now.modifiedMs, headers.ifModifiedSince);
}

/** Returns whether a Range may be honored: always without If-Range, otherwise only if it names this entity. */
export function rangeApplies(ifRange: string | undefined, now: Validators): boolean {
  if (ifRange === undefined) return true;
  return ifRange.startsWith('"') || ifRange.startsWith('W/')
    ? ifRange === now.etag
    : Math.floor(now.modifiedMs / 1000) * 1000 === Date.parse(ifRange);
}

function notAfter(modifiedMs: number, httpDate: string): boolean {
  const since = Date.parse(httpDate);
  return !Number.isNaN(since) && Math.floor(modifiedMs / 1000) * 1000 <= since;
}
