/** Streams that ended before their end, since their sender closed its side of the connection. */
const cutStreams = new WeakSet<object>();

/** Notes that a stream was cut; ending it is up to the caller. */
export function markCut(stream: object): void {
  cutStreams.add(stream);
}

/** Returns whether what a stream delivered is not all of it. */
export function isCut(stream: object): boolean {
  return cutStreams.has(stream);
}
