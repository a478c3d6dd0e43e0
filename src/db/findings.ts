import type { ModuleName } from '../contract/modules.ts';
import type { SegmentDraft } from '../contract/segment.ts';

/** Vectors of one embedding model, one for each segment in order. */
export interface SegmentVectors {
  /** Engine and version, as `id@version`. */
  model: string;
  dimension: number;
  /** L2-normalized. */
  vectors: readonly Float32Array[];
}

export interface ModuleFindings {
  module: ModuleName;
  /** Engine id, as `id@version`. */
  engine: string | null;
  segments: readonly SegmentDraft[];
  /** Absent while no embedding engine can run; `segments.vectorlessGroups` finds them later. */
  embeddings?: SegmentVectors;
}
