import { z } from 'zod';
import { Depth } from '../analysis/depth.ts';
import { ModuleName } from '../analysis/modules.ts';
import { MessageRef } from '../message.ts';
import { singleLine } from '../text.ts';
import { ImportMode } from './storage.ts';
import { Timestamp } from './video.ts';

const Bytes = z.int().min(0).max(1e15);

/** Which files of a folder are analyzed, and how. */
export const WatchRules = z.object({
  recursive: z.boolean().default(true).meta({ description: 'Whether folders in the folder are watched, too.' }),
  name_pattern: singleLine(200)
    .nullable()
    .default(null)
    .meta({ description: 'Names that are analyzed, with *, ?, [a-z], and {a,b}; upper and lower case are the same.' }),
  min_bytes: Bytes.default(0).describe('Size of the smallest file that is analyzed, in bytes.'),
  max_bytes: Bytes.nullable()
    .default(null)
    .describe('Size of the largest file that is analyzed, in bytes; null for no limit.'),
  max_age_days: z
    .number()
    .min(0)
    .max(36_500)
    .nullable()
    .default(null)
    .meta({ description: 'Files that were last changed earlier are left out; null for no limit.' }),
  stable_seconds: z.int().min(0).max(86_400).default(10).meta({
    description: 'Time for which size and modification time must not change, so that no file is half copied.',
  }),
  modules: z
    .array(ModuleName)
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'Null for all that are available.' }),
  depth: Depth.default('full').describe('How thorough the analysis is.'),
  mode: ImportMode.nullable().default(null).meta({ description: 'Null for the storage option `import_mode`.' }),
  polling: z.boolean().default(false).meta({
    description: 'True for network shares, which don’t report changes: the folder is read every 15 seconds instead.',
  }),
});
export type WatchRules = z.infer<typeof WatchRules>;

const WATCH_STATES = ['watching', 'missing', 'unreadable', 'off'] as const;

export const WatchFolder = z
  .object({
    id: z.string().describe('ID of the watch folder.'),
    path: z.string().describe('Path of the folder.'),
    enabled: z.boolean().describe('Whether the folder is watched.'),
    project_id: z.string().nullable().describe('ID of the project; null for none.'),
    ...WatchRules.shape,
    state: z.enum(WATCH_STATES).meta({
      description:
        'missing: the folder is gone, such as a drive that was removed; it is watched again once it is back.',
    }),
    error: z.string().nullable().meta({ description: 'Why files wait, such as a full disk.' }),
    error_text: MessageRef.nullable().meta({ description: '`error` by key; null without.' }),
    waiting: z.int().meta({ description: 'Number of files that are still changing.' }),
    analyzed: z.int().meta({ description: 'Number of files that were queued for analysis.' }),
    known: z.int().meta({ description: 'Number of files with content that was seen or analyzed before.' }),
    failed: z.int().describe('Number of files that failed.'),
    skipped: z.int().meta({ description: 'Number of files, links, and folders of the system that are left out.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'WatchFolder' });
export type WatchFolder = z.infer<typeof WatchFolder>;

const Changes = z.object({
  enabled: z.boolean().describe('Whether the folder is watched.'),
  project_id: z.string().max(64).nullable().describe('Project of the videos; null for none.'),
});

export const CreateWatchFolderRequest = WatchRules.extend({
  path: z.string().min(1).max(4096).meta({ description: 'Absolute path on the server’s machine.' }),
  enabled: Changes.shape.enabled.default(true),
  project_id: Changes.shape.project_id.default(null),
  existing: z.boolean().default(true).meta({ description: 'Whether files that are in the folder now are analyzed.' }),
}).meta({ id: 'CreateWatchFolderRequest' });
export type CreateWatchFolderRequest = z.input<typeof CreateWatchFolderRequest>;

/** Rules without defaults: what is absent stays. */
const RuleChanges = z.object(
  Object.fromEntries(
    Object.entries(WatchRules.shape).map(([name, schema]) => [
      name,
      schema.unwrap().optional().describe(schema.description!),
    ]),
  ) as {
    [Name in keyof typeof WatchRules.shape]: z.ZodOptional<ReturnType<(typeof WatchRules.shape)[Name]['unwrap']>>;
  },
);

export const UpdateWatchFolderRequest = RuleChanges.extend(Changes.partial().shape).meta({
  id: 'UpdateWatchFolderRequest',
});
export type UpdateWatchFolderRequest = z.infer<typeof UpdateWatchFolderRequest>;

export const RetryWatchedFilesRequest = z
  .object({ path: z.string().min(1).max(4096).optional().meta({ description: 'One failed file; all without it.' }) })
  .meta({ id: 'RetryWatchedFilesRequest' });
export type RetryWatchedFilesRequest = z.infer<typeof RetryWatchedFilesRequest>;

/**
 * Why a file is left out: by a rule of its folder; because it is neither video nor audio, is being downloaded, belongs
 * to the system (or is a folder of it), is hidden, is a link, or can't be read.
 */
const WATCH_SKIPS = [
  'name',
  'small',
  'large',
  'old',
  'not_media',
  'unfinished',
  'system',
  'hidden',
  'link',
  'unreadable',
] as const;
export type WatchSkip = (typeof WATCH_SKIPS)[number];

/**
 * Outcome of a file: queued for analysis; content that was known; in the folder before it was watched; failed; still
 * changing, or being imported; left out.
 */
export const WATCH_OUTCOMES = ['queued', 'known', 'ignored', 'failed', 'waiting', 'skipped'] as const;
export type WatchOutcome = (typeof WATCH_OUTCOMES)[number];

export const WatchedFile = z
  .object({
    path: z.string().describe('Path of the file.'),
    outcome: z.enum(WATCH_OUTCOMES).describe('What happened to the file.'),
    size_bytes: z.int().describe('Size in bytes.'),
    job_id: z.string().nullable().describe('ID of the video, and of its job; null for none.'),
    skipped_by: z.enum(WATCH_SKIPS).nullable().meta({ description: 'Why a skipped file is left out.' }),
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_text: MessageRef.nullable().describe('`error` as a key and parameters; null for none.'),
    seen_at: Timestamp.meta({ description: 'Of a file that was not handled: when it was last changed.' }),
  })
  .meta({ id: 'WatchedFile' });
export type WatchedFile = z.infer<typeof WatchedFile>;
