import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Correction } from '../corrections/corrected-form.ts';
import type { NamedSpeaker } from '../corrections/identify-speakers.ts';
import type { ModuleFindings } from '../findings.ts';
import type { FoundModule } from '../text-index/found-state.ts';
import type { LineSource } from '../text-index/line-source.ts';
import type { StagedFindings } from '../text-index/segment-writer.ts';

/** A correction from another library. */
export interface MergedCorrection extends Required<Pick<Correction, 'speaker'>> {
  module: ModuleName;
  found: FoundModule['segments'][number];
  isRemoved: boolean;
  isAdded: boolean;
  content: string | null;
  label: string | null;
  speaker: string | null;
  /** Seconds, as a user edited them. */
  start: number | null;
  end: number | null;
  source: LineSource | null;
}

/** An analysis from elsewhere. */
export interface MergedAnalysis {
  /** Digest of its findings; see Analyses.presentDigest. */
  id: string;
  /** Epoch milliseconds. */
  finishedAt: number | null;
  /** Seconds. */
  processingTime: number;
  /** JSON of jobs.warnings. */
  warnings: string;
  modules: readonly (ModuleFindings & { module: ModuleName })[];
  corrections: readonly MergedCorrection[];
  speakers: readonly NamedSpeaker[];
  /** Signer of the bundle, as in engines of imported findings; null for this installation. */
  signer: string | null;
  /** Whether a user decided that it replaces findings of this installation. */
  isReplacing: boolean;
  /** Facts for the history, such as the program that made it. */
  details: Record<string, unknown>;
}

/** Findings of a merge that are stored where nobody sees them. */
export interface StagedMerge {
  /** Hidden video that holds them. */
  place: number;
  modules: Map<ModuleName, StagedFindings>;
}

/** Result of a merge: the analysis is present, is kept as an earlier one, or was there already. */
export type MergeOutcome = 'updated' | 'kept' | 'unchanged';
