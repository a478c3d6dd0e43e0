import { z } from 'zod';
import { ModuleName } from './modules.ts';
import { Segment } from './segment.ts';
import { Flag, InstantText } from './text.ts';
import { Timestamp, VideoStatus } from './video.ts';

export const SharedReport = z
  .object({
    id: z.string(),
    user_id: z.string(),
    video_id: z.string(),
    share_hash: z.string().meta({ description: 'Unguessable part of the link: 256 random bits in hexadecimal.' }),
    expires_at: Timestamp.nullable().meta({ description: 'Null if the link never expires.' }),
    is_active: Flag,
    created_at: Timestamp,
  })
  .meta({ id: 'SharedReportResponse' });
export type SharedReport = z.infer<typeof SharedReport>;

export const CreateSharedReportRequest = z
  .object({
    video_id: z.string().min(1).max(64).meta({ description: 'The id or job_id of the video.' }),
    expires_at: InstantText.nullable().optional(),
  })
  .meta({ id: 'CreateSharedReportRequest' });

/** Public content of a shared report; contains nothing about the owner. */
export const PublicReport = z
  .object({
    share_hash: z.string(),
    video: z.object({
      id: z.string(),
      job_id: z.string(),
      name: z.string(),
      status: VideoStatus,
      duration: z.number().meta({ description: 'Seconds.' }),
    }),
    modules: z.array(ModuleName),
    segments: z.array(Segment),
    playback_url: z.string().nullable().meta({ description: 'Presigned URL; null if the source file is missing.' }),
    playback_pending: z.boolean().meta({
      description: 'A playable copy is being created; playback_url refers to it when it is ready.',
    }),
    thumbnail_url: z.string().nullable(),
    still_url: z.string().meta({ description: 'Replace {ms} with a time in whole milliseconds.' }),
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'PublicReport' });
export type PublicReport = z.infer<typeof PublicReport>;
