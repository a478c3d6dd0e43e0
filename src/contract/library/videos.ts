import { z } from 'zod';
import { analysisOptions, ModuleSelection } from '../analysis/processing.ts';
import { listQuery } from '../lists.ts';
import { multilineText, Name } from '../text.ts';
import { FilePath } from './storage.ts';
import { Timestamp, VideoStatus } from './video.ts';

const VIDEO_SORTS = ['created_at', 'updated_at', 'name', 'status', 'duration', 'file_size'] as const;
export type VideoSort = (typeof VIDEO_SORTS)[number];

export const VideoListQuery = listQuery(VIDEO_SORTS).extend({
  project_id: z.string().max(64).optional().describe('Only videos of this project.'),
  status: VideoStatus.optional().describe('Only videos in this state.'),
});

export const UpdateVideoRequest = z
  .object({
    name: Name.optional().describe('Name of the video.'),
    description: multilineText(10_000).nullable().optional().describe('Description; null for none.'),
    project_id: z
      .string()
      .max(64)
      .nullable()
      .optional()
      .meta({ description: 'Null removes the video from its project.' }),
  })
  .meta({ id: 'UpdateVideoRequest' });
export type UpdateVideoRequest = z.infer<typeof UpdateVideoRequest>;

export const RegisterAndProcessRequest = z
  .object({
    modules: ModuleSelection,
    storage_path: FilePath,
    file_name: z.string().min(1).max(1024).optional().describe('Name of the file, without folders.'),
    ...analysisOptions,
  })
  .meta({ id: 'RegisterAndProcessRequest' });

export const ProcessVideoRequest = z
  .object({
    modules: ModuleSelection,
    storage_path: FilePath.optional(),
    resume: z.boolean().optional().meta({
      description: 'True to keep the modules that a canceled run had finished, and to run only the others (extension).',
    }),
    unless_done: z.boolean().optional().meta({
      description:
        'True to start nothing if the last analysis completed these modules with the same options; `status` is then `completed` (extension).',
    }),
    ...analysisOptions,
  })
  .meta({ id: 'ProcessVideoRequest' });

export const ReprocessVideoRequest = z
  .object({
    modules: ModuleSelection.optional(),
    ...analysisOptions,
  })
  .meta({ id: 'ReprocessVideoRequest' });

/** Presigned URLs for playing a video; they need no header, so that media elements can use them. */
export const Playback = z
  .object({
    playback_url: z.string().describe('Presigned URL of the video.'),
    thumbnail_url: z.string().nullable().describe('URL of the thumbnail; null for none.'),
    still_url: z.string().meta({ description: 'Replace {ms} with a time in whole milliseconds.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Playback' });
export type Playback = z.infer<typeof Playback>;
