/** A word as typed, with its apostrophes and hyphens. */
export const TYPED_WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
