import type { Segment } from '../../contract/analysis/segment.ts';
import { speakerText } from '../transcript/speaker-text.ts';
import { wordsOf } from '../transcript/words.ts';
import { breakCost, cutLong, isSentenceEnd, layOut, lineWidth, prepareParts, textOf, widthOf } from './cue-lines.ts';
import { oneLine } from './markers.ts';

/** A subtitle. */
export interface Cue {
  /** Milliseconds; no cue ends after the next one starts. */
  from: number;
  to: number;
  /** One or two lines. */
  lines: readonly string[];
  speaker?: string | undefined;
}

/*
 * Limits of broadcasters for subtitles: two lines of 42 characters, 17 characters a second, 5/6 s to 7 s.
 * https://partnerhelp.netflixstudios.com/hc/en-us/articles/217350977
 */
const MAX_CHARACTERS_PER_SECOND = 17;
const MIN_CUE_SECONDS = 5 / 6;
const MAX_CUE_SECONDS = 7;
/** Pause in seconds that no cue spans. */
const MAX_PAUSE_SECONDS = 1;
/** A shorter gap between cues would flicker: the first cue then lasts up to this much before the next. */
const MIN_GAP_SECONDS = 0.5;
const CLOSED_GAP_SECONDS = 0.08;
/** A cue must last a moment to be shown. */
const MIN_SPAN_SECONDS = 0.001;

/** Costs of undesirable cues, on the scale of {@link breakCost}. */
const COST = { cue: 4, tooFastPerCharacter: 0.15, tooShort: 12, orphan: 40, innerSentence: 2 };

interface SpokenWord {
  text: string;
  /** Whether a space precedes it in its line. */
  hasSpace: boolean;
  /** Seconds. */
  from: number;
  to: number;
  speaker: string | undefined;
}

export interface CueOptions {
  /** Whether the text of a cue begins with the name of a new speaker. */
  hasNames?: boolean;
  /** Length of the file in seconds, which no cue exceeds; 0 or absent if it is unknown. */
  duration?: number;
}

/** Divides a transcript into cues at the borders of sentences and clauses. Pure. @param segments in time order */
export function cuesOf(segments: readonly Segment[], { hasNames = false, duration = 0 }: CueOptions = {}): Cue[] {
  const end = duration > 0 ? Math.floor(duration * 1000) : Number.POSITIVE_INFINITY;
  const blocks = blocksOf(segments.flatMap(spokenWords));
  const cues = (hasNames ? withNames(blocks) : blocks).flatMap(divide);
  return cues.map(({ words, lines }, i) => {
    const next = cues[i + 1]?.words[0]?.from ?? Number.POSITIVE_INFINITY;
    const { speaker, from } = words[0]!;
    const to = endOf(from, words.at(-1)!.to, next, lines);
    return {
      from: Math.max(0, Math.min(Math.round(from * 1000), end - 1)),
      to: Math.min(Math.round(Math.max(to, from + MIN_SPAN_SECONDS) * 1000), end),
      lines,
      ...(speaker !== undefined && { speaker }),
    };
  });
}

/** Extends a cue for reading into the pause after it, or up to the next cue. */
function endOf(from: number, spokenTo: number, next: number, lines: readonly string[]): number {
  const wanted = from + Math.max(MIN_CUE_SECONDS, widthOf(lines.join(' ')) / MAX_CHARACTERS_PER_SECOND);
  const to = Math.max(spokenTo, wanted);
  if (to > next) return Math.max(Math.min(spokenTo, next), next - CLOSED_GAP_SECONDS, Math.min(next, from));
  return next - to < MIN_GAP_SECONDS ? Math.max(to, next - CLOSED_GAP_SECONDS) : to;
}

function spokenWords(segment: Segment): SpokenWord[] {
  const { content, start_time, end_time, data } = segment;
  const words = wordsOf(segment);
  // Words of known times end where they end, though their line may last longer: a pause follows them.
  const [lineFrom, lineTo] = data?.words?.length
    ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    : [start_time, end_time];
  return words.flatMap(({ start, end, from, to }, i) => {
    const first = i === 0 ? Math.min(lineFrom, from) : from;
    const last = i === words.length - 1 ? Math.max(lineTo, to) : to;
    const hasSpace = i === 0 || words[i - 1]!.end < start;
    const pieces = cutLong(oneLine(content.slice(start, end)));
    return pieces.map((text, piece) => ({
      text,
      hasSpace: hasSpace && piece === 0,
      from: first + ((last - first) * piece) / pieces.length,
      to: first + ((last - first) * (piece + 1)) / pieces.length,
      speaker: data?.speaker === undefined ? undefined : oneLine(speakerText(data.speaker)),
    }));
  });
}

/** Divides words where no cue may continue: at long pauses and changes of speaker. */
function blocksOf(words: readonly SpokenWord[]): SpokenWord[][] {
  const blocks: SpokenWord[][] = [];
  let last: SpokenWord | undefined;
  for (const word of words) {
    if (!last || word.from - last.to > MAX_PAUSE_SECONDS || word.speaker !== last.speaker) blocks.push([]);
    blocks.at(-1)!.push(word);
    last = word;
  }
  return blocks;
}

/** Puts the name of the speaker before the words of each turn; it is laid out with them. */
function withNames(blocks: readonly SpokenWord[][]): SpokenWord[][] {
  return blocks.map((words, i) => {
    const [first] = words;
    const { speaker } = first!;
    if (speaker === undefined || blocks[i - 1]?.[0]?.speaker === speaker) return words;
    const name = `${speaker}:`.split(/\s+/).flatMap(cutLong);
    const named = name.map((text) => ({ text, hasSpace: true, from: first!.from, to: first!.from, speaker }));
    return [...named, { ...first!, hasSpace: true }, ...words.slice(1)];
  });
}

interface DividedCue {
  words: readonly SpokenWord[];
  lines: readonly string[];
}

/** Divides a block into the cues of least total cost. */
function divide(words: readonly SpokenWord[]): DividedCue[] {
  const prepared = prepareParts(words.map(({ text, hasSpace }) => ({ text, hasSpace, width: widthOf(text) })));
  const endings = words.map(({ text, to }, i) => {
    const next = words[i + 1];
    return {
      isSentence: isSentenceEnd(text),
      next: next?.from ?? to + MIN_CUE_SECONDS,
      cost: next ? breakCost(text, next.text, next.from - to) : 0,
    };
  });
  const best = [{ cost: 0, from: 0, at: 0 }];
  for (let end = 1; end <= words.length; end++) {
    const last = end - 1;
    let found: (typeof best)[number] | undefined;
    let innerSentences = 0;
    for (let start = last; start >= 0; start--) {
      if (start < last && words[last]!.to - words[start]!.from > MAX_CUE_SECONDS) break;
      const laidOut = layOut(prepared, start, end);
      if (!laidOut) break;
      if (start < last && endings[start]!.isSentence) innerSentences++;
      const seconds = Math.max(endings[last]!.next - words[start]!.from, MIN_SPAN_SECONDS);
      const excess = lineWidth(prepared, start, end) - seconds * MAX_CHARACTERS_PER_SECOND;
      const isOrphan = start === last && !(isOpening(endings, start) && endings[last]!.isSentence);
      const cost =
        best[start]!.cost +
        laidOut.cost +
        endings[last]!.cost +
        COST.cue +
        (isOrphan ? COST.orphan : 0) +
        (seconds < MIN_CUE_SECONDS ? COST.tooShort : 0) +
        Math.max(0, excess) * COST.tooFastPerCharacter +
        innerSentences * COST.innerSentence;
      if (!found || cost < found.cost) found = { cost, from: start, at: laidOut.at };
    }
    best.push(found!);
  }
  const cues: DividedCue[] = [];
  for (let end = words.length; end > 0; end = best[end]!.from) {
    const { from, at } = best[end]!;
    const lines = [textOf(prepared, from, at), ...(at < end ? [textOf(prepared, at, end)] : [])];
    cues.push({ words: words.slice(from, end), lines });
  }
  return cues.reverse();
}

/** Whether a word begins a sentence. */
function isOpening(endings: readonly { isSentence: boolean }[], word: number): boolean {
  return word === 0 || endings[word - 1]!.isSentence;
}
