import { z } from 'zod';
import { LocalizedText } from '../message.ts';
import { COVERAGE_STATES } from './coverage.ts';
import { ModuleName } from './modules.ts';

/** Modules that read the file; the others read findings. */
export const SENSES = [
  'transcription',
  'scenes',
  'visualelements',
  'logos',
  'ocr',
  'people',
  'audioevents',
] as const satisfies readonly ModuleName[];
export type Sense = (typeof SENSES)[number];

/** Whether something in a part of a video could be found by a module, and if not, why. */
export const CONDITION_STATES = [
  'examined',
  'not_run',
  'no_picture',
  'no_sound',
  'failed',
  'incomplete',
  'key_frames_only',
  'not_decoded',
  'too_dark',
  'too_blurred',
  'silent',
  'too_quiet',
  'too_noisy',
  'not_recorded',
] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];

/** Stage at which something was lost, besides the states of its part of the video. */
export const MISS_REASONS = [
  ...CONDITION_STATES.filter((state) => state !== 'examined'),
  'found',
  'removed',
  'track_skipped',
  'unknown_label',
  'between_frames',
  'too_small',
  'below_threshold',
  'not_recognized',
] as const;
export type MissReason = (typeof MISS_REASONS)[number];

const measured = (description: string) => z.number().nullable().meta({ description });

/** A part of a video under the same conditions. */
export const CoverageSpan = z
  .object({
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    state: z.enum(CONDITION_STATES).describe('Whether the module could find something there, and if not, why.'),
    is_closer: z.boolean().optional().meta({
      description: 'True where a closer look examined every frame, enlarged, or amplified the sound.',
    }),
    recall: measured(
      'Share (0..1) that the product finds under the worst of these conditions, by its own benchmarks; null if not measured.',
    ),
    looks_per_second: measured('Pictures a second that the module looked at; null for sound.'),
    brightness: measured('Luma (0..255) that the brightest 5 % of the picture reach, for text 0.5 %; null for sound.'),
    sharpness: measured('0 (blurred, or blank) to 100; null for sound, and where no still was measured.'),
    level_db: measured('Level of the sound in dB of full scale; null for pictures.'),
    noise_db: measured('Level of the background in dB of full scale; null for pictures.'),
  })
  .meta({ id: 'CoverageSpan' });
export type CoverageSpan = z.infer<typeof CoverageSpan>;

const SenseCoverage = z
  .object({
    module: z.enum(SENSES).describe('Module that looked or listened.'),
    status: z.enum(COVERAGE_STATES).describe('How far it has analyzed the video.'),
    spans: z.array(CoverageSpan).describe('Without gaps, from start to end.'),
    min_text_height: measured('Height in pixels of the video below which lines of text are mostly not read.'),
    limits: z.array(LocalizedText).describe('What it could not find, as sentences.'),
    closer_looks: z.array(z.string()).describe('IDs of the closer looks in which it ran.'),
  })
  .meta({ id: 'SenseCoverage' });
export type SenseCoverage = z.infer<typeof SenseCoverage>;

/** How much of a video a module examined, for reports. */
export const ExaminedModule = SenseCoverage.pick({ module: true, status: true, limits: true })
  .extend({ examined: z.number().meta({ description: 'Seconds in which it could find something, silence included.' }) })
  .meta({ id: 'ExaminedModule' });
export type ExaminedModule = z.infer<typeof ExaminedModule>;

/** Parts of a video that were looked at and listened to, and how closely. */
export const CoverageMap = z
  .object({
    job_id: z.string().describe('ID of the video.'),
    duration: z.number().meta({ description: 'Seconds.' }),
    is_recorded: z.boolean().meta({
      description:
        'False if an earlier version analyzed the video, or none did: analyze it again to record conditions.',
    }),
    skipped_tracks: z.array(z.number()).describe('Numbers of audio tracks that were not listened to.'),
    modules: z.array(SenseCoverage).describe('Modules that read the file.'),
  })
  .meta({ id: 'CoverageMap' });
export type CoverageMap = z.infer<typeof CoverageMap>;

const Seconds = z.coerce.number().min(0).max(1e7);

/** Question why something was missed. */
export const MissQuery = z.object({
  module: z.enum(SENSES).describe('Module that should have found it; one that reads the file.'),
  start_time: Seconds.meta({ description: 'Seconds.' }),
  end_time: Seconds.optional().meta({ description: 'Seconds, exclusive; absent for half a second around the start.' }),
  text: z.string().trim().max(200).optional().meta({ description: 'Label, or words, that should have been found.' }),
  height: z.coerce.number().positive().max(1e5).optional().meta({
    description: 'Height of the line of text in pixels of the video.',
  }),
});
export type MissQuery = z.infer<typeof MissQuery>;

/** Why a module found nothing in a part of a video. */
export const MissExplanation = LocalizedText.extend({
  module: ModuleName.describe('Module that was asked about.'),
  start_time: z.number().meta({ description: 'Seconds.' }),
  end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
  reason: z.enum(MISS_REASONS).describe('First stage that lost it; found: it was not lost.'),
  segment_id: z.string().nullable().describe('Finding, if there is one.'),
  score: z.number().nullable().meta({ description: 'Confidence (0..1) of what was dropped.' }),
  min_score: z.number().nullable().meta({ description: 'Confidence that was required.' }),
  recall: z.number().nullable().meta({ description: 'As in CoverageSpan; the lowest in the range.' }),
  can_look_closer: z
    .boolean()
    .describe('Whether a closer look may find it: none has examined the range, and there is something to examine.'),
}).meta({ id: 'MissExplanation' });
export type MissExplanation = z.infer<typeof MissExplanation>;
