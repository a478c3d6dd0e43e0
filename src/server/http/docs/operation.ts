import type { z } from 'zod';
import type { KeyScope } from '../../../contract/account/keys.ts';
import { fieldsOf } from '../fields/known-fields.ts';
import { onlyReads, type RouteAccess } from '../middleware/route-access.ts';
import { IDEMPOTENCY_PARAMETER } from './common-parts.ts';
import { exampleOf } from './example-of.ts';
import { ACTIONS, OTHER_BODIES } from './openapi-extras.ts';
import { operationId } from './operation-id.ts';
import type { Direction, JsonSchema, SchemaSet } from './schema-set.ts';

type Content = Record<string, { schema?: z.ZodType | JsonSchema }>;
type Headers = Record<string, object>;

/** A route as `defineRoute` returns it. */
export interface Route {
  method: string;
  path: string;
  tags?: readonly string[];
  summary?: string;
  description?: string;
  operationId?: string;
  access: RouteAccess | 'public';
  events?: Readonly<Record<string, z.ZodType>>;
  request?: {
    params?: z.ZodType;
    query?: z.ZodType;
    headers?: z.ZodType;
    body?: { content: Content; required?: boolean };
  };
  responses: Record<string, { description: string; content?: Content; headers?: Headers }>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  [name: string]: unknown;
}

export interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, object>;
  [name: string]: unknown;
}

const SCOPES: Readonly<Record<KeyScope, string>> = {
  read: 'Open to keys of every scope.',
  write: 'Requires a key of scope `write` or `admin`.',
  admin: 'Requires a key of scope `admin`.',
};
const LOCAL_USER = 'Only for the user of the machine.';

/** Describes a route as an operation. Names that are used are added to `used`. */
export function toOperation(route: Route, schemas: SchemaSet, used: Set<string>): Operation {
  const { method, path, tags, summary = '', request = {}, events } = route;
  const access = route.access === 'public' ? undefined : route.access;
  const isSecured = access !== undefined;
  const notes = access ? [SCOPES[access.scope], ...(access.localUser ? [LOCAL_USER] : [])] : [];
  const description = [route.description, notes.join(' ')].filter(Boolean).join('\n\n');
  const body = OTHER_BODIES[`${method} ${path}`] ?? request.body;
  const actions = ACTIONS[`${method} ${path}`];
  const takesJson = request.body?.content['application/json'] !== undefined;
  const isRepeatable = method === 'post' && isSecured && !onlyReads(access) && takesJson;
  const parameters = [
    ...parametersOf(request.params, 'path', schemas),
    ...parametersOf(request.query, 'query', schemas, actions ? ['action'] : []),
    ...parametersOf(request.headers, 'header', schemas),
    ...(isRepeatable ? [IDEMPOTENCY_PARAMETER] : []),
  ];
  if (route.operationId !== undefined) used.add(route.operationId);
  return {
    operationId: route.operationId ?? operationId(summary, method, path, used),
    tags,
    summary,
    ...(description && { description }),
    // In 3.1, the list of a key holds the roles that it must have.
    security: access ? [{ apiKey: [access.scope] }, { token: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(method, body, schemas) }),
    responses: responsesOf(route, schemas, {
      400: body !== undefined || request.query !== undefined,
      401: isSecured,
      403: isSecured && (access.scope !== 'read' || access.localUser === true),
      404: path.includes('{'),
      409: isRepeatable,
      422: isRepeatable,
    }),
    ...(actions && {
      'x-actions': mapValues(actions, ({ body: own, response }) => ({
        body: schemas.of(own, 'input'),
        response: schemas.of(response, 'output'),
      })),
    }),
    ...(events && { 'x-events': mapValues(events, (schema) => schemas.of(schema, 'output')) }),
  };
}

/** @param needed names that are required although the validator leaves that to the service */
function parametersOf(
  schema: z.ZodType | undefined,
  place: string,
  schemas: SchemaSet,
  needed: readonly string[] = [],
): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...own } = withoutNull(property);
    // A parameter without a value counts as absent.
    if (place === 'query' && own['minLength'] === 1 && !required.includes(name)) delete own['minLength'];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name) || needed.includes(name),
      ...(description !== undefined && { description }),
      schema: own,
    };
  });
}

/** A parameter is absent or text, never null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  const options = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null');
  return options?.length === 1 ? { ...options[0], ...outer } : schema;
}

/**
 * Keyword that excludes bodies of a PATCH that change nothing: no known field, or only fields whose null counts as
 * absent.
 */
function changing(schema: z.ZodType): JsonSchema {
  const fields = Object.entries(fieldsOf(schema) ?? {});
  if (fields.some(([, field]) => !field.isOptional())) return {};
  return {
    not: {
      properties: Object.fromEntries(
        fields.map(([name, field]) => [name, field.isNullable() ? false : { type: 'null' }]),
      ),
    },
  };
}

/** A body is required unless `{}` is valid: a missing one is read as that. */
function requestBodyOf(method: string, body: { content: Content; required?: boolean }, schemas: SchemaSet): object {
  const { content } = body;
  const schema = content['application/json']?.schema;
  const isOptional = body.required === false || (schema !== undefined && isZod(schema) && schema.safeParse({}).success);
  const documented = withExample(contentOf(content, 'input', schemas), schema);
  if (method !== 'patch' || !schema || !isZod(schema) || !fieldsOf(schema))
    return { required: !isOptional, content: documented };
  return {
    required: true,
    content: mapValues(documented, (each) => ({ ...each, schema: { ...each.schema, ...changing(schema) } })),
  };
}

/** Adds an example of the JSON body. */
function withExample(content: Documented, schema: z.ZodType | JsonSchema | undefined): Documented {
  const json = content['application/json'];
  if (!json || !schema || !isZod(schema)) return content;
  return { ...content, 'application/json': { ...json, example: exampleOf(schema) } };
}

function responsesOf({ responses }: Route, schemas: SchemaSet, implied: Record<string, boolean>) {
  const own = mapValues(responses, ({ description, content, headers }, status) =>
    status === 'default'
      ? { $ref: '#/components/responses/Error' }
      : {
          description,
          headers: { ...REQUEST_HEADERS, ...headers },
          ...(content && { content: contentOf(content, 'output', schemas) }),
        },
  );
  const errors = Object.keys(implied).filter((status) => implied[status] && !(status in own));
  return {
    ...own,
    ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  };
}

const REQUEST_HEADERS: Headers = {
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  'X-Ignored': { $ref: '#/components/headers/X-Ignored' },
};

type Documented = Record<string, { schema: JsonSchema; example?: unknown }>;

function contentOf(content: Content, direction: Direction, schemas: SchemaSet): Documented {
  return mapValues(content, ({ schema = {} }) => ({
    schema: isZod(schema) ? schemas.of(schema, direction) : schema,
  }));
}

function isZod(schema: z.ZodType | JsonSchema): schema is z.ZodType {
  return 'safeParse' in schema;
}

/** An object with the same keys. */
function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
