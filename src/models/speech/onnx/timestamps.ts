import type { ControlTokens } from './vocabulary.ts';

/** Tokens that may come next, as ranges of ids. */
export interface AllowedTokens {
  text: boolean;
  end: boolean;
  /** Timestamps from `timestampFrom` on, below `timestampTo`. */
  timestampFrom: number;
  timestampTo: number;
}

/** Seconds of one step of timestamp tokens. */
export const TIMESTAMP_SECONDS = 0.02;
/** The first timestamp lies within a second (openai/whisper, `max_initial_timestamp`). */
const MAX_INITIAL = 1 / TIMESTAMP_SECONDS;

/**
 * Whisper's grammar of timestamps (openai/whisper, `decoding.py`, `ApplyTimestampRules`): the first token is one, they come
 * in pairs except before the end, and never decrease. Pure. @param size number of tokens in the vocabulary
 */
export function allowedAfter(tokens: readonly number[], control: ControlTokens, size: number): AllowedTokens {
  const { firstTimestamp: first } = control;
  if (tokens.length === 0) {
    return { text: false, end: false, timestampFrom: first, timestampTo: Math.min(size, first + MAX_INITIAL + 1) };
  }
  const afterTimestamp = tokens.at(-1)! >= first;
  const afterPair = afterTimestamp && (tokens.length < 2 || tokens.at(-2)! >= first);
  const last = tokens.findLast((token) => token >= first) ?? first - 1;
  return {
    text: !afterTimestamp || afterPair,
    end: true,
    timestampFrom: afterPair ? size : afterTimestamp ? last : last + 1,
    timestampTo: size,
  };
}

/** A line of the transcript between two timestamps. */
export interface Line {
  /** Seconds from the start of the window; `end` is null when the model wrote none. */
  start: number;
  end: number | null;
  /** Positions of its text tokens in all tokens. */
  positions: number[];
}

/** Divides decoded tokens into lines. Pure. */
export function linesOf(tokens: readonly number[], control: ControlTokens): Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const [position, token] of tokens.entries()) {
    if (token < control.firstTimestamp) {
      open ??= { start: lines.at(-1)?.end ?? 0, end: null, positions: [] };
      open.positions.push(position);
      continue;
    }
    const seconds = (token - control.firstTimestamp) * TIMESTAMP_SECONDS;
    if (open && open.positions.length > 0) {
      lines.push({ ...open, end: seconds });
      open = null;
    } else open = { start: seconds, end: null, positions: [] };
  }
  if (open && open.positions.length > 0) lines.push(open);
  return lines;
}
