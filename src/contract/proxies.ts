import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';

const PROXY_STATES = ['not_needed', 'waiting', 'running', 'ready', 'failed'] as const;

/** The playable copy of a video whose own file browsers can't play. */
export const ProxyStatus = z
  .object({
    state: z.enum(PROXY_STATES).meta({ description: 'not_needed: the file itself plays, or there is none.' }),
    progress: z.number().meta({ description: '0..100.' }),
    error_code: z.enum(ERROR_CODES).nullable(),
    error: z.string().nullable().meta({ description: 'Why there is none, for people.' }),
  })
  .meta({ id: 'ProxyStatus' });
export type ProxyStatus = z.infer<typeof ProxyStatus>;

export const ProxyUsage = z
  .object({ files: z.number().int(), bytes: z.number().int() })
  .meta({ id: 'ProxyUse', description: 'What playable copies take; they can be made again.' });
export type ProxyUsage = z.infer<typeof ProxyUsage>;
