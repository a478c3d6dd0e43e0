import { z } from 'zod';
import { Flag, singleLine } from './text.ts';
import { Timestamp } from './video.ts';

export const Profile = z
  .object({
    id: z.string(),
    user_id: z.string(),
    full_name: z.string(),
    email: z.string(),
    avatar_url: z.string().nullable(),
    timezone: z.string().meta({ description: 'IANA name, such as Europe/Berlin.' }),
    is_admin: Flag,
    bonus_minutes: z.number(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

export const UpdateProfileRequest = z
  .object({
    full_name: singleLine(200).optional(),
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be an IANA time zone name')
      .meta({ format: 'time-zone' })
      .optional(),
    avatar_url: z
      .string()
      .max(2000)
      .refine(isWebAddress, 'must be an http or https address')
      .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' })
      .nullable()
      .optional(),
  })
  .meta({ id: 'UpdateProfileRequest' });
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
