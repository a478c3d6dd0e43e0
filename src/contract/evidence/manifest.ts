import { z } from 'zod';
import { ExaminedModule } from '../analysis/coverage-map.ts';
import { ModuleName } from '../analysis/modules.ts';
import { Recording } from '../library/recording.ts';
import { JobId, Timestamp } from '../library/video.ts';

/** Facts about one video of a report: which file, analyzed by what, and corrected how often. */
export const ManifestVideo = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
    original_name: z.string().nullable().meta({ description: 'File name at import; null if it is withheld.' }),
    size: z.number().meta({ description: 'Bytes of the source file.' }),
    sha256: z.string().nullable().meta({ description: 'Of the source file; null while it is being computed.' }),
    duration: z.number().meta({ description: 'Seconds.' }),
    recording: Recording.nullable().meta({ description: 'Null if nothing is known, or it is withheld.' }),
    engines: z
      .array(
        z.object({
          module: ModuleName,
          engine: z.string().nullable().describe('Engine that produced it, as name@version; null for none.'),
          findings: z.int().describe('Number of findings.'),
        }),
      )
      .meta({ description: 'Engine ids name the model and its version.' }),
    corrections: z
      .object({
        edited: z.int().describe('Number of findings that users edited.'),
        removed: z.int().describe('Number of findings that users removed.'),
        added: z.int().default(0).describe('Number of findings that users added.'),
      })
      .meta({ description: 'Numbers of findings that users edited, removed, and added.' }),
    examined: z
      .array(ExaminedModule)
      .optional()
      .meta({ description: 'What was examined, and what could not be found; absent in reports of earlier versions.' }),
    history: z
      .object({
        entries: z.int().describe('Number of entries.'),
        head: z.string().describe('Hash of the last entry.'),
        is_intact: z.boolean().describe('Whether the history is intact.'),
      })
      .nullable()
      .meta({ description: 'Length of the history and hash of its last entry; null without a history.' }),
  })
  .meta({ id: 'ManifestVideo' });
export type ManifestVideo = z.infer<typeof ManifestVideo>;

/** Facts that a report carries about its origin. */
export const Manifest = z
  .object({
    kind: z.literal('reelscope-manifest').describe('Always reelscope-manifest.'),
    version: z.literal(1).describe('Version of the format.'),
    product: z.string().meta({ description: 'Name and version of the application.' }),
    created_at: Timestamp,
    time_zone: z.string().meta({ description: 'Time zone of the user (IANA); timestamps are UTC.' }),
    key: z.string().meta({ description: 'Fingerprint of the key that signs the report.' }),
    videos: z.array(ManifestVideo).describe('Videos of the report.'),
  })
  .meta({ id: 'Manifest' });
export type Manifest = z.infer<typeof Manifest>;

/** Maximum number of videos in one manifest. */
const MAX_VIDEOS = 500;

const VideoIds = z.array(JobId).min(1).max(MAX_VIDEOS);

export const CreateManifestRequest = z
  .object({
    videos: VideoIds.meta({ description: 'Job ids.' }),
    include_recording: z
      .boolean()
      .default(false)
      .meta({ description: 'Includes original names, capture times, cameras, and places.' }),
  })
  .meta({ id: 'CreateManifestRequest' });
export type CreateManifestRequest = z.infer<typeof CreateManifestRequest>;

/** Formats of exported files, as the history names them. */
export const EXPORT_FORMATS = [
  'html',
  'md',
  'json',
  'csv',
  'srt',
  'vtt',
  'edl',
  'fcpxml',
  'otio',
  'youtube',
  'ffmetadata',
  'xmeml',
  'avid',
  'txt',
  'pdf',
  'docx',
  'clip',
  'zip',
  'contact_sheet',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const RecordExportRequest = z
  .object({
    videos: VideoIds.meta({ description: 'Job ids of the videos that the file is about.' }),
    format: z.enum(EXPORT_FORMATS).describe('Format of the export.'),
    sha256: Sha256.meta({ description: 'Of the signed form for html, md, and json; otherwise of the file.' }),
  })
  .meta({ id: 'RecordExportRequest' });
export type RecordExportRequest = z.infer<typeof RecordExportRequest>;
