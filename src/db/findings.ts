import type { ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';

/** Embeddings of one model, one for each segment in order. */
export interface SegmentVectors {
  /** Engine id, as `id@version`. */
  model: string;
  dimension: number;
  /** L2-normalized. */
  vectors: readonly Float32Array[];
  /** Of queries, by an engine that has it: log probability per letter of each text; 0 for a word of its vocabulary. */
  familiarity?: readonly number[] | undefined;
}

/** A speaker of a transcript, by the label in its segments. */
interface FoundSpeaker {
  label: string;
  /** Unit vector. */
  embedding: Float32Array;
}

/** Speakers of a transcript. */
export interface SpeakerFindings {
  /** Engine of the embeddings, as `id@version`. */
  engine: string;
  /** Minimum cosine similarity of two embeddings of one person. */
  minSimilarity: number;
  speakers: readonly FoundSpeaker[];
}

export interface ModuleFindings {
  module: ModuleName;
  /** Engine that produced them, as `id@version`. */
  engine: string | null;
  segments: readonly SegmentDraft[];
  /**
   * Absent if no embedding engine can run, and undefined for single segments without one; `segments.missingEmbeddings`
   * finds them later.
   */
  embeddings?: Omit<SegmentVectors, 'vectors'> & { vectors: readonly (Float32Array | undefined)[] };
  /** Absent if speakers were not distinguished. */
  speakers?: SpeakerFindings;
}
