import type { Segment } from '../../contract/analysis/segment.ts';
import { compress } from '../../models/language/compress.ts';
import { estimateTokens } from '../../models/language/tokens.ts';
import { isFrom } from './facts/fact-parts.ts';

/** Tokens of all findings up to which a model receives them whole: it reads them in some ten seconds on two cores. */
const MAX_WHOLE_TOKENS = 2500;
/** Lines before and after a spoken line that a model receives with it. */
const NEIGHBORS = 2;

/** Whether a model receives all findings of a video. */
export function isShort(segments: readonly Segment[]): boolean {
  return segments.length < MAX_WHOLE_TOKENS && estimateTokens(compress(segments)) <= MAX_WHOLE_TOKENS;
}

/** Adds the lines before and after spoken lines, which say what these refer to. @param all in time order */
export function withNeighbors(all: readonly Segment[], segments: readonly Segment[]): Segment[] {
  const lines = all.filter(isFrom('transcription'));
  const chosen = new Map(segments.map((segment) => [segment.id, segment]));
  for (const segment of segments) {
    const at = lines.findIndex(({ id }) => id === segment.id);
    if (at < 0) continue;
    for (const line of lines.slice(Math.max(0, at - NEIGHBORS), at + NEIGHBORS + 1)) chosen.set(line.id, line);
  }
  return [...chosen.values()];
}
