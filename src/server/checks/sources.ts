import type { Segment } from '../../contract/analysis/segment.ts';
import { sentencesIn } from '../../core/claims/sentences.ts';
import { namedSpeakerOf } from '../../core/labels/named-speaker.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { type QuoteWord, quoteWordsOf } from '../evidence/citations/quote-words.ts';
import { verbForm } from './verb-forms.ts';

/** Text of consecutive lines of a transcript, or of texts on screen at one time, with its findings. */
export interface Source {
  jobId: string;
  module: 'transcription' | 'ocr';
  text: string;
  words: readonly QuoteWord[];
  keys: ReadonlySet<string>;
  sentences: readonly SourceSentence[];
  /** Findings with the offsets at which their texts start. */
  parts: { segment: Segment; offset: number }[];
  isTranslation: boolean;
}

/** A sentence of a source; of speech without periods, a line. */
export interface SourceSentence {
  /** Range in the text of the source. */
  start: number;
  end: number;
  text: string;
  words: readonly QuoteWord[];
  keys: ReadonlySet<string>;
  terms: ReadonlySet<string>;
  /** Forms of its verbs; see {@link verbForm}. */
  forms: ReadonlySet<string>;
  /** Name of its speaker; null without one, or with several. */
  speaker: string | null;
}

/** Findings of a video in which passages are looked for. */
export interface VideoFindings {
  jobId: string;
  /** In time order. */
  lines: readonly Segment[];
  screens: readonly Segment[];
  /** Named speakers by their labels. */
  speakers: ReadonlyMap<string, string>;
}

/** Words of a sentence from which it is rather speech without periods. */
const MAX_SENTENCE_WORDS = 60;
/** Longest pause between lines that are read as one text, in seconds. */
const MAX_PAUSE = 10;
/** Lines around a hit, at most: they may have one word each. */
const MAX_LINES = 400;
/** Texts on screen that begin within this time are read together, in seconds. */
const SCREEN_TIME = 1.5;

/**
 * Returns the texts around hits of a search that may contain a passage, without repetition. Pure.
 * @param hits ids of findings
 * @param words number of words before and behind a hit
 * @param read joins findings
 */
export function sourcesOf(video: VideoFindings, hits: ReadonlySet<string>, words: number, read: ReadSource): Source[] {
  const { jobId, lines, screens } = video;
  const ranges: { from: number; to: number }[] = [];
  for (const [i, line] of lines.entries()) {
    if (!hits.has(line.id)) continue;
    const from = reach(lines, i, -1, words);
    const to = reach(lines, i, 1, words);
    const last = ranges.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  const spoken = ranges.map(({ from, to }) => lines.slice(from, to + 1));
  const translated = spoken
    .map((own) => own.filter(({ data }) => data?.translation !== undefined))
    .filter((own) => own.length > 0);
  return [
    ...spoken.map((own) => read(jobId, 'transcription', own, false)),
    ...screensOf(screens, hits).map((own) => read(jobId, 'ocr', own, false)),
    ...translated.map((own) => read(jobId, 'transcription', own, true)),
  ];
}

/** Each text on screen that was found, and those of one time together. */
function screensOf(screens: readonly Segment[], hits: ReadonlySet<string>): Segment[][] {
  return screens
    .filter(({ id }) => hits.has(id))
    .flatMap((hit) => {
      const together = screens.filter(({ start_time }) => Math.abs(start_time - hit.start_time) <= SCREEN_TIME);
      return together.length > 1 ? [[hit], together] : [[hit]];
    });
}

/** Index of the farthest line that is read with another one. */
function reach(lines: readonly Segment[], at: number, step: 1 | -1, words: number): number {
  let count = 0;
  let i = at;
  while (count < words && Math.abs(i - at) < MAX_LINES) {
    const [line, next] = [lines[i]!, lines[i + step]];
    if (!next) break;
    const pause = step > 0 ? next.start_time - line.end_time : line.start_time - next.end_time;
    if (pause > MAX_PAUSE) break;
    count += next.content.split(/\s+/).length;
    i += step;
  }
  return i;
}

/** Joins findings to a source. */
export type ReadSource = (
  jobId: string,
  module: Source['module'],
  segments: readonly Segment[],
  isTranslation: boolean,
) => Source;

/** Returns a reader that keeps the last sources, since passages of one text are often in the same ones. */
export function createSourceReader(limit: number): ReadSource {
  const known = new Map<string, Source>();
  return (jobId, module, segments, isTranslation) => {
    const key = `${isTranslation} ${segments[0]!.id} ${segments.at(-1)!.id} ${segments.length}`;
    const source = known.get(key) ?? toSource(jobId, module, segments, isTranslation);
    if (known.size >= limit) known.delete(known.keys().next().value!);
    known.set(key, source);
    return source;
  };
}

function toSource(
  jobId: string,
  module: Source['module'],
  segments: readonly Segment[],
  isTranslation: boolean,
): Source {
  let text = '';
  const parts = segments.map((segment) => {
    const offset = text.length;
    text += `${isTranslation ? segment.data!.translation! : segment.content}\n`;
    return { segment, offset };
  });
  let words: QuoteWord[] | undefined;
  let keys: ReadonlySet<string> | undefined;
  let sentences: SourceSentence[] | undefined;
  return {
    jobId,
    module,
    text,
    parts,
    isTranslation,
    get words() {
      words ??= quoteWordsOf(text);
      return words;
    },
    get keys() {
      keys ??= new Set(this.words.map(({ key }) => key));
      return keys;
    },
    get sentences() {
      sentences ??= readSentences(module, text, parts);
      return sentences;
    },
  };
}

function readSentences(module: Source['module'], text: string, parts: Source['parts']): SourceSentence[] {
  const flat = text.replaceAll('\n', ' ');
  const ranges = module === 'ocr' ? [{ start: 0, end: text.length }] : sentencesIn(flat);
  const lines = parts.map(({ offset, segment }) => ({ start: offset, end: offset + segment.content.length }));
  const units = ranges.flatMap((range) => {
    const isLong = flat.slice(range.start, range.end).split(' ').length > MAX_SENTENCE_WORDS;
    return isLong ? lines.filter(({ start, end }) => start < range.end && end > range.start) : [range];
  });
  return units.map(({ start, end }) => {
    const own = flat.slice(start, end);
    const words = quoteWordsOf(own);
    const names = new Set(partsIn({ parts }, start, end).map(({ segment }) => namedSpeakerOf(segment)));
    return {
      start,
      end,
      text: own,
      words,
      keys: new Set(words.map(({ key }) => key)),
      terms: new Set(termsOf(own)),
      forms: new Set(words.map((word) => verbForm(own, word))),
      speaker: names.size === 1 ? [...names][0]! : null,
    };
  });
}

/** Findings of a source that a range of its text is of. */
export function partsIn({ parts }: Pick<Source, 'parts'>, start: number, end: number): Source['parts'] {
  return parts.filter(
    ({ offset }, i) => offset < Math.max(end, start + 1) && (parts[i + 1]?.offset ?? Infinity) > start,
  );
}
