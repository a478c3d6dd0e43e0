/** Limits of requests and connections. Times in milliseconds. */
export interface HttpLimits {
  /** Maximum size of a request body, other than that of an upload or an image. */
  bodyBytes: number;
  /** Time for a request body to arrive, other than that of an upload. */
  bodyMs: number;
  /** Time for a response in progress without {@link MIN_STALL_BYTES} sent, after which its connection is closed. */
  stallMs: number;
}

export const HTTP_LIMITS: HttpLimits = { bodyBytes: 1024 * 1024, bodyMs: 30_000, stallMs: 120_000 };

/**
 * Bytes that a client must read per stall period while data waits for it. The slowest media need several times this.
 */
export const MIN_STALL_BYTES = 64 * 1024;
