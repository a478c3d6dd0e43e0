/** Request header that makes a POST repeatable (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Response header of a response that was sent before. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** A key of 1 to 255 printable characters, quoted as the draft writes it (group 1) or not (group 2). */
export const IDEMPOTENCY_KEY = /^(?:"([!#-~]{1,255})"|([!#-~]{1,255}))$/;
