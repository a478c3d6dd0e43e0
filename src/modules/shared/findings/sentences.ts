import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { wordTokens } from '../text/tokens.ts';

/** A spoken sentence, joined from the phrases of speech recognition. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

interface Piece {
  text: string;
  /** Of its first character in the run. */
  offset: number;
  segment: SegmentDraft;
}

const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' });
/** Sounds that speech recognition writes down: "[Music]", "(applause)", "♪". */
const SOUND_MARKS = /\[[^[\]]*\]|\([^()]*\)|[♪♫]+/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** A sentence does not go on after this much silence (seconds). */
const PAUSE = 2.5;
/** Without punctuation, a sentence is cut after the phrase in which it reaches this many words. */
const WORDS_MAX = 40;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}、。！？]$/u;
/** Titles and initials before a name: not the end of a sentence. */
export const ABBREVIATION = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|Sr|Sra|Jr|St|Hr|Fr|Mme|Mlle|Nr|\p{Lu})\.\s*$/u;

/** Splits a transcript (in time order) into sentences, timed by their words where known, otherwise in proportion. */
export function sentencesOf(segments: readonly SegmentDraft[]): Sentence[] {
  return runsOf(segments).flatMap(sentencesOfRun);
}

/** Stretches of speech without a long pause. */
function runsOf(segments: readonly SegmentDraft[]): Piece[][] {
  const runs: Piece[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let length = 0;
  for (const segment of segments) {
    const text = segment.content.replace(SOUND_MARKS, ' ').replace(/\s+/g, ' ').trim();
    if (!HAS_WORD.test(text)) continue;
    let run = runs.at(-1);
    if (!run || segment.start_time - end > PAUSE) {
      run = [];
      runs.push(run);
      length = 0;
    }
    const before = run.at(-1);
    if (before && !UNSPACED.test(before.text)) length++;
    run.push({ text, offset: length, segment });
    length += text.length;
    end = Math.max(end, segment.end_time);
  }
  return runs;
}

function sentencesOfRun(run: readonly Piece[]): Sentence[] {
  let whole = '';
  for (const { text, offset } of run) whole = whole.padEnd(offset) + text;
  const sentences: Sentence[] = [];
  let at = 0;
  for (const [from, to] of cut(whole, run)) {
    while (at + 1 < run.length && run[at + 1]!.offset <= from) at++;
    let last = at;
    while (last + 1 < run.length && run[last + 1]!.offset < to) last++;
    const text = whole.slice(from, to).trim();
    if (!HAS_WORD.test(text)) continue;
    const start = timeAt(run[at]!, from, 'start');
    sentences.push({ text, start, end: Math.max(start, timeAt(run[last]!, to, 'end')) });
  }
  return sentences;
}

/** Offsets of sentences: where Unicode's rules end them, but not after an abbreviation nor before a small letter. */
function* cut(whole: string, run: readonly Piece[]): Generator<[number, number]> {
  let from = 0;
  let piece = 0;
  let words = 0;
  for (const { segment, index } of SENTENCES.segment(whole)) {
    const to = index + segment.length;
    while (piece < run.length && run[piece]!.offset + run[piece]!.text.length < to) {
      words += wordTokens(run[piece]!.text).length;
      const border = run[piece]!.offset + run[piece]!.text.length;
      if (words >= WORDS_MAX && border > from) {
        yield [from, border];
        [from, words] = [border, 0];
      }
      piece++;
    }
    const goesOn = ABBREVIATION.test(segment) || /^\p{Ll}/u.test(whole.slice(to, to + 1));
    if (to < whole.length && goesOn) continue;
    if (to > from) yield [from, to];
    [from, words] = [to, 0];
  }
}

/** The instant at which the character at `offset` of the run is spoken. */
function timeAt({ text, offset, segment }: Piece, at: number, edge: 'start' | 'end'): number {
  const { start_time: start, end_time: end, data } = segment;
  const inside = Math.min(Math.max(0, at - offset), text.length);
  const share = text.length === 0 ? 0 : inside / text.length;
  const words = data?.words ?? [];
  if (words.length > 0 && inside > 0 && inside < text.length) {
    const before = wordTokens(text.slice(0, inside)).length;
    const all = Math.max(1, wordTokens(text).length);
    const index = Math.round((before / all) * words.length);
    const word = edge === 'start' ? words[Math.min(index, words.length - 1)]! : words[Math.max(0, index - 1)]!;
    return Math.min(end, Math.max(start, edge === 'start' ? word.start_time : word.end_time));
  }
  return start + (end - start) * share;
}
