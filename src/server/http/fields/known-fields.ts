import { z } from 'zod';
import { dictionary } from '../../../base/dictionary.ts';

/** Name in a request that the interface does not know, such as `speech.modle`. */
export interface IgnoredField {
  place: 'query' | 'body';
  name: string;
  /** Names that are known at the same place. */
  known: readonly string[];
}

/** Value without the fields that count as absent, and the names in it that its schema does not know. */
export interface KnownFields {
  value: unknown;
  ignored: IgnoredField[];
}

type Inner = { innerType: z.ZodType; in: z.ZodType; getter: () => z.ZodType };

/** Schemas that only wrap another one, with the member that holds it. */
const WRAPPERS: Readonly<Record<string, keyof Inner>> = dictionary({
  optional: 'innerType',
  nullable: 'innerType',
  default: 'innerType',
  prefault: 'innerType',
  readonly: 'innerType',
  catch: 'innerType',
  nonoptional: 'innerType',
  pipe: 'in',
  lazy: 'getter',
});

/** Returns the schema that another one wraps: of `z.string().optional()` the string. */
function unwrap(schema: z.ZodType): z.ZodType {
  const member = WRAPPERS[schema.def.type];
  if (member === undefined) return schema;
  const inner = (schema.def as unknown as Inner)[member];
  return unwrap(typeof inner === 'function' ? inner() : inner);
}

/** Names of the fields of an object schema, whatever wraps it; undefined for a schema that takes any name. */
export function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject && inner.def.catchall === undefined ? inner.shape : undefined;
}

/**
 * Reads a JSON value by the schema of its place. Null counts as absent for a field that is optional and has no meaning
 * for null. Pure; the value is not changed.
 */
export function readKnownFields(schema: z.ZodType, value: unknown, path: readonly string[] = []): KnownFields {
  const inner = unwrap(schema);
  if (Array.isArray(value) && inner instanceof z.ZodArray) return readItems(inner.element as z.ZodType, value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, ignored: [] };
  if (inner instanceof z.ZodUnion) return readOption(inner.options as z.ZodType[], value, path);
  const shape = fieldsOf(inner);
  return shape ? readObject(shape, value, path) : { value, ignored: [] };
}

function readItems(element: z.ZodType, items: readonly unknown[], path: readonly string[]): KnownFields {
  const read = items.map((item, index) => readKnownFields(element, item, [...path, String(index)]));
  return { value: read.map(({ value }) => value), ignored: read.flatMap(({ ignored }) => ignored) };
}

/** Reads by the first option that accepts the value; without one, the validator explains why. */
function readOption(options: readonly z.ZodType[], value: unknown, path: readonly string[]): KnownFields {
  for (const option of options) {
    const read = readKnownFields(option, value, path);
    if (option.safeParse(read.value).success) return read;
  }
  return { value, ignored: [] };
}

function readObject(shape: Readonly<Record<string, z.ZodType>>, value: object, path: readonly string[]): KnownFields {
  const known = Object.keys(shape);
  const ignored: IgnoredField[] = [];
  const entries: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) {
      ignored.push({ place: 'body', name: [...path, name].join('.'), known });
      continue;
    }
    if (field === null && schema.isOptional() && !schema.isNullable()) continue;
    const read = readKnownFields(schema, field, [...path, name]);
    entries.push([name, read.value]);
    ignored.push(...read.ignored);
  }
  return { value: Object.fromEntries(entries), ignored };
}
