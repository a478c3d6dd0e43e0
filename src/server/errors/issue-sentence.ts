import { z } from 'zod';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

type Issue = z.core.$ZodIssue;

/** Message of an issue about a field that is missing. */
const REQUIRED = 'is required';

// Zod describes a missing field by the type that it should have.
z.config({
  customError(issue) {
    const isAboutType =
      issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
    return isAboutType && issue.input === undefined ? REQUIRED : undefined;
  },
});

/** Describes a schema violation, by key where the kind of violation has a text. @param place name of the field */
export function issueSentence(issue: Issue, place: string): LocalizedText {
  if (issue.message === REQUIRED) return sentence('issue.required', { place });
  switch (issue.code) {
    case 'invalid_type':
      return sentence('issue.type', { place, type: issue.expected });
    case 'too_small':
      return tooSmall(issue, place);
    case 'too_big':
      return tooBig(issue, place);
    case 'invalid_format':
      // Patterns state what they require; other formats have names.
      if (issue.format === 'regex') return sentence('issue.other', { place, problem: issue.message });
      return sentence('issue.format', { place, format: issue.format });
    case 'invalid_value':
      return sentence('issue.value', { place, values: issue.values.map(String) });
    case 'unrecognized_keys':
      return sentence('issue.unknown', { place, fields: issue.keys });
    default:
      return sentence('issue.other', { place, problem: issue.message });
  }
}

function tooSmall({ origin, minimum, inclusive }: Issue & { code: 'too_small' }, place: string): LocalizedText {
  const limit = String(minimum);
  if (origin === 'string') return sentence('issue.min-length', { place, limit });
  if (origin === 'array' || origin === 'set') return sentence('issue.min-items', { place, limit });
  return inclusive === false ? sentence('issue.above', { place, limit }) : sentence('issue.min', { place, limit });
}

function tooBig({ origin, maximum, inclusive }: Issue & { code: 'too_big' }, place: string): LocalizedText {
  const limit = String(maximum);
  if (origin === 'string') return sentence('issue.max-length', { place, limit });
  if (origin === 'array' || origin === 'set') return sentence('issue.max-items', { place, limit });
  return inclusive === false ? sentence('issue.below', { place, limit }) : sentence('issue.max', { place, limit });
}
