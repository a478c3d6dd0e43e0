import { z } from 'zod';
import { ModuleList, ModuleName } from '../analysis/modules.ts';
import { SegmentDraft } from '../analysis/segment.ts';
import { Timestamp } from '../library/video.ts';

/** One analysis of a video: the present one, or an earlier one that can be compared and restored. */
export const Analysis = z
  .object({
    id: z.string().meta({ description: '`current` for the present one.' }),
    finished_at: Timestamp.nullable().meta({ description: 'End of its last run; null if unknown.' }),
    modules: z
      .array(
        z.object({
          module: ModuleName,
          engine: z.string().nullable().describe('Engine that produced it, as name@version; null for none.'),
          findings: z.int().describe('Number of findings.'),
        }),
      )
      .describe('Modules that ran, with their engines.'),
    size_bytes: z.int().meta({ description: 'Space of an earlier analysis, compressed; 0 for the present one.' }),
  })
  .meta({ id: 'Analysis' });
export type Analysis = z.infer<typeof Analysis>;

export const AnalysisList = z
  .object({
    analyses: z.array(Analysis).meta({ description: 'The present one, then earlier ones, newest first.' }),
    max_kept: z.int().meta({ description: 'Number of earlier analyses that are kept.' }),
  })
  .meta({ id: 'AnalysisList' });
export type AnalysisList = z.infer<typeof AnalysisList>;

/** A finding that two analyses do not share. */
export const FindingChange = z
  .object({
    kind: z.enum(['added', 'gone', 'changed']).describe('How the finding changed.'),
    module: ModuleName,
    from: SegmentDraft.nullable().meta({ description: 'In the earlier analysis; null if it was added.' }),
    to: SegmentDraft.nullable().meta({ description: 'In the later analysis; null if it is gone.' }),
  })
  .meta({ id: 'FindingChange' });
export type FindingChange = z.infer<typeof FindingChange>;

export const AnalysisComparison = z
  .object({
    from: Analysis,
    to: Analysis,
    modules: z
      .array(
        z.object({
          module: ModuleName,
          from_engine: z
            .string()
            .nullable()
            .describe('Engine of the older analysis, as name@version; null if the module did not run.'),
          to_engine: z
            .string()
            .nullable()
            .describe('Engine of the newer analysis, as name@version; null if the module did not run.'),
          added: z.int().describe('Number of findings in the newer analysis alone.'),
          gone: z.int().describe('Number of findings in the older analysis alone.'),
          changed: z.int().describe('Number of findings that differ.'),
          same: z.int().describe('Number of findings that are the same in both.'),
        }),
      )
      .describe('Differences by module.'),
    changes: z.array(FindingChange).meta({ description: 'In time order.' }),
    omitted: z.int().meta({ description: 'Number of further changes, beyond the limit of one response.' }),
  })
  .meta({ id: 'AnalysisComparison' });
export type AnalysisComparison = z.infer<typeof AnalysisComparison>;

const AnalysisId = z.string().min(1).max(32);

export const CompareQuery = z.object({
  from: AnalysisId.meta({ description: 'Id of the earlier analysis.' }),
  to: AnalysisId.default('current').meta({ description: 'Id of the later analysis.' }),
  modules: ModuleList.optional().meta({ description: 'Comma-separated module names.' }),
});
