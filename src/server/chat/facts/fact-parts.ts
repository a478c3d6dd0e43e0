import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { ChatMessageRow } from '../../../db/schema.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import type { Question } from '../question.ts';

/** Maximum number of quotes below an answer. */
const MAX_QUOTES = 6;

/** Answer computed from findings without a language model. */
export interface Fact {
  /** Includes citations for its times. */
  sentence: string;
  /** Supporting segments in time order; every cited time lies in one of them. */
  evidence: readonly Segment[];
  /** Segments to quote below the sentence; by default, all evidence. */
  quoted?: readonly Segment[];
}

export interface FactRequest {
  text: string;
  question: Question;
  /** All findings in scope, in time order. */
  segments: readonly Segment[];
  /** Duration of the video in seconds. */
  duration: number | null;
  language: AnswerLanguage;
  /** Earlier messages of the session, oldest first. */
  history?: readonly Pick<ChatMessageRow, 'role' | 'metadata'>[];
}

/** Returns a predicate for findings of a module. */
export function isFrom(module: ModuleName): (segment: Segment) => boolean {
  return (segment) => segment.module === module;
}

/** Samples at most {@link MAX_QUOTES} findings evenly across the video. */
export function sampleEvenly(segments: readonly Segment[]): Segment[] {
  const count = Math.min(segments.length, MAX_QUOTES);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}

export function sortByTime(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}

/** Terms of what a recording may be called: “What is this talk about?” */
export const RECORDING_TERMS: ReadonlySet<string> = new Set(
  termsOf(
    `recording audio file talk interview lecture speech podcast episode conversation meeting presentation seminar webinar newscast
     program aufnahme aufzeichnung datei vortrag gespräch vorlesung rede folge besprechung sitzung präsentation sendung nachrichten`,
    'query',
  ),
);
