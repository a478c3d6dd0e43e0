import type { Segment } from '../../contract/analysis/segment.ts';
import { joinTexts } from './tokens.ts';

/** Pause in seconds that ends a paragraph. */
const PAUSE = 2;
/** Numbers of words after which a sentence, and after which any line, ends a paragraph. */
const LONG = 60;
const LONGEST = 140;
const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*$/u;

/** A line as it was found: a correction moves no paragraphs. */
export function foundLine(line: Segment): Segment {
  const original = line.data?.original;
  return original === undefined ? line : { ...line, content: original };
}

/** Time by which a line belongs to a chapter, since speech begins a little before or after a cut. Seconds. */
const middleOf = ({ start_time, end_time }: Segment): number => (start_time + end_time) / 2;

/**
 * Returns whether a paragraph ends between two lines.
 * @param words number of words of the paragraph so far
 * @param breaks times in seconds at which a paragraph ends, as the starts of chapters
 */
export function endsParagraph(before: Segment, next: Segment, words: number, breaks: readonly number[]): boolean {
  return (
    breaks.some((time) => middleOf(before) < time && middleOf(next) >= time) ||
    next.data?.split === true ||
    next.start_time - before.end_time >= PAUSE ||
    next.data?.speaker !== before.data?.speaker ||
    next.data?.speaker_id !== before.data?.speaker_id ||
    words >= LONGEST ||
    (words >= LONG && SENTENCE_END.test(foundLine(before).content))
  );
}

/** Consecutive lines of one speaker as one text. */
export interface ReadParagraph {
  /** Seconds. */
  start: number;
  speaker: string | undefined;
  text: string;
  /** Its lines, each with its part of the text, which begins with the space before it. */
  lines: { line: Segment; text: string }[];
}

/** A paragraph with the chapters that begin with it. */
export type TranscriptParagraph = ReadParagraph & { chapters: Segment[] };

/** Groups the transcript among the findings of a video for reading. Pure. @param segments in time order */
export function readTranscript(segments: readonly Segment[]): TranscriptParagraph[] {
  const chapters = segments.filter(({ module }) => module === 'chapters');
  const lines = segments.filter(({ module }) => module === 'transcription');
  const starts = chapters.map(({ start_time }) => start_time);
  let shown = 0;
  return readParagraphs(lines, starts).map((paragraph) => {
    const first = shown;
    const time = middleOf(paragraph.lines[0]!.line);
    while (shown < chapters.length && chapters[shown]!.start_time <= time) shown += 1;
    return { ...paragraph, chapters: chapters.slice(first, shown) };
  });
}

/** Groups the lines of a transcript for reading. @param breaks times in seconds at which a paragraph ends, ascending */
export function readParagraphs(lines: readonly Segment[], breaks: readonly number[] = []): ReadParagraph[] {
  const paragraphs: ReadParagraph[] = [];
  let words = 0;
  let before: Segment | undefined;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    if (last && before && !endsParagraph(before, line, words, breaks)) {
      const joined = joinTexts(last.text, line.content);
      last.lines.push({ line, text: joined.slice(last.text.length) });
      last.text = joined;
    } else {
      const { content: text } = line;
      paragraphs.push({ start: line.start_time, speaker: line.data?.speaker, text, lines: [{ line, text }] });
      words = 0;
    }
    words += foundLine(line).content.split(/\s+/).length;
    before = line;
  }
  return paragraphs;
}
