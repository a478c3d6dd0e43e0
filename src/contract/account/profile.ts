import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { Flag, singleLine } from '../text.ts';

export const Profile = z
  .object({
    id: z.string().describe('ID of the user.'),
    user_id: z.string().describe('ID of the user.'),
    full_name: z.string().describe('Full name of the user.'),
    email: z.string().describe('Email address.'),
    avatar_url: z.string().nullable().describe('URL of the user’s picture; null for none.'),
    timezone: z.string().meta({ description: 'IANA name, such as Europe/Berlin.' }),
    is_admin: Flag,
    bonus_minutes: z.number().describe('Additional minutes.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

export const UpdateProfileRequest = z
  .object({
    full_name: singleLine(200).optional().describe('Full name of the user.'),
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be an IANA time zone name')
      .meta({ format: 'time-zone' })
      .optional()
      .describe('Name of the time zone, such as Europe/Berlin.'),
    avatar_url: z
      .string()
      .max(2000)
      .refine(isWebAddress, 'must be an http or https address')
      .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' })
      .nullable()
      .optional()
      .describe('URL of the user’s picture; null for none.'),
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
