import { z } from 'zod';
import { Timestamp } from './video.ts';

/** Access token of the local identity provider. */
export const AccessToken = z.object({ token: z.string(), expires_at: Timestamp }).meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof AccessToken>;
