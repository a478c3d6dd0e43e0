import type { Segment } from '../../../../contract/analysis/segment.ts';
import { endsParagraph, foundLine } from '../../../../core/transcript/paragraphs.ts';
import { joinTexts } from '../../../../core/transcript/tokens.ts';
import { type PlacedWord, wordsOf } from '../../../../core/transcript/words.ts';

/** A line: the words of one finding. */
export interface TranscriptLine {
  segment: Segment;
  words: readonly PlacedWord[];
  /** Index of its first word in the transcript. */
  firstWord: number;
  /** Offset of its text in that of the paragraph. */
  offset: number;
}

/** Consecutive lines of one speaker without a long pause. */
export interface Paragraph {
  /** Id of its first line. */
  key: string;
  index: number;
  /** Name of its speaker, or else the label. */
  speaker: string | undefined;
  speakerId: string | undefined;
  text: string;
  lines: readonly TranscriptLine[];
}

export interface Transcript {
  paragraphs: readonly Paragraph[];
  lines: readonly TranscriptLine[];
  /** By index of word: seconds, line, and paragraph. */
  starts: Float64Array;
  ends: Float64Array;
  lineOf: Uint32Array;
  paragraphOf: Uint32Array;
}

/** Words below this confidence are underlined. */
export const LOW_CONFIDENCE = 0.5;

const wordsBySegment = new WeakMap<Segment, readonly PlacedWord[]>();

/** Words of a segment, cached while it doesn't change. */
function cachedWords(segment: Segment): readonly PlacedWord[] {
  let words = wordsBySegment.get(segment);
  if (!words) {
    words = wordsOf(segment);
    wordsBySegment.set(segment, words);
  }
  return words;
}

/** Builds the transcript of a video. @param segments of the module `transcription`, and of `chapters`, in time order */
export function buildTranscript(segments: readonly Segment[], chapters: readonly Segment[] = []): Transcript {
  const breaks = chapters.map(({ start_time }) => start_time);
  const paragraphs: Paragraph[] = [];
  const lines: TranscriptLine[] = [];
  let open: { lines: TranscriptLine[]; text: string; words: number } | undefined;
  let total = 0;
  const close = () => {
    if (!open) return;
    const { segment } = open.lines[0]!;
    const { text } = open;
    paragraphs.push({
      key: segment.id,
      index: paragraphs.length,
      speaker: segment.data?.speaker,
      speakerId: segment.data?.speaker_id,
      text,
      lines: open.lines,
    });
    open = undefined;
  };
  for (const segment of segments) {
    const before = lines.at(-1)?.segment;
    if (open && before && endsParagraph(before, segment, open.words, breaks)) close();
    open ??= { lines: [], text: '', words: 0 };
    const words = cachedWords(segment);
    open.text = joinTexts(open.text, segment.content);
    const line = { segment, words, firstWord: total, offset: open.text.length - segment.content.length };
    open.lines.push(line);
    lines.push(line);
    open.words += segment.data?.original === undefined ? words.length : wordsOf(foundLine(segment)).length;
    total += words.length;
  }
  close();

  const starts = new Float64Array(total);
  const ends = new Float64Array(total);
  const lineOf = new Uint32Array(total);
  const paragraphOf = new Uint32Array(total);
  let lineIndex = 0;
  let latest = 0;
  for (const paragraph of paragraphs) {
    for (const { words, firstWord } of paragraph.lines) {
      words.forEach(({ from, to }, i) => {
        // Binary search needs ascending starts; findings may overlap.
        latest = Math.max(latest, from);
        starts[firstWord + i] = latest;
        ends[firstWord + i] = Math.max(to, latest);
        lineOf[firstWord + i] = lineIndex;
        paragraphOf[firstWord + i] = paragraph.index;
      });
      lineIndex++;
    }
  }
  return { paragraphs, lines, starts, ends, lineOf, paragraphOf };
}

/** Text between two words, inclusive, one entry per line. */
export function linesBetween(
  { lines, lineOf, starts }: Transcript,
  first: number,
  last: number,
): { start: number; text: string; speaker: string | undefined }[] {
  return lines.slice(lineOf[first], lineOf[last]! + 1).map(({ segment, words, firstWord }) => {
    const from = Math.max(0, first - firstWord);
    const to = Math.min(words.length - 1, last - firstWord);
    const text = segment.content.slice(words[from]!.start, words[to]!.end);
    return { start: starts[firstWord + from]!, text, speaker: segment.data?.speaker };
  });
}

/** Index of the last word that began by a time, or the first. */
export function nearestWord(starts: Float64Array, time: number): number {
  const next = starts.findIndex((start) => start > time);
  return Math.max(0, next < 0 ? starts.length - 1 : next - 1);
}

/** Returns the indexes of the words that the recognizer was unsure about. */
export function wordsOfLowConfidence({ lines }: Transcript): number[] {
  return lines.flatMap(({ words, firstWord }) =>
    words.flatMap(({ confidence }, i) => ((confidence ?? 1) < LOW_CONFIDENCE ? [firstWord + i] : [])),
  );
}
