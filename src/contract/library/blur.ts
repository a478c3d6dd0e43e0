import { z } from 'zod';
import { unlessValue } from '../conditions.ts';

/** Whose faces are blurred. */
export const BLURRED_FACES = ['all', 'except', 'only'] as const;

export const Blur = z
  .object({
    faces: z.enum(BLURRED_FACES).meta({
      description:
        'Blurs `all` faces, all `except` those of the people, or `only` those of the people. With `all` and `except`, the heads of people whose faces are not found are blurred, too.',
    }),
    person_ids: z.array(z.string()).min(1).max(1000).optional().meta({ description: 'Unless `all`.' }),
  })
  .refine(
    ({ faces, person_ids }) => (faces === 'all') === (person_ids === undefined),
    'must have person_ids, unless faces is all',
  )
  .meta({
    id: 'Blur',
    ...unlessValue('person_ids', 'faces', 'all'),
    description:
      'Faces to blur. They must be known: the module `people` must have analyzed the video; otherwise the request fails with `not_ready`.',
  });
export type Blur = z.infer<typeof Blur>;

/** Query of {@link BlurCheck}. */
export const BlurCheckQuery = z.object({
  faces: z.enum(BLURRED_FACES).default('all'),
  person_ids: z.string().optional().meta({ description: 'IDs after commas, unless `all`.' }),
  start_time: z.coerce.number().min(0).optional().meta({ description: 'Seconds; default: the start of the video.' }),
  end_time: z.coerce.number().min(0).optional().meta({ description: 'Seconds; default: the end of the video.' }),
});
export type BlurCheckQuery = z.infer<typeof BlurCheckQuery>;

/** People whom a blur covers, as far as the analysis knows. */
export const BlurCheck = z
  .object({
    people_seen: z.int().meta({ description: 'Most people in one frame: faces, and heads without a face.' }),
    people_covered: z.int().meta({ description: 'How many of them are blurred.' }),
    check_times: z.array(z.number()).meta({
      description:
        'Seconds of up to three frames to look at before the video is handed out: where there may be someone who is not blurred, then where most people are.',
    }),
    is_outdated: z.boolean().meta({
      description: 'Whether an older version analyzed the video, which finds fewer people. Analyze it again.',
    }),
  })
  .meta({ id: 'BlurCheck' });
export type BlurCheck = z.infer<typeof BlurCheck>;

/** People whom a blur covers in all of some ranges. */
export interface BlurCoverage extends Omit<BlurCheck, 'check_times'> {
  /** Frames to look at before anything is handed out; times in seconds. */
  frames: readonly { jobId: string; time: number }[];
}

/** Most frames to look at of several ranges. */
const MAX_FRAMES = 6;

/** The worst of some checks: that with the most people who stay visible, then with the most people. Pure. */
export function coverageOf(checks: readonly (BlurCheck & { jobId: string })[]): BlurCoverage {
  const visible = (check: BlurCheck): number => check.people_seen - check.people_covered;
  const sorted = checks.toSorted((a, b) => visible(b) - visible(a) || b.people_seen - a.people_seen);
  const frames = sorted.flatMap(({ jobId, check_times }) => check_times.map((time, rank) => ({ jobId, time, rank })));
  return {
    people_seen: sorted[0]?.people_seen ?? 0,
    people_covered: sorted[0]?.people_covered ?? 0,
    is_outdated: checks.some(({ is_outdated }) => is_outdated),
    // The first frame of each range comes before the second ones.
    frames: frames
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MAX_FRAMES)
      .map(({ jobId, time }) => ({ jobId, time })),
  };
}
