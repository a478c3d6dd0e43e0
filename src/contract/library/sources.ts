import { z } from 'zod';
import { oneOrTrue } from '../conditions.ts';

/** A video whose source file can't be used. */
export const SourceProblem = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
    state: z.enum(['missing', 'changed']).meta({
      description: 'missing: the file was not found; changed: its content is not the analyzed one.',
    }),
    referenced_path: z
      .string()
      .nullable()
      .meta({ description: 'Absolute path of a file that is referenced in place; null for a file of the store.' }),
  })
  .meta({ id: 'SourceProblem' });
export type SourceProblem = z.infer<typeof SourceProblem>;

export const RelinkRequest = z
  .object({
    path: z.string().min(1).max(4096).optional().meta({
      description: 'Absolute path of the file on the server’s machine (local user only); by default the present file.',
    }),
    replace: z.boolean().optional().meta({
      description:
        'Accepts a file with another content: findings, edits, and links of the former file are removed, and the video can be analyzed again.',
    }),
  })
  .refine(({ path, replace }) => path !== undefined || replace === true, { message: 'requires path or replace' })
  .meta({ id: 'RelinkRequest', ...oneOrTrue('path', 'replace') });

export const RelinkFolderRequest = z
  .object({
    path: z.string().min(1).max(4096).meta({ description: 'Absolute path of a folder on the server’s machine.' }),
  })
  .meta({ id: 'RelinkFolderRequest' });

/** Result of searching a folder for missing files. */
export const RelinkFolderResult = z
  .object({
    relinked: z
      .array(
        z.object({
          job_id: z.string().describe('ID of the video, and of its job.'),
          name: z.string().describe('Name of the video.'),
          path: z.string().describe('Path of the file that was found.'),
        }),
      )
      .describe('Videos whose files were found.'),
    unresolved: z.array(SourceProblem).meta({ description: 'Videos whose file is not in the folder.' }),
  })
  .meta({ id: 'RelinkFolderResult' });
export type RelinkFolderResult = z.infer<typeof RelinkFolderResult>;
