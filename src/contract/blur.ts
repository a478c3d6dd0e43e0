import { z } from 'zod';

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
    description:
      'Faces to blur. They must be known: the module `people` must have analyzed the video; otherwise the request fails with `not_ready`.',
  });
export type Blur = z.infer<typeof Blur>;
