import { z } from 'zod';
import { exactlyOne } from '../conditions.ts';
import { FilePath } from '../storage.ts';

/** A bundle to import: a file of this machine, or an uploaded one, which is deleted afterwards. */
export const ImportBundleRequest = z
  .object({
    path: z.string().min(1).max(4096).optional().meta({
      description: 'Absolute path on the server’s machine (local user only).',
    }),
    file_path: FilePath.optional().meta({ description: 'Of an uploaded bundle.' }),
  })
  .refine(({ path, file_path }) => (path === undefined) !== (file_path === undefined), {
    message: 'requires path or file_path',
  })
  .meta({ id: 'ImportBundleRequest', ...exactlyOne('path', 'file_path') });
export type ImportBundleRequest = z.infer<typeof ImportBundleRequest>;

/** Results of imports. */
const BUNDLE_OUTCOMES = ['added', 'updated', 'kept', 'unchanged'] as const;
export type BundleOutcome = (typeof BUNDLE_OUTCOMES)[number];

export const ImportedBundle = z
  .object({
    outcome: z.enum(BUNDLE_OUTCOMES).meta({
      description:
        'added: a new video; updated: its findings or corrections were merged into a video; kept: stored as an earlier analysis; unchanged: everything was there already.',
    }),
    job_id: z.string(),
    name: z.string(),
    findings: z.int().meta({ description: 'Findings of the bundle.' }),
    source: z.enum(['ok', 'missing']).meta({ description: 'Whether the source file was found.' }),
  })
  .meta({ id: 'ImportedBundle' });
export type ImportedBundle = z.infer<typeof ImportedBundle>;
