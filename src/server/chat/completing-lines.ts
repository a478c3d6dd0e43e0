import type { Segment } from '../../contract/analysis/segment.ts';
import { isAsking, MAX_PAUSE } from './passage-candidates.ts';

/** Words of a line that is no answer on its own, and how many lines may complete it. */
const FEW_WORDS = 4;
const MAX_LINES = 2;
const WORD = /[\p{L}\p{N}’']+/gu;

/**
 * Lines of speech after one of a few words that complete it, up to one of more words: “Yes, near Vidin.” has said
 * nothing yet. None for other findings.
 * @param segments all findings of the video, in time order
 */
export function completingLines(line: Segment, segments: readonly Segment[]): Segment[] {
  if (line.module !== 'transcription' || !isShort(line)) return [];
  const spoken = segments.filter(({ module }) => module === 'transcription');
  const at = spoken.findIndex(({ id }) => id === line.id) + 1;
  const lines: Segment[] = [];
  for (const next of spoken.slice(at, at + MAX_LINES)) {
    if (isAsking(next) || next.start_time - (lines.at(-1) ?? line).end_time > MAX_PAUSE) break;
    lines.push(next);
    if (!isShort(next)) break;
  }
  return lines;
}

const isShort = ({ content }: Segment) => (content.match(WORD) ?? []).length <= FEW_WORDS;
