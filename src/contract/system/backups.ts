import { z } from 'zod';
import { exactlyOne } from '../conditions.ts';
import { Timestamp } from '../library/video.ts';

export const Backup = z
  .object({
    name: z.string().describe('Name of the backup.'),
    kind: z.enum(['manual', 'daily', 'migration', 'restore', 'repair']).meta({
      description:
        'manual: on request; daily: automatic; migration: before an update of the database; restore, repair: the library before.',
    }),
    size_bytes: z.number().int().describe('Size in bytes.'),
    created_at: Timestamp,
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export const BackupList = z
  .object({
    folder: z.string().meta({ description: 'Absolute path of the folder of backups.' }),
    progress: z
      .object({
        done_bytes: z.number().int().describe('Bytes that are done.'),
        total_bytes: z.number().int().describe('Bytes in all.'),
      })
      .nullable()
      .meta({ description: 'Progress of the backup that is being made; null if there is none.' }),
    backups: z.array(Backup).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'BackupList' });
export type BackupList = z.infer<typeof BackupList>;

const Path = z.string().min(1).max(4096);

export const CreateBackupRequest = z
  .object({
    path: Path.optional().meta({ description: 'Absolute path of a new file, or with `media` of a folder.' }),
    media: z.boolean().optional().meta({ description: 'Includes source files.' }),
  })
  .meta({ id: 'CreateBackupRequest' });

export const RestoreBackupRequest = z
  .object({
    name: z.string().min(1).max(200).optional().meta({ description: 'Name of a listed backup.' }),
    path: Path.optional().meta({ description: 'Absolute path of a backup elsewhere.' }),
  })
  .refine(({ name, path }) => (name === undefined) !== (path === undefined), { message: 'requires name or path' })
  .meta({ id: 'RestoreBackupRequest', ...exactlyOne('name', 'path') });

const Removed = z.number().int();

export const RemovedRights = z
  .object({
    keys: Removed.meta({ description: 'API keys.' }),
    links: Removed.meta({ description: 'Shared links.' }),
    comments: Removed.meta({ description: 'Comments on shared links.' }),
    webhooks: Removed.describe('Number of webhooks that were removed.'),
    watch_folders: Removed.describe('Number of watch folders that were removed.'),
    settings: Removed.describe('Number of settings that were reset.'),
    locations: Removed.meta({ description: 'Places of files outside the library.' }),
    earlier_analyses: Removed.meta({ description: 'Earlier analyses of videos.' }),
  })
  .meta({ id: 'RemovedRights', description: 'Counts of what was left out.' });
export type RemovedRights = z.infer<typeof RemovedRights>;

export const RestoreBackupResponse = z
  .object({
    ok: z.literal(true).describe('Always true.'),
    set_aside: z.string().meta({ description: 'Name of the backup of the library before.' }),
    removed: RemovedRights.nullable().meta({
      description: 'What a backup lost because this installation did not make it; null for its own backups.',
    }),
  })
  .meta({ id: 'RestoreBackupResponse' });
export type RestoreBackupResponse = z.infer<typeof RestoreBackupResponse>;

export const RepairResponse = z
  .object({
    rows: z.record(z.string(), z.number().int()).meta({ description: 'Recovered rows by table.' }),
    incomplete: z.array(z.string()).meta({ description: 'Tables with unreadable parts.' }),
    set_aside: z.string().meta({ description: 'Name of the backup of the damaged library.' }),
  })
  .meta({ id: 'RepairResponse' });
export type RepairResponse = z.infer<typeof RepairResponse>;
