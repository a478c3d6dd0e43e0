/** Streams that ended before their end, since their sender closed its side of the connection. */
const truncatedStreams = new WeakSet<object>();

/** Notes that a stream was cut; ending it is up to the caller. */
export function markTruncated(stream: object): void {
  truncatedStreams.add(stream);
}

/** Returns whether what a stream delivered is not all of it. */
export function isTruncated(stream: object): boolean {
  return truncatedStreams.has(stream);
}
