import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { MessageRef } from './message.ts';

export const ErrorCode = z.enum(ERROR_CODES).meta({ id: 'ErrorCode' });

export const ErrorBody = z
  .object({
    error: z
      .object({
        code: ErrorCode.meta({ description: 'Machine-readable reason, from a closed list.' }),
        message: z.string().meta({ description: 'Human-readable description of the error.' }),
        text: MessageRef.optional().meta({ description: '`message` by key (extension).' }),
        details: z.unknown().optional().describe('Further facts, by the code of the error.'),
        request_id: z.string().describe('ID of the request, also in the log.'),
      })
      .describe('The error.'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;
