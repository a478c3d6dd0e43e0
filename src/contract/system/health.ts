import { z } from 'zod';

export const Health = z
  .object({
    status: z.enum(['ok', 'damaged']).meta({ description: 'damaged: the library needs a repair; see /library/state.' }),
    name: z.literal('reelscope').describe('Always reelscope.'),
    version: z.string().describe('Version of Reelscope.'),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;
