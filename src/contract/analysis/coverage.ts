import { z } from 'zod';
import { ModuleName } from './modules.ts';

/** How far a module has analyzed a video. */
export const COVERAGE_STATES = [
  'completed',
  'preview',
  'partial',
  'waiting',
  'running',
  'failed',
  'skipped',
  'not_run',
] as const;

/** One module and the part of a video that it has analyzed: what is not found there was not looked for elsewhere. */
export const ModuleCoverage = z
  .object({
    module: ModuleName,
    status: z.enum(COVERAGE_STATES).meta({
      description:
        'completed: it ran; preview: on key frames only; partial: it ended before the end of the video; skipped: it could not run, or was stopped before; not_run: nobody asked for it. Without findings, only `completed` means that there is nothing to find.',
    }),
    findings: z.number().int().meta({ description: 'Number of its findings.' }),
    start_time: z
      .number()
      .nullable()
      .meta({ description: 'Seconds; start of the part that it has analyzed, or null.' }),
    end_time: z
      .number()
      .nullable()
      .meta({ description: 'Seconds, exclusive; of a partial analysis, the end of the last finding.' }),
    engine: z.string().nullable().describe('Engine that produced it, as name@version; null for none.'),
    error: z.string().nullable().meta({ description: 'Why it failed or was skipped.' }),
    is_outdated: z.boolean().optional().meta({
      description: 'True if it was made of texts that have been corrected or recognized again since (extension).',
    }),
  })
  .meta({ id: 'ModuleCoverage' });
export type ModuleCoverage = z.infer<typeof ModuleCoverage>;
