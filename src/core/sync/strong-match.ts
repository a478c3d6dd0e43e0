/**
 * Confidence from which a match is strong: scores at least half as high again as the smallest that counts, and no other
 * recording contradicts it. It is no probability; `bench -- sync` prints how many matches above and below are right.
 */
export const STRONG_MATCH = 0.9;
