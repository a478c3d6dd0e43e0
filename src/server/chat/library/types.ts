import type { ModuleCoverage } from '../../../contract/analysis/coverage.ts';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { PromptParts } from '../prompt.ts';
import type { Question } from '../question.ts';
import type { ScopedVideos } from '../scope.ts';

/** A video of an answer, with its label and the segments that the answer may rest on, in time order. */
export interface VideoEvidence {
  label: string;
  video: VideoRow;
  segments: readonly Segment[];
}

/** A question about videos, and how their findings are read. */
export interface LibraryEvidenceRequest {
  userId: number;
  /** In scope, newest first. */
  videos: readonly VideoRow[];
  /** Whether a finding of a video is in scope. */
  covers: ScopedVideos['covers'];
  /** Whether they are all of the user's. */
  isWhole: boolean;
  question: Question;
  modules?: readonly ModuleName[] | undefined;
  segmentsOf(video: VideoRow): Promise<readonly Segment[]>;
}

/** A question about several videos. */
export interface LibraryQuestion extends LibraryEvidenceRequest {
  text: string;
  history: PromptParts['history'];
  coverageOf(video: VideoRow): ModuleCoverage[];
  /** Whether names may be offered. */
  withPeople: boolean;
}
