import type { ModuleName } from '../../contract/modules.ts';
import type { Segment } from '../../contract/segment.ts';
import type { AnswerLanguage } from './answer-words.ts';
import type { Question } from './question.ts';

/** Quotes below an answer. */
const MOST_QUOTES = 6;

/** An answer that can be read off the findings without a language model. */
export interface Fact {
  /** With its times cited. */
  sentence: string;
  /** What it rests on, in time order; holds every time that is cited. */
  evidence: readonly Segment[];
}

/** What facts are read off. */
export interface FactRequest {
  text: string;
  question: Question;
  /** All findings that may be used, in time order. */
  segments: readonly Segment[];
  /** Of the video, seconds. */
  duration: number | null;
  language: AnswerLanguage;
}

/** Whether a finding is of this module. */
export function isOf(module: ModuleName): (segment: Segment) => boolean {
  return (segment) => segment.module === module;
}

/** Some of the findings, from all over the video. */
export function evenly(segments: readonly Segment[]): Segment[] {
  const count = Math.min(segments.length, MOST_QUOTES);
  return Array.from({ length: count }, (_, i) => segments[Math.floor((i * segments.length) / count)]!);
}

export function inTime(segments: readonly Segment[]): Segment[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}
