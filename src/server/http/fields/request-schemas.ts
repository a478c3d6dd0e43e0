import type { OpenAPIHono } from '@hono/zod-openapi';
import type { z } from 'zod';
import { fieldsOf, type IgnoredField } from './known-fields.ts';

/** Schemas of the requests of one route. */
export interface RequestSchemas {
  query: Readonly<Record<string, z.ZodType>>;
  body: z.ZodType | undefined;
}

/** Schemas of the present request, and the names that were ignored in it so far. */
export interface RequestFields extends RequestSchemas {
  ignored: IgnoredField[];
}

/** Schema of a request's body. */
export type RequestSchema = z.ZodType;

/** An API that its routes are registered in. */
export type WithRoutes = Pick<OpenAPIHono, 'openAPIRegistry'>;

type Content = Record<string, { schema?: z.ZodType }> | undefined;

/** Schemas of all routes by method and path, such as `GET /videos/:job_id`. */
export function schemasOf(api: WithRoutes): Map<string, RequestSchemas> {
  const schemas = new Map<string, RequestSchemas>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path, request } = definition.route;
    const body = (request?.body?.content as Content)?.['application/json']?.schema;
    const query = (request?.query && fieldsOf(request.query as z.ZodType)) ?? {};
    schemas.set(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, { query, body });
  }
  return schemas;
}
