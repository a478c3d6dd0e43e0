import { z } from 'zod';

export const Health = z
  .object({ status: z.literal('ok'), name: z.literal('reelscope'), version: z.string() })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;
