import { z } from 'zod';
import { Moment } from '../search/moments.ts';
import { Story } from '../search/stories.ts';
import { Timestamp, Video } from './video.ts';

/** Time that the trash keeps what is in it, in days. */
export const TRASH_DAYS = 30;

/** A video in the trash. */
export const TrashedVideo = Video.extend({
  deleted_at: Timestamp.meta({ description: 'In the trash since then.' }),
}).meta({ id: 'TrashedVideo' });
export type TrashedVideo = z.infer<typeof TrashedVideo>;

/** Everything in the trash, each kind last deleted first. */
export const Trash = z
  .object({
    videos: z.array(TrashedVideo).describe('Videos in the trash.'),
    moments: z.array(Moment).meta({ description: 'Those whose video is in the trash come and go with it.' }),
    stories: z.array(Story).describe('Stories in the trash.'),
    bytes: z.int().meta({ description: 'Size of the files of its videos, including stills and playable copies.' }),
    keep_days: z.int().meta({ description: 'Days until an item is deleted for good.' }),
  })
  .meta({ id: 'Trash' });
export type Trash = z.infer<typeof Trash>;

/** Numbers of items that were deleted for good. */
export const EmptiedTrash = z
  .object({
    ok: z.literal(true).describe('Always true.'),
    videos: z.int().describe('Number of deleted videos.'),
    moments: z.int().describe('Number of deleted moments.'),
    stories: z.int().describe('Number of deleted stories.'),
  })
  .meta({ id: 'EmptiedTrash' });
export type EmptiedTrash = z.infer<typeof EmptiedTrash>;

/** Whole days until an item of the trash is deleted for good. @param deletedAt and `now` in epoch milliseconds */
export function daysLeft(deletedAt: number, now: number): number {
  const days = Math.ceil(TRASH_DAYS - (now - deletedAt) / 86_400_000);
  return Math.min(TRASH_DAYS, Math.max(0, days));
}
