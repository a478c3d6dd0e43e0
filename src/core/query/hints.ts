import type { MessageRef } from '../../contract/message.ts';

/** Hint about a part of a search text that works otherwise than written. */
export interface QueryHint {
  text: MessageRef;
  /** Place of the part in UTF-16 units. */
  start: number;
  end: number;
}

/** Creates a hint on a part. */
export function hint(text: MessageRef, { start, end }: { start: number; end: number }): QueryHint {
  return { text, start, end };
}
