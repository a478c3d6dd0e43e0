import { z } from 'zod';
import { dictionary } from '../../../base/dictionary.ts';

/** A schema as OpenAPI 3.1 has it: JSON Schema 2020-12. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  pattern?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  [keyword: string]: unknown;
}

/** `input`: what a request may hold; `output`: what a response holds. */
export type Direction = 'input' | 'output';

const COMPONENTS = '#/components/schemas/';
/** Marks references of requests until it is known which components differ between requests and responses. */
const MARK = '?input';

/** Schemas of a document, with one component for each schema that has an id. */
export interface SchemaSet {
  /**
   * Converts a schema. Named schemas in it become components. @throws Error for a pattern with flags, which JSON Schema
   * lacks
   */
  of(schema: z.ZodType, direction: Direction): JsonSchema;
  /** Returns the document with its components, and with references to them. Pure. */
  complete<Document extends object>(document: Document): Document & { schemas: Record<string, JsonSchema> };
}

/**
 * Converts schemas by Zod's own generator. A component whose request and response forms differ (by defaults, say) is
 * two: `Name` of responses and `NameInput` of requests.
 */
export function createSchemaSet(): SchemaSet {
  const named: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };
  return {
    of(schema, direction) {
      const { $schema: _, $defs = {}, ...own } = convert(schema, direction);
      for (const [name, definition] of Object.entries($defs))
        named[direction].set(name, toOpenApi(definition, direction));
      return toOpenApi(own, direction);
    },
    complete(document) {
      const differing = differingNames(named);
      const inputs = [...named.input].map(([name, schema]) => [differing.has(name) ? `${name}Input` : name, schema]);
      const schemas = Object.fromEntries(
        [...inputs, ...named.output].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
      const text = JSON.stringify({ ...document, schemas });
      return JSON.parse(
        text.replace(/(#\/components\/schemas\/)([\w.-]+)\?input/g, (_, start: string, name: string) =>
          differing.has(name) ? `${start}${name}Input` : start + name,
        ),
      );
    },
  };
}

function convert(schema: z.ZodType, io: Direction): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  return z.toJSONSchema(schema, { io, override: rejectFlags }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
}

/**
 * Names of components whose form in requests is another than in responses, directly or in a component that they refer
 * to.
 */
function differingNames({ input, output }: Record<Direction, Map<string, JsonSchema>>): Set<string> {
  const differing = new Set<string>();
  for (let before = -1; before < differing.size; ) {
    before = differing.size;
    for (const [name, schema] of input) {
      if (!output.has(name)) continue;
      const text = JSON.stringify(schema);
      const refersToDiffering = [...differing].some((other) => text.includes(`"${COMPONENTS}${other}${MARK}"`));
      if (refersToDiffering || text.replaceAll(MARK, '') !== JSON.stringify(output.get(name))) differing.add(name);
    }
  }
  return differing;
}

function rejectFlags({ zodSchema }: { zodSchema: z.core.$ZodTypes }): void {
  for (const pattern of (zodSchema._zod.bag as { patterns?: Set<RegExp> }).patterns ?? []) {
    if (/[^u]/.test(pattern.flags)) throw new Error(`The API has a pattern with flags: ${pattern}`);
  }
}

/** Query parameters that are numbers for clients, and text with a pattern on the wire. */
const WHOLE_NUMBERS: Readonly<Record<string, object>> = dictionary({
  '^[1-9]\\d{0,8}$': { minimum: 1, maximum: 999_999_999 },
  '^\\d{1,9}$': { minimum: 0, maximum: 999_999_999 },
});

/** The schema and all schemas in it, as clients need them. Pure. */
function toOpenApi(schema: JsonSchema, direction: Direction): JsonSchema {
  const { id: _, $id: __, ...kept } = constantsAsEnum(mapInner(schema, (inner) => toOpenApi(inner, direction)));
  const adapted: JsonSchema = kept;
  if (adapted.$ref !== undefined) {
    adapted.$ref = adapted.$ref.replace('#/$defs/', COMPONENTS) + (direction === 'input' ? MARK : '');
  }
  if (adapted.type === 'integer' && adapted.pattern !== undefined) {
    Object.assign(adapted, WHOLE_NUMBERS[adapted.pattern]);
    delete adapted.pattern;
  }
  // Later versions add fields to responses.
  if (direction === 'output' && adapted.additionalProperties === false) delete adapted.additionalProperties;
  if (direction === 'input' && adapted.properties) adapted.properties = withAbsentNulls(adapted);
  return adapted;
}

/**
 * Properties of a request in which null counts as absent where they are optional. Defaults are in the description,
 * since openapi-typescript makes fields with a default required.
 */
function withAbsentNulls({ properties = {}, required = [] }: JsonSchema): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, schema]) => {
    if (required.includes(name) || acceptsNull(schema)) return [name, schema] as const;
    const { description, default: preset, ...own } = schema;
    const notes = [description, preset === undefined ? '' : `Default: ${JSON.stringify(preset)}.`].filter(Boolean);
    const outer = notes.length > 0 ? { description: notes.join(' ') } : {};
    return [name, { anyOf: [own, { type: 'null' }], ...outer }] as const;
  });
  return Object.fromEntries(entries);
}

function acceptsNull(schema: JsonSchema): boolean {
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[];
  const isAnything = Object.keys(schema).every((keyword) => keyword === 'description');
  return schema.type === 'null' || isAnything || options.some(acceptsNull);
}

/** Alternative constants as one enumeration, which generators have a type for. */
function constantsAsEnum(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  const options = (anyOf ?? []) as JsonSchema[];
  const constants = options.map((option) => option['const']);
  if (options.length === 0 || constants.some((constant) => constant === undefined)) return schema;
  const type = constants.every(Number.isInteger) ? 'integer' : options[0]!.type!;
  return { type, enum: constants, ...outer };
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLES = ['items', 'additionalProperties', 'propertyNames', 'not'];

/** Replaces the schemas directly in another one. */
function mapInner(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (LISTS.includes(keyword)) return [keyword, (value as JsonSchema[]).map(change)];
    if (SINGLES.includes(keyword) && typeof value === 'object') return [keyword, change(value as JsonSchema)];
    if (keyword !== 'properties') return [keyword, value];
    const properties = Object.entries(value as Record<string, JsonSchema>).map(([name, inner]) => [
      name,
      change(inner),
    ]);
    return [keyword, Object.fromEntries(properties)];
  });
  return Object.fromEntries(entries);
}
