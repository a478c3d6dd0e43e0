import { z } from 'zod';
import { KEY_SCOPES } from '../account/keys.ts';
import { Timestamp } from '../library/video.ts';

/** Everything that the history of a video records. */
const AUDIT_ACTIONS = [
  'imported',
  'fingerprinted',
  'renamed',
  'relinked',
  'replaced',
  'trashed',
  'recovered',
  'deleted',
  'analyzed',
  'merged',
  'corrected',
  'restored',
  'exported',
  'shared',
  'opened',
  'revoked',
  // Its earlier entries come from another installation, whose backup was restored.
  'adopted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it: a user, a visitor with a share link, or the application on its own. */
export const AuditActor = z.object({
  kind: z
    .enum(['user', 'visitor', 'system'])
    .describe('Whether a user, a visitor with a share link, or the system acted.'),
  name: z.string().optional().meta({ description: 'Name of the user, or of the API key, at that time.' }),
  key_scope: z
    .enum(KEY_SCOPES)
    .optional()
    .meta({ description: 'Scope of the API key that did it; absent for a user who signed in.' }),
});
export type AuditActor = z.infer<typeof AuditActor>;

export const AuditEntry = z
  .object({
    number: z.int().meta({ description: 'Position in the history of the video, from 1.' }),
    at: Timestamp,
    action: z.enum(AUDIT_ACTIONS).describe('What was done.'),
    actor: AuditActor.describe('Who did it.'),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Facts that depend on the action.' }),
    software: z.string().nullable().meta({ description: 'Version of Reelscope.' }),
    previous_hash: z.string().meta({ description: 'Hash of the entry before; 64 zeros for the first one.' }),
    hash: z.string().meta({
      description:
        'SHA-256 of `previous_hash` followed by the canonical JSON (RFC 8785) of job_id, number, at, action, actor, details, and software.',
    }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** First entry that does not fit the others. */
export const AuditProblem = z
  .object({
    number: z.int().describe('Number of the first entry that is not intact, from 1.'),
    kind: z.enum(['changed', 'replaced', 'missing']).meta({
      description:
        'changed: its content is not the recorded one; replaced: it does not continue the entry before; missing: there is no such entry.',
    }),
  })
  .meta({ id: 'AuditProblem' });
export type AuditProblem = z.infer<typeof AuditProblem>;

/** History of a video; remains after the video is deleted. */
export const AuditLog = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().meta({ description: 'Present name, or the last one of a deleted video.' }),
    is_intact: z.boolean().describe('Whether the history is intact.'),
    problem: AuditProblem.nullable().describe('First entry that is not intact; null for none.'),
    head: z.string().meta({ description: 'Hash of the last entry, which stands for the whole history.' }),
    entries: z.array(AuditEntry).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'AuditLog' });
export type AuditLog = z.infer<typeof AuditLog>;

export const AuditQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });
