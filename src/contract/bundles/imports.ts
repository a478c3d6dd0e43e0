import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { exactlyOne } from '../conditions.ts';
import { FilePath } from '../library/storage.ts';
import { Timestamp } from '../library/video.ts';

/** A bundle to import: a file of this machine, or an uploaded one, which is deleted afterwards. */
export const ImportBundleRequest = z
  .object({
    path: z.string().min(1).max(4096).optional().meta({
      description: 'Absolute path on the server’s machine (local user only).',
    }),
    file_path: FilePath.optional().meta({ description: 'Of an uploaded bundle.' }),
    replace: z.boolean().default(false).meta({
      description:
        'Findings and edits of the bundle replace those that this installation made; by default they are kept as an earlier analysis.',
    }),
  })
  .refine(({ path, file_path }) => (path === undefined) !== (file_path === undefined), {
    message: 'requires path or file_path',
  })
  .meta({ id: 'ImportBundleRequest', ...exactlyOne('path', 'file_path') });
export type ImportBundleRequest = z.input<typeof ImportBundleRequest>;

/** Bundle whose facts are read before it is imported. An uploaded one stays. */
export const InspectBundleRequest = z
  .object({
    path: z.string().min(1).max(4096).optional().meta({
      description: 'Absolute path on the server’s machine (local user only).',
    }),
    file_path: FilePath.optional().meta({ description: 'Of an uploaded bundle.' }),
  })
  .refine(({ path, file_path }) => (path === undefined) !== (file_path === undefined), {
    message: 'requires path or file_path',
  })
  .meta({ id: 'InspectBundleRequest', ...exactlyOne('path', 'file_path') });
export type InspectBundleRequest = z.infer<typeof InspectBundleRequest>;

export const BundleFacts = z
  .object({
    name: z.string().meta({ description: 'Of the video.' }),
    findings: z.int().describe('Number of findings.'),
    modules: z.array(ModuleName).describe('Modules with findings.'),
    analyzed_at: Timestamp.nullable().describe('When the analysis ended; null if unknown.'),
    signer: z.enum(['this_installation', 'other', 'none']).meta({
      description: 'Who signed the bundle. none: a bundle of an earlier version.',
    }),
    fingerprint: z.string().nullable().meta({ description: 'SHA-256 of the public key of the signer.' }),
    is_known: z.boolean().meta({ description: 'Whether the library has a video of this source file.' }),
    own_modules: z.array(ModuleName).meta({
      description: 'Modules of the bundle whose findings in this library are by this installation.',
    }),
  })
  .meta({ id: 'BundleFacts' });
export type BundleFacts = z.infer<typeof BundleFacts>;

/** Results of imports. */
const BUNDLE_OUTCOMES = ['added', 'updated', 'kept', 'unchanged'] as const;
export type BundleOutcome = (typeof BUNDLE_OUTCOMES)[number];

export const ImportedBundle = z
  .object({
    outcome: z.enum(BUNDLE_OUTCOMES).meta({
      description:
        'added: a new video; updated: its findings or corrections were merged into a video; kept: stored as an earlier analysis; unchanged: everything was there already.',
    }),
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
    findings: z.int().meta({ description: 'Findings of the bundle.' }),
    source: z.enum(['ok', 'missing']).meta({ description: 'Whether the source file was found.' }),
    signer: BundleFacts.shape.signer,
  })
  .meta({ id: 'ImportedBundle' });
export type ImportedBundle = z.infer<typeof ImportedBundle>;
