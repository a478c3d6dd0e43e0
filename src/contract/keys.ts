import { z } from 'zod';
import { Flag, Name } from './text.ts';
import { Timestamp } from './video.ts';

/** Format of a full key: 256 random bits in hexadecimal. */
export const API_KEY_PATTERN = /^svc_live_[0-9a-f]{64}$/;
export const API_KEY_START = 'svc_live_';

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'svc_live_, four characters, and an ellipsis.' }),
    raw_key: z.string().meta({ description: 'The full key in the response that creates it, masked afterwards.' }),
    is_active: Flag,
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'ApiKeyResponse' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyCreated = ApiKey.extend({ raw_key: z.string().regex(API_KEY_PATTERN) }).meta({
  id: 'ApiKeyCreated',
});
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

export const CreateKeyRequest = z.object({ name: Name }).meta({ id: 'CreateKeyRequest' });
export const UpdateKeyRequest = z.object({ is_active: z.boolean() }).meta({ id: 'UpdateKeyRequest' });
