import { z } from 'zod';
import { parseTimestamp } from '../base/time.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A single line: trimmed, not empty, at most `max` UTF-16 units, no control characters. */
export function singleLine(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text), 'must not contain control characters');
}

/** Multiline text: at most `max` UTF-16 units, no control characters except tabs and line breaks. May be empty. */
export function multilineText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !CONTROL_BUT_LINES.test(text), 'must not contain control characters');
}

/** Names of videos, keys, projects, and sessions. */
export const MAX_NAME_LENGTH = 200;
export const Name = singleLine(MAX_NAME_LENGTH);

/** Response of operations that return no data. */
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });
export type Ok = z.infer<typeof Ok>;

/** 0 or 1, the wire format of flags. */
export const Flag = z.union([z.literal(0), z.literal(1)]).meta({ id: 'Flag' });
export type Flag = z.infer<typeof Flag>;

/** An instant in a request, kept as received; base/time.ts parses it. */
export const InstantText = z
  .string()
  .max(64)
  .refine(isInstant, 'must be an ISO 8601 instant')
  .meta({ description: 'ISO 8601; UTC if no time zone is given.' });

/** Years 1 to 9999, the range of the wire's timestamp format. */
function isInstant(text: string): boolean {
  const epochMs = parseTimestamp(text);
  return epochMs !== undefined && epochMs >= -62_135_596_800_000 && epochMs <= 253_402_300_799_999;
}
