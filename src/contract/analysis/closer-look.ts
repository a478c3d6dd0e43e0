import { z } from 'zod';
import { JobId, Timestamp } from '../library/video.ts';
import { LocalizedText } from '../message.ts';
import { Region } from '../search/visual.ts';
import { ModuleName } from './modules.ts';

/** Longest range of a closer look in seconds: every frame of it is examined. */
export const MAX_CLOSER_SECONDS = 60;
/** Smallest side of a region, as a fraction of the frame. */
const MIN_CLOSER_SIDE = 0.02;

/** Modules that can look closer. Faces are compared only by analyses of projects that allow it. */
export const CLOSER_MODULES = ['ocr', 'visualelements', 'logos', 'transcription', 'audioevents'] as const;
export type CloserModule = (typeof CLOSER_MODULES)[number];
/** Modules of a closer look that states none. */
export const DEFAULT_CLOSER_MODULES = [
  'ocr',
  'visualelements',
  'transcription',
  'audioevents',
] as const satisfies readonly CloserModule[];

const side = z.number().describe('Fraction of the frame.');
const CloserPlace = Region.extend({
  x: z.number().describe('Left edge, as a fraction of the frame.'),
  y: z.number().describe('Upper edge, as a fraction of the frame.'),
  width: side,
  height: side,
});
const fraction = z.number().min(0).max(1);
/** Part of the frame, in fractions of its sides. */
export const CloserRegion = z
  .object({
    x: fraction.describe('Left edge, as a fraction of the frame.'),
    y: fraction.describe('Upper edge, as a fraction of the frame.'),
    width: fraction.min(MIN_CLOSER_SIDE).describe('Fraction of the frame.'),
    height: fraction.min(MIN_CLOSER_SIDE).describe('Fraction of the frame.'),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001, 'must lie within the frame');

const Time = z.number().min(0).max(1e7);

/** Part of a video to look at more closely. */
export const CloserLookRequest = z
  .object({
    start_time: Time.meta({ description: 'Seconds.' }),
    end_time: Time.meta({ description: `Seconds, exclusive; at most ${MAX_CLOSER_SECONDS} after the start.` }),
    region: CloserRegion.nullish().describe('Part of the frame to enlarge; absent for all of it, in enlarged tiles.'),
    modules: z
      .array(z.enum(CLOSER_MODULES))
      .min(1)
      .optional()
      .describe(
        'Modules to run; absent for ocr, visualelements, transcription, and audioevents. A region has no sound.',
      ),
  })
  .meta({ id: 'CloserLookRequest' });
export type CloserLookRequest = z.infer<typeof CloserLookRequest>;

/** Run of a module in a closer look. */
export const CloserModuleRun = z.object({
  module: ModuleName,
  engine: z.string().nullable().describe('Engine that ran, as name@version; null if it could not.'),
  looks: z.number().int().meta({ description: 'Pictures that it examined, tiles counted; 0 for sound.' }),
  error: LocalizedText.nullable().describe('Reason why it could not run.'),
});
export type CloserModuleRun = z.infer<typeof CloserModuleRun>;

/** A finished closer look, as stored. */
export const CloserRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  start: z.number(),
  end: z.number(),
  region: Region.nullable(),
  /** Numbers of audio tracks that analyses had skipped and that were listened to. */
  tracks: z.array(z.number()),
  modules: z.array(CloserModuleRun),
  /** Time in seconds that it took. */
  seconds: z.number(),
});
export type CloserRecord = z.infer<typeof CloserRecord>;

const CLOSER_STATES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

export const CloserLook = z
  .object({
    id: z.string().describe('ID of the closer look.'),
    job_id: JobId.describe('ID of the video.'),
    status: z.enum(CLOSER_STATES).describe('State; canceled and failed ones add no findings.'),
    progress: z.number().meta({ description: 'Percent.' }),
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    region: CloserPlace.nullable().describe('Part of the frame in fractions of its sides; null for all of it.'),
    estimated_seconds: z.number().meta({ description: 'Time that it will take, by earlier ones on this machine.' }),
    seconds: z.number().nullable().meta({ description: 'Time that it took; null until it is completed.' }),
    modules: z.array(CloserModuleRun).describe('What ran; empty until it is completed.'),
    tracks: z
      .array(z.number())
      .describe('Numbers of the audio tracks that analyses had skipped and that it listened to.'),
    segment_ids: z.array(z.string()).describe('New findings that remain, in time order.'),
    error: LocalizedText.nullable().describe('Why it failed.'),
    created_at: Timestamp,
  })
  .meta({ id: 'CloserLook' });
export type CloserLook = z.infer<typeof CloserLook>;

/** Time that a closer look would take. */
export const CloserEstimate = z
  .object({
    seconds: z.number().meta({ description: 'Seconds, by earlier ones on this machine, else by the benchmark.' }),
    pictures: z.number().int().meta({ description: 'Pictures to examine, tiles counted.' }),
  })
  .meta({ id: 'CloserEstimate' });
export type CloserEstimate = z.infer<typeof CloserEstimate>;
