import { z } from 'zod';
import { dictionary } from '../../../base/dictionary.ts';
import type { JsonSchema } from './schema-set.ts';

const JOB_ID = '018f3c5e-7a40-7cc1-9a52-4f1d3f0c2b7a';
const OTHER_JOB_ID = '018f3c5e-7a41-7d02-8b63-2e9c4a1f7d35';
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Values of fields by their name, where the schema alone would give one without meaning. */
const BY_NAME: Readonly<Record<string, unknown>> = dictionary({
  job_id: JOB_ID,
  job_ids: [JOB_ID, OTHER_JOB_ID],
  video_id: JOB_ID,
  name: 'Interview',
  title: 'Interview',
  query: 'budget',
  question: 'When is the budget mentioned?',
  content: 'We agreed on the budget.',
  label: 'meeting',
  file_name: 'interview.mp4',
  content_type: 'video/mp4',
  storage_path: 'users/1/interview.mp4',
  file_path: 'users/1/interview.mp4',
  path: '/media/interview.mp4',
  selected_insights: '["scenes","transcription"]',
  start_time: 12,
  end_time: 15.5,
  url: 'https://example.org/hooks/reelscope',
  videos: [JOB_ID],
  into: '2',
  words: ['Contoso'],
  text: 'Read this first.',
  description: 'Recorded at the harbor.',
  color: 'blue',
  timezone: 'Europe/Berlin',
  sha256: SHA256,
});

/** Texts in the formats of JSON Schema. */
const BY_FORMAT: Readonly<Record<string, string>> = dictionary({
  uuid: JOB_ID,
  uri: 'https://example.org',
  'date-time': '2026-03-01T12:00:00Z',
  email: 'analyst@example.org',
});

/**
 * An example of a request body: all required fields, and those optional ones that make it valid. Pure.
 * @returns undefined for a schema that no such value satisfies
 */
export function exampleOf(schema: z.ZodType): unknown {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const definitions = (whole['$defs'] ?? {}) as Record<string, JsonSchema>;
  const json = resolved(whole, definitions);
  const names = Object.keys(json.properties ?? {});
  const required = new Set(json.required ?? []);
  const optional = names.filter((name) => !required.has(name));
  // No optional field, one, two, or all: bodies may need one of several.
  const pairs = optional.flatMap((name, i) => optional.slice(i + 1).map((other) => [name, other]));
  for (const chosen of [[], ...optional.map((name) => [name]), ...pairs, optional]) {
    const value = sampleOf({ ...json, required: [...required, ...chosen] }, '', definitions);
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    if ((!isEmpty || optional.length === 0) && schema.safeParse(value).success) return value;
  }
  return undefined;
}

function sampleOf(schema: JsonSchema, name: string, definitions: Readonly<Record<string, JsonSchema>>): unknown {
  const known = resolved(schema, definitions);
  const { properties = {}, required = [], type } = known;
  const options = (known['anyOf'] ?? known['oneOf']) as JsonSchema[] | undefined;
  const examples = known['examples'] as unknown[] | undefined;
  if (examples) return examples[0];
  if (known['const'] !== undefined) return known['const'];
  if (known['enum']) return (known['enum'] as unknown[])[0];
  if (Object.hasOwn(BY_NAME, name) && fits(BY_NAME[name], known)) return BY_NAME[name];
  if (known['default'] !== undefined) return known['default'];
  if (options) return sampleOf(options.find((option) => option.type !== 'null') ?? options[0]!, name, definitions);
  if (type === 'object' || known.properties)
    return Object.fromEntries(required.map((each) => [each, sampleOf(properties[each] ?? {}, each, definitions)]));
  if (type === 'array') return [sampleOf((known['items'] ?? {}) as JsonSchema, singular(name), definitions)];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return Math.max(1, Number(known['minimum'] ?? 1));
  const samples = [/(?:^|_)ids?$/.test(name) ? '1' : 'Interview', 'S1', JOB_ID, SHA256];
  return BY_FORMAT[String(known['format'])] ?? samples.find((text) => fits(text, known)) ?? samples[0];
}

function resolved(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return schema.$ref === undefined ? schema : definitions[schema.$ref.replace('#/$defs/', '')]!;
}

const singular = (name: string): string => name.replace(/s$/, '');

function fits(value: unknown, { type, pattern }: JsonSchema): boolean {
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  if (type === undefined) return true;
  if (Array.isArray(value)) return type === 'array';
  return typeof value === (type === 'integer' ? 'number' : type);
}
