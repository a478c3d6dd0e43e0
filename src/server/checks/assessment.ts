import { trimBothOf } from '../../base/trim.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { CheckEvidence, CheckVerdict } from '../../contract/evidence/checks.ts';
import { sentencesIn } from '../../core/claims/sentences.ts';
import { namedSpeakerOf } from '../../core/labels/named-speaker.ts';
import { wordsOf } from '../../core/transcript/words.ts';
import type { StatementMatch } from './match-statement.ts';
import { partsIn, type Source } from './sources.ts';

/** A verdict on a passage by one source. */
export interface Assessment {
  verdict: Exclude<CheckVerdict, 'not_in_library' | 'not_transcribed'>;
  /** How well the words fit, 0 to 1. */
  similarity: number;
  source: Source;
  segments: Segment[];
  evidence: Omit<CheckEvidence, 'job_id' | 'video_name' | 'citations' | 'segment_ids' | 'module'>;
  /** The passage as the source has it; null for no correction. */
  corrected: string | null;
  /** How it differs from a statement; absent for quotations. */
  match?: StatementMatch;
  /** Of sources that disagree, the one that differs. */
  counter?: Assessment;
}

/** Text before and behind a passage in which its sentences are looked for, in UTF-16 units. */
const CONTEXT = 400;

/** Text of a range of a source, in one line and without punctuation around it. Pure. */
export function writtenOf({ text }: Pick<Source, 'text'>, { start, end }: { start: number; end: number }): string {
  return trimBothOf(text.slice(start, end).replace(/\s+/g, ' '), /[\s“„«",;:”»]/u);
}

/** Findings of a range of a source, and its place as evidence. Pure. */
export function located(source: Source, { start, end }: { start: number; end: number }, quote: string) {
  const parts = partsIn(source, start, end);
  const segments = parts.map(({ segment }) => segment);
  const speaker = segments.map((line) => namedSpeakerOf(line) ?? line.data?.speaker).find((name) => name !== undefined);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const isTimed = source.module === 'transcription' && !source.isTranslation;
  const from = isTimed ? wordsOf(first.segment).find((word) => word.end > start - first.offset)?.from : undefined;
  const to = isTimed ? wordsOf(last.segment).findLast((word) => word.start < end - last.offset)?.to : undefined;
  return {
    source,
    segments,
    evidence: {
      start_time: from ?? first.segment.start_time,
      end_time: to ?? last.segment.end_time,
      quote,
      context: contextOf(source, start, end),
      speaker: speaker ?? null,
      is_translation: source.isTranslation,
    },
  };
}

/** The sentences around a passage. */
function contextOf({ text }: Source, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT);
  const near = text.slice(from, end + CONTEXT).replaceAll('\n', ' ');
  const touched = sentencesIn(near).filter((one) => one.end + from > start && one.start + from < end);
  if (touched.length === 0) return writtenOf({ text }, { start, end });
  return near.slice(touched[0]!.start, touched.at(-1)!.end).trim();
}
