import { z } from 'zod';
import { parseTimestamp } from '../base/time.ts';
import { visibleControls } from '../base/visible-controls.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

// Patterns of the OpenAPI document for what the functions below check. White space is spelled out: JavaScript and
// Python have different sets of it.
const SPACE = String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const NO_CONTROL = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`;
const NO_CONTROL_BUT_LINES = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f`;
const SINGLE_LINE = `^[${SPACE}]*[^${NO_CONTROL}${SPACE}](?:[^${NO_CONTROL}]*[^${NO_CONTROL}${SPACE}])?[${SPACE}]*$`;
/** Pattern of text that is not empty when it is trimmed. */
export const NOT_EMPTY = `[^${SPACE}]`;
const MULTILINE = `^[^${NO_CONTROL_BUT_LINES}]*$`;
const NOT_BLANK = `^[^${NO_CONTROL_BUT_LINES}]*[^${NO_CONTROL_BUT_LINES}${SPACE}][^${NO_CONTROL_BUT_LINES}]*$`;

/** Whether a text shows anything: characters such as a zero-width space do not. */
const isVisible = (text: string): boolean => /[^\p{Default_Ignorable_Code_Point}\s]/u.test(text);

/**
 * A single line: trimmed, with something visible, at most `max` UTF-16 units, no control characters. Those that
 * reorder the text around them become visible.
 */
export function singleLine(max: number) {
  return z
    .string()
    .max(max)
    .trim()
    .min(1)
    .refine((text) => !CONTROL.test(text), 'must not contain control characters')
    .refine(isVisible, 'must not be empty')
    .overwrite(visibleControls)
    .meta({ pattern: SINGLE_LINE });
}

/** Multiline text: at most `max` UTF-16 units, no control characters except tabs and line breaks. May be empty. */
export function multilineText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !CONTROL_BUT_LINES.test(text), 'must not contain control characters')
    .meta({ pattern: MULTILINE });
}

/** Multiline text that is not blank. */
export function notBlank(max: number) {
  return multilineText(max).refine(isVisible, 'must not be empty').meta({ pattern: NOT_BLANK });
}

/** Multiline plain text of strangers, not blank. Characters that reorder the text around them become visible. */
export function plainText(max: number) {
  return notBlank(max).overwrite(visibleControls).meta({ pattern: NOT_BLANK });
}

/** Names of videos, keys, projects, and sessions. */
export const MAX_NAME_LENGTH = 200;
export const Name = singleLine(MAX_NAME_LENGTH);

/** Response of operations that return no data. */
export const Ok = z.object({ ok: z.literal(true).describe('Always true.') }).meta({ id: 'Ok' });
export type Ok = z.infer<typeof Ok>;

/** 0 or 1, the wire format of flags. */
export const Flag = z.union([z.literal(0), z.literal(1)]).meta({ id: 'Flag' });
export type Flag = z.infer<typeof Flag>;

/** An instant in a request, kept as received; base/time.ts parses it. */
export const InstantText = z
  .string()
  .max(64)
  .refine(isInstant, 'must be an ISO 8601 instant')
  .meta({ format: 'date-time', description: 'ISO 8601; UTC if no time zone is given. A date is its beginning.' });

/** Years 1 to 9999, the range of the wire's timestamp format. */
function isInstant(text: string): boolean {
  const epochMs = parseTimestamp(text);
  return epochMs !== undefined && epochMs >= -62_135_596_800_000 && epochMs <= 253_402_300_799_999;
}
