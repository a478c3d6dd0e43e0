import type { Context, MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
import { IGNORED_HEADER, ignoredHeader, nearestName } from '../fields/ignored-header.ts';
import { fieldsOf, readKnownFields } from '../fields/known-fields.ts';
import { type RequestFields, type RequestSchema, schemasOf, type WithRoutes } from '../fields/request-schemas.ts';

/**
 * Returns a function that notes unknown query parameters of a request, for the response, and drops parameters without a
 * value, which count as absent. Bodies are read later, by {@link readKnownBody}.
 * @param prefix of the API's paths
 */
export function knownFields(
  api: WithRoutes,
  prefix: string,
): (c: Context<AppEnv>, route: string) => RequestFields | undefined {
  const schemas = schemasOf(api);
  return (c, route) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const found = schemas.get(`${method} ${route.slice(prefix.length)}`);
    if (!found) return undefined;
    const fields: RequestFields = { ...found, ignored: [] };
    c.set('fields', fields);
    // Most requests have no query; reading it takes a twentieth of a small one.
    if (c.env.incoming.url?.includes('?')) readQuery(c, fields);
    return fields;
  };
}

/** Names the fields in the response that were ignored. */
export function nameIgnored(c: Context<AppEnv>, { ignored }: RequestFields): void {
  if (ignored.length > 0) c.header(IGNORED_HEADER, ignoredHeader(ignored));
}

function readQuery(c: Context<AppEnv>, { query, ignored }: RequestFields): void {
  const sent = c.req.queries();
  const known = Object.keys(query);
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(query, name)) ignored.push({ place: 'query', name, known });
  }
  const present = Object.entries(sent)
    .map(([name, values]) => [name, values.filter((value) => value !== '')] as const)
    .filter(([, values]) => values.length > 0);
  // Validators read the query by this function.
  c.req.queries = (() => Object.fromEntries(present)) as typeof c.req.queries;
}

/**
 * Returns the body of a request without the fields that count as absent, and notes those that are unknown.
 * @throws ReelscopeError `invalid_request` if a PATCH has no known field
 */
export function readKnownBody(c: Context<AppEnv>, schema: RequestSchema, body: unknown): unknown {
  const { value, ignored } = readKnownFields(schema, body);
  c.get('fields')?.ignored.push(...ignored);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (c.req.method === 'PATCH' && isEmpty && schema.safeParse({}).success) {
    const fields = Object.keys(fieldsOf(schema) ?? {}).join(', ');
    throw new ReelscopeError('invalid_request', sentence('request.nothing-to-change', { fields }));
  }
  return value;
}

/**
 * Refuses a body with a name that is nearly one of the interface. Of a body that gives rights, an ignored limit, such
 * as `project` for `projects`, would give more than was meant. Requires `readJsonBody`.
 * @throws ReelscopeError `invalid_request`
 */
export const refuseMisspelled: MiddlewareHandler<AppEnv> = async (c, next) => {
  for (const field of c.get('fields')?.ignored ?? []) {
    const nearest = field.place === 'body' ? nearestName(field) : undefined;
    if (nearest !== undefined) {
      throw new ReelscopeError('invalid_request', sentence('request.misspelled', { name: field.name, nearest }));
    }
  }
  await next();
};
