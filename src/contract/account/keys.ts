import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { Flag, InstantText, Name } from '../text.ts';

/** Format of a full key: 256 random bits in hexadecimal. */
export const API_KEY_PATTERN = /^svc_live_[0-9a-f]{64}$/;
export const API_KEY_START = 'svc_live_';

/** Rights of keys: `read` and ask, `write` everything in the library, `admin` also keys, settings, and models. */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
const KeyScope = z.enum(KEY_SCOPES).meta({ id: 'KeyScope' });
export type KeyScope = z.infer<typeof KeyScope>;

export const ApiKey = z
  .object({
    id: z.string().describe('ID of the key.'),
    name: z.string().describe('Name of the key.'),
    key_prefix: z.string().meta({ description: 'svc_live_, four characters, and an ellipsis.' }),
    raw_key: z.string().meta({ description: 'The full key in the response that creates it, masked afterwards.' }),
    is_active: Flag,
    scope: KeyScope.meta({
      description:
        'read: reads and asks; write: also changes the library; admin: also keys, settings, and models (extension).',
    }),
    projects: z.array(z.string()).nullable().meta({
      description: 'Ids of the projects that the key is confined to; null for the whole library (extension).',
    }),
    expires_at: Timestamp.nullable().meta({ description: 'Null for a key that never expires (extension).' }),
    last_used_at: Timestamp.nullable().describe('When it was last used; null for never.'),
    created_at: Timestamp,
  })
  .meta({ id: 'ApiKeyResponse' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyCreated = ApiKey.extend({
  raw_key: z.string().regex(API_KEY_PATTERN).describe('The key itself, shown once; masked in lists.'),
}).meta({
  id: 'ApiKeyCreated',
});
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

export const CreateKeyRequest = z
  .object({
    name: Name.describe('Name of the key.'),
    scope: KeyScope.default('admin').meta({ description: 'What the key may do (extension).' }),
    expires_at: InstantText.nullable().optional().meta({ description: 'Default: never (extension).' }),
    projects: z.array(z.string().max(64)).min(1).max(100).nullable().optional().meta({
      description:
        'Ids of projects: the key sees, searches, asks about, analyzes, and downloads only their videos (extension).',
    }),
  })
  .meta({ id: 'CreateKeyRequest' });
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;
export const UpdateKeyRequest = z
  .object({ is_active: z.boolean().describe('Whether the key is accepted.') })
  .meta({ id: 'UpdateKeyRequest' });
