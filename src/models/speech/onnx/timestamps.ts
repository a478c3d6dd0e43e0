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
 * Whisper's grammar of timestamps (openai/whisper, `decoding.py`, `ApplyTimestampRules`): the first token is one, they
 * come in pairs except before the end, and never decrease. Pure. @param size number of tokens in the vocabulary
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

/** Number of text tokens at the end whose attention shows where the text ends. */
const LAST_TOKENS = 5;

/** Second of the sound that the end of a decoded text attends to; 0 without attention. Pure. */
export function attendedUntil(
  { tokens, attention }: { tokens: readonly number[]; attention: readonly (readonly Float32Array[])[] | null },
  { firstTimestamp }: Pick<ControlTokens, 'firstTimestamp'>,
): number {
  if (!attention) return 0;
  const text = tokens.flatMap((token, position) => (token < firstTimestamp ? [position] : [])).slice(-LAST_TOKENS);
  const seconds = text.map((position) => peakOf(attention[position]!) * TIMESTAMP_SECONDS).sort((a, b) => a - b);
  return seconds[seconds.length >> 1] ?? 0;
}

/** Frame with the most attention of all heads. */
function peakOf(heads: readonly Float32Array[]): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < (heads[0]?.length ?? 0); frame++) {
    let sum = 0;
    for (const weights of heads) sum += weights[frame]!;
    if (sum > most) [best, most] = [frame, sum];
  }
  return best;
}
