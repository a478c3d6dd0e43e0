import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { wordsOf } from '../../../core/transcript/words.ts';
import type { Turn } from './turns.ts';

/** Maximum distance to a turn at which speech outside of all turns belongs to it, in seconds. */
const MAX_DISTANCE = 1;
/** A shorter run of words at the edge of a line is no turn of its own: word times are that inexact. */
const MIN_RUN_SECONDS = 0.4;

/** Label of a speaker on the wire: S1, S2, … */
export const speakerLabel = (speaker: number): string => `S${speaker + 1}`;

/** Sets the speaker of each line of a transcript; a line with several speakers is split at the words. Pure. */
export function assignSpeakers(lines: readonly SegmentDraft[], turns: readonly Turn[]): SegmentDraft[] {
  return lines.flatMap((line) => split(line, turns));
}

function split(line: SegmentDraft, turns: readonly Turn[]): SegmentDraft[] {
  const timed = line.data?.words;
  const placed = wordsOf(line);
  if (!timed || timed.length !== placed.length || placed.length === 0) {
    return [withSpeaker(line, speakerAt(turns, line.start_time, line.end_time))];
  }
  const runs = runsOf(placed.map(({ from, to }) => speakerAt(turns, from, to)));
  const settled = settle(runs, (first, last) => placed[last]!.to - placed[first]!.from);
  if (settled.length === 1) return [withSpeaker(line, settled[0]!.speaker)];
  const { translation, ...facts } = line.data!;
  const ends = settled.map(({ last }) => placed[last]!.end / line.content.length);
  const translations = translation === undefined ? [] : divide(translation, ends);
  return settled.map(({ speaker, first, last }, i) =>
    withSpeaker(
      {
        content: line.content.slice(placed[first]!.start, placed[last]!.end),
        start_time: i === 0 ? line.start_time : placed[first]!.from,
        end_time: i === settled.length - 1 ? line.end_time : placed[last]!.to,
        data: {
          ...facts,
          words: timed.slice(first, last + 1),
          ...(translations[i] && { translation: translations[i] }),
        },
      },
      speaker,
    ),
  );
}

/** Divides a text after the words nearest to shares of its length (0..1), the last of which is 1. */
function divide(text: string, ends: readonly number[]): string[] {
  const boundaries = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  let from = 0;
  return ends.map((end, i) => {
    const wanted = end * text.length;
    const distance = (boundary: number) => Math.abs(boundary - wanted);
    const later = boundaries.filter((boundary) => boundary > from);
    const isLast = i === ends.length - 1;
    const to = isLast ? text.length : later.reduce((a, b) => (distance(b) < distance(a) ? b : a), text.length);
    const part = text.slice(from, to).trim();
    from = to;
    return part;
  });
}

interface Run {
  speaker: number | null;
  /** Indexes of words, inclusive. */
  first: number;
  last: number;
}

function runsOf(speakers: readonly (number | null)[]): Run[] {
  const runs: Run[] = [];
  speakers.forEach((speaker, i) => {
    const open = runs.at(-1);
    if (open && (open.speaker === speaker || speaker === null)) open.last = i;
    else if (open && open.speaker === null) Object.assign(open, { speaker, last: i });
    else runs.push({ speaker, first: i, last: i });
  });
  return runs;
}

/** Joins runs that are too short with the longer neighbor, the shortest first. */
function settle(found: readonly Run[], secondsOf: (first: number, last: number) => number): Run[] {
  const runs = found.map((run) => ({ ...run }));
  const seconds = (run: Run) => secondsOf(run.first, run.last);
  while (runs.length > 1) {
    const shortest = runs.reduce((a, b) => (seconds(b) < seconds(a) ? b : a));
    if (seconds(shortest) >= MIN_RUN_SECONDS) break;
    const at = runs.indexOf(shortest);
    const [before, after] = [runs[at - 1], runs[at + 1]];
    const longer = !after || (before && seconds(before) >= seconds(after)) ? before! : after;
    longer.first = Math.min(longer.first, shortest.first);
    longer.last = Math.max(longer.last, shortest.last);
    runs.splice(at, 1);
    const [left, right] = [runs[at - 1], runs[at]];
    if (left && right && left.speaker === right.speaker) {
      left.last = right.last;
      runs.splice(at, 1);
    }
  }
  return runs;
}

/** Speaker with the largest share of a time range, or else the nearest one; null far from all turns. */
function speakerAt(turns: readonly Turn[], start: number, end: number): number | null {
  const shares = new Map<number, number>();
  let [nearest, distance]: [number | null, number] = [null, MAX_DISTANCE];
  for (let i = firstAfter(turns, start - MAX_DISTANCE); i < turns.length; i++) {
    const turn = turns[i]!;
    if (turn.start > end + MAX_DISTANCE) break;
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) shares.set(turn.speaker, (shares.get(turn.speaker) ?? 0) + shared);
    else if (-shared < distance) [nearest, distance] = [turn.speaker, -shared];
  }
  if (shares.size === 0) return nearest;
  return [...shares].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Index of the first turn that ends after a time. */
function firstAfter(turns: readonly Turn[], time: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turns[middle]!.end <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withSpeaker(line: SegmentDraft, speaker: number | null): SegmentDraft {
  if (speaker === null) return line;
  const label = speakerLabel(speaker);
  return { ...line, data: { ...line.data, speaker: label, speaker_id: label } };
}
