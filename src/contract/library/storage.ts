import { z } from 'zod';
import { ErrorCode } from '../error-body.ts';
import { MessageRef } from '../message.ts';
import { Timestamp } from './video.ts';

/** Validity of a presigned upload URL, in seconds. */
export const UPLOAD_URL_SECONDS = 15 * 60;

/** Default maximum size of an upload in bytes: 50 GB. */
export const MAX_UPLOAD_BYTES = 50 * 1000 ** 3;

/** `type/subtype` of RFC 9110, section 8.3.1, with optional parameters. */
// Without flags, which patterns of JSON Schema don’t have.
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}( ?; ?[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/;

export const FilePath = z.string().min(1).max(1024).meta({ description: 'users/<user_id>/<file_name>' });

export const UploadUrlRequest = z
  .object({
    file_name: z.string().min(1).max(1024).describe('Name of the file, without folders.'),
    content_type: z
      .string()
      .max(255)
      .regex(MEDIA_TYPE, 'must be a media type such as video/mp4')
      .describe('Media type.'),
    file_path: FilePath.optional().meta({
      description: 'Of an interrupted upload, to continue it with a new URL (extension).',
    }),
  })
  .meta({ id: 'UploadUrlRequest' });

export const UploadUrlResponse = z
  .object({
    success: z.literal(true).describe('Always true.'),
    upload_url: z.string().meta({ description: 'PUT the bytes here within 15 minutes, with the same Content-Type.' }),
    file_path: FilePath,
    sanitized_filename: z.string().describe('Name under which the file is stored.'),
  })
  .meta({ id: 'UploadUrlResponse' });
export type UploadUrlResponse = z.infer<typeof UploadUrlResponse>;

/** How much of an upload has arrived. */
export const UploadState = z
  .object({
    upload_offset: z.int().min(0).meta({ description: 'Bytes.' }),
    complete: z.boolean().describe('Whether all bytes have arrived.'),
  })
  .meta({ id: 'UploadState' });
export type UploadState = z.infer<typeof UploadState>;

/** Response of the object store to the PUT. */
export const UploadResult = z
  .object({
    success: z.literal(true).describe('Always true.'),
    file_path: FilePath,
    file_size: z.number().int().describe('Size in bytes.'),
  })
  .meta({ id: 'UploadResult' });
export type UploadResult = z.infer<typeof UploadResult>;

/** How imported files are kept where the disk can't share their blocks with a copy. */
export const ImportMode = z.enum(['copy', 'reference']).meta({
  id: 'ImportMode',
  description:
    'Where the disk can share blocks, imported files are always copied that way. Elsewhere, copy: a full copy; reference: the file stays where it is.',
});
export type ImportMode = z.infer<typeof ImportMode>;

export const ImportFileRequest = z
  .object({
    path: z.string().min(1).max(4096).meta({ description: 'Absolute path on the server’s machine.' }),
    file_name: z.string().min(1).max(1024).optional().describe('Name of the file, without folders.'),
    import_id: z
      .uuid()
      .optional()
      .meta({ description: 'A UUID of your choice that identifies the import in `GET /storage/imports`.' }),
    mode: ImportMode.optional().meta({ description: 'By default the storage option `import_mode`.' }),
    reuse: z.boolean().optional().meta({
      description: 'True to import nothing if a video has the same content, whatever its name: see `job_id`.',
    }),
    wait: z.boolean().optional().meta({
      description:
        'False to answer before a full copy is complete: the file can be analyzed at once, and must stay where it is until then.',
    }),
  })
  .meta({ id: 'ImportFileRequest' });

export const ImportFileResponse = z
  .object({
    success: z.literal(true).describe('Always true.'),
    file_path: FilePath,
    sanitized_filename: z.string().describe('Name under which the file is stored.'),
    referenced: z.boolean().meta({ description: 'Whether the file stays where it is.' }),
    copying: z.boolean().optional().meta({
      description: 'True, with `wait: false`, while the file is being copied: see `GET /storage/imports` (extension).',
    }),
    job_id: z
      .string()
      .optional()
      .meta({ description: 'With `reuse`: the video that has the same content; nothing was imported (extension).' }),
  })
  .meta({ id: 'ImportFileResponse' });
export type ImportFileResponse = z.infer<typeof ImportFileResponse>;

/** Progress of copying an imported file. */
export const ImportProgress = z
  .object({
    import_id: z.string().describe('ID of the import.'),
    done_bytes: z.number().int().describe('Bytes that are done.'),
    total_bytes: z.number().int().describe('Bytes in all.'),
    error_code: ErrorCode.nullable().meta({
      description:
        'Of a copy that failed, with `wait: false`. The file is used where it is; the next start copies it again.',
    }),
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_text: MessageRef.nullable().meta({ description: '`error` by key; null without.' }),
  })
  .meta({ id: 'ImportProgress' });
export type ImportProgress = z.infer<typeof ImportProgress>;

export const DeleteFileQuery = z.object({ file_path: FilePath.optional() });
export const DeleteFileRequest = z.object({ file_path: FilePath.optional() }).meta({ id: 'DeleteFileRequest' });

/** A stored source file, and the video it belongs to. */
export const StoredFile = z
  .object({
    file_path: FilePath,
    file_size: z.number().int().meta({ description: 'Bytes.' }),
    job_id: z.string().nullable().meta({ description: 'Null if no video uses the file.' }),
    in_trash: z.boolean().meta({ description: 'Whether the video is in the trash.' }),
    modified_at: Timestamp,
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

export const StorageUsage = z
  .object({
    files: z.array(StoredFile).meta({ description: 'Largest first.' }),
    free_bytes: z.number().int().meta({ description: 'Free disk space in bytes.' }),
  })
  .meta({ id: 'StorageUse' });
export type StorageUsage = z.infer<typeof StorageUsage>;

const Part = z.object({
  files: z.number().int().describe('Number of files.'),
  bytes: z.number().int().describe('Size in bytes.'),
});

/** Storage options of this installation. */
export const StorageOptions = z
  .object({
    min_free_bytes: z
      .number()
      .int()
      .min(0)
      .max(1e15)
      .meta({ description: 'Free disk space below which no analysis starts, in bytes.' }),
    daily_backups: z.boolean().meta({ description: 'Whether the library is backed up every day.' }),
    kept_backups: z.number().int().min(1).max(365).meta({ description: 'Number of daily backups to keep.' }),
    import_mode: ImportMode.describe('How files of this machine are added.'),
  })
  .meta({ id: 'StorageOptions' });
export type StorageOptions = z.infer<typeof StorageOptions>;

export const UpdateStorageOptionsRequest = StorageOptions.partial().meta({ id: 'UpdateStorageOptionsRequest' });
export type UpdateStorageOptionsRequest = z.infer<typeof UpdateStorageOptionsRequest>;

/** Storage usage by category. */
export const StorageSummary = z
  .object({
    originals: Part.meta({ description: 'Source files.' }),
    copies: Part.meta({ description: 'Playable copies, which are created again on demand.' }),
    stills: Part.meta({ description: 'Stills, thumbnails, and waveforms.' }),
    trash: Part.meta({
      description: 'Source files, copies, and stills of videos in the trash, which the above leave out.',
    }),
    installation: z
      .object({
        models: Part.describe('Files of models.'),
        database: Part.describe('Files of the database.'),
        other: Part.meta({ description: 'Logs and other users’ files.' }),
      })
      .nullable()
      .meta({ description: 'Shared by all users; null for anyone but the local user.' }),
    total_bytes: z.number().int().meta({ description: 'The sum of the above.' }),
    free_bytes: z.number().int().meta({ description: 'Free disk space in bytes.' }),
  })
  .meta({ id: 'StorageSummary' });
export type StorageSummary = z.infer<typeof StorageSummary>;

export const DuplicatesQuery = z.object({ file_path: FilePath });

/** Videos whose source file has identical content. */
export const Duplicates = z
  .array(
    z.object({
      job_id: z.string().describe('ID of the video, and of its job.'),
      name: z.string().describe('Name of the video.'),
      created_at: Timestamp,
    }),
  )
  .meta({ id: 'Duplicates' });
export type Duplicates = z.infer<typeof Duplicates>;
