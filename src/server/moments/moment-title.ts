import { formatClock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { shortTitle } from '../../core/transcript/short-title.ts';
import { joinTexts } from '../../core/transcript/tokens.ts';
import { wordsOf } from '../../core/transcript/words.ts';

/** A sentence that begins so many seconds after an instant is what was meant: people react late, and listen ahead. */
const AHEAD_SECONDS = 1.5;

/** Sources of a title after spoken words, best first. */
const SHOWN: readonly ModuleName[] = ['ocr', 'logos', 'visualelements', 'scenes', 'audioevents', 'chapters'];

/**
 * Returns a title for a time: the finding it was made from, or else what is said, shown, or seen at it, or else the
 * time itself. Pure.
 * @param segments findings of the video
 * @param end seconds, exclusive; null for an instant
 * @param chosen the finding that the moment is made from
 */
export function momentTitle(
  segments: readonly Segment[],
  start: number,
  end: number | null,
  chosen: Segment | undefined,
): string {
  if (chosen && chosen.module !== 'transcription') return titleOf(chosen) || formatClock(start);
  const until = Math.max(end ?? start, start + 0.001);
  const isIn = ({ start_time, end_time }: Segment) =>
    start_time < until && Math.max(end_time, start_time + 0.1) > start;
  const lines = segments.filter(({ module }) => module === 'transcription');
  const said =
    end === null
      ? (lines.find(isIn) ?? lines.find((line) => line.start_time >= start && line.start_time < start + AHEAD_SECONDS))
      : undefined;
  const spoken = end === null ? (said?.content ?? '') : wordsIn(lines.filter(isIn), start, end);
  if (spoken !== '') return shortTitle(spoken);
  for (const module of SHOWN) {
    const found = segments.filter((segment) => segment.module === module && isIn(segment));
    // The shortest finding is the most specific one.
    found.sort((a, b) => a.end_time - a.start_time - (b.end_time - b.start_time));
    const title = found[0] ? titleOf(found[0]) : '';
    if (title !== '') return title;
  }
  return formatClock(start);
}

/** Words whose middle is in the range. */
function wordsIn(lines: readonly Segment[], start: number, end: number): string {
  return lines
    .map((line) => {
      const words = wordsOf(line).filter(({ from, to }) => (from + to) / 2 >= start && (from + to) / 2 < end);
      return words.length === 0 ? '' : line.content.slice(words[0]!.start, words.at(-1)!.end);
    })
    .reduce(joinTexts, '');
}

const titleOf = ({ content, data }: Segment): string => shortTitle(data?.label ?? content);
