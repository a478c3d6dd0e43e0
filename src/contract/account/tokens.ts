import { z } from 'zod';
import { Timestamp } from '../library/video.ts';

/** Issuer of tokens for the users of this machine. */
export const LOCAL_ISSUER = 'reelscope:local';

/** Access token of the local identity provider. */
export const AccessToken = z
  .object({ token: z.string().describe('Access token for the header `Authorization`.'), expires_at: Timestamp })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof AccessToken>;
