import type { TranscriptEdit } from '../../../../contract/analysis/transcript-edits.ts';
import type { MomentSource } from '../../../../contract/search/stories.ts';
import type { Formats } from '../../../ui/lib/formats.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import type { Range } from '../player/player-state.ts';
import type { SpokenLines } from './speaker-dialog.tsx';
import { linesBetween, type Transcript } from './transcript-model.ts';
import type { WordRange } from './use-selected-words.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';

/** Times of words in seconds. */
export function rangeOf({ starts, ends }: Transcript, { first, last }: WordRange): Range {
  return { start: starts[first]!, end: ends[last]! };
}

/** Words as a moment of a story. */
export function momentOf(jobId: string, transcript: Transcript, words: WordRange): MomentSource {
  const { start, end } = rangeOf(transcript, words);
  return { job_id: jobId, start_time: start, end_time: end, origin: { kind: 'word' } };
}

/** Opens the dialog that saves words as a clip. */
export function openClip(jobId: string, transcript: Transcript, words: WordRange): void {
  const { start, end } = rangeOf(transcript, words);
  openOverlay({ kind: 'clips', clips: [{ job_id: jobId, start_time: start, end_time: end }], padding: 0 });
}

/** Copies the lines of words to the clipboard, with times and speakers. */
export async function copyLines(
  transcript: Transcript,
  { first, last }: WordRange,
  speakerText: Formats['speaker'],
): Promise<void> {
  const text = linesBetween(transcript, first, last).map(
    ({ start, text: line, speaker }) =>
      `[${position(start)}] ${speaker === undefined ? '' : `${speakerText(speaker)}: `}${line}`,
  );
  await navigator.clipboard.writeText(text.join('\n'));
}

/**
 * Returns a function that splits a line before a word, and returns whether that succeeded; undefined for the first
 * word of a line.
 */
export function splitBefore(
  { lines, lineOf }: Transcript,
  edits: TranscriptEdits,
  word: number,
): (() => Promise<boolean>) | undefined {
  const line = lines[lineOf[word]!]!;
  const at = line.words[word - line.firstWord]!.start;
  const { id } = line.segment;
  if (word === line.firstWord) return undefined;
  return async () => (await edits.apply([{ type: 'split', segment_id: id, at }])) !== undefined;
}

/**
 * Splits the lines at the ends of a selection, so that the selected words can have a speaker of their own.
 * @returns the lines of these words; undefined if that failed
 */
export async function isolateWords(
  { lines, lineOf }: Transcript,
  edits: TranscriptEdits,
  { first, last }: WordRange,
): Promise<SpokenLines | undefined> {
  const [from, to] = [lines[lineOf[first]!]!, lines[lineOf[last]!]!];
  const ids = lines.slice(lineOf[first], lineOf[last]! + 1).map(({ segment }) => segment.id);
  const splits: TranscriptEdit[] = [];
  const next = to.words[last - to.firstWord + 1];
  const start = from.words[first - from.firstWord]!.start;
  if (next) splits.push({ type: 'split', segment_id: to.segment.id, at: next.start });
  if (first > from.firstWord) splits.push({ type: 'split', segment_id: from.segment.id, at: start });
  const results = splits.length > 0 ? await edits.apply(splits) : [];
  if (!results) return undefined;
  if (first > from.firstWord) ids[0] = results.at(-1)!.segments[1]!.id;
  return { speakerId: from.segment.data?.speaker_id, segmentIds: ids };
}

/** Returns the text and time of a word, for screen readers; undefined if the transcript has fewer words. */
export function readAloud({ lines, lineOf }: Transcript, index: number): string | undefined {
  const line = lines[lineOf[index]!];
  const word = line?.words[index - line.firstWord];
  return word && `${line.segment.content.slice(word.start, word.end)}, ${position(word.from)}`;
}
