import { z } from 'zod';
import { ErrorCode } from '../error-body.ts';
import { MessageRef } from '../message.ts';

const PROXY_STATES = ['not_needed', 'waiting', 'running', 'ready', 'failed'] as const;

/** Proxy of a video whose source file browsers can't play. */
export const ProxyStatus = z
  .object({
    state: z.enum(PROXY_STATES).meta({ description: 'not_needed: the file is playable or missing.' }),
    progress: z.number().meta({ description: 'Percentage, 0 to 100.' }),
    error_code: ErrorCode.nullable().describe('Code of the error; null for none.'),
    error: z.string().nullable().meta({ description: 'Human-readable reason of a failure.' }),
    error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
  })
  .meta({ id: 'ProxyStatus' });
export type ProxyStatus = z.infer<typeof ProxyStatus>;

export const ProxyUsage = z
  .object({ files: z.number().int().describe('Number of files.'), bytes: z.number().int().describe('Size in bytes.') })
  .meta({ id: 'ProxyUse', description: 'Storage used by playable copies, which can be created again.' });
export type ProxyUsage = z.infer<typeof ProxyUsage>;
