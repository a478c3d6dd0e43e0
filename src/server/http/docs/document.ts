import type { OpenAPIHono } from '@hono/zod-openapi';
import { ErrorBody } from '../../../contract/error-body.ts';
import type { AppEnv } from '../context/app-env.ts';
import { COMMON_HEADERS, commonResponses, SECURITY_SCHEMES } from './common-parts.ts';
import { type Operation, type Route, toOperation } from './operation.ts';
import { createSchemaSet } from './schema-set.ts';
import { uploadPath } from './uploads.ts';
import { webhookOperations } from './webhook-operations.ts';

const DESCRIPTION = `Analyze videos: time-coded findings, search, chat, and shared reports.

Timestamps are UTC, in ISO 8601 without a zone designator (format \`date-time-local\`), so append \`Z\` to read them:
\`new Date(text + "Z")\` in JavaScript, \`datetime.fromisoformat(text + "+00:00")\` in Python. Times in videos are seconds.
Fields and parameters that are unknown are ignored and named in the header \`X-Ignored\`.`;

type PathItem = Record<string, Operation>;

/** OpenAPI 3.1 document of an API, from the schemas that its routes validate with. */
export function describeApi(api: OpenAPIHono<AppEnv>, version: string): object {
  const schemas = createSchemaSet();
  const used = new Set<string>();
  const paths: Record<string, PathItem> = {};
  const templates = new Map<string, string>();
  const routes = api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as Route] : [],
  );
  for (const route of routes) {
    const template = route.path.replace(/\{\w+\}/g, '{}');
    const known = templates.get(template) ?? route.path;
    templates.set(template, known);
    const operation = withParametersOf(known, route.path, toOperation(route, schemas, used));
    paths[known] = { ...paths[known], [route.method]: operation };
  }
  const error = schemas.of(ErrorBody, 'output');
  const { schemas: components, ...document } = schemas.complete({
    openapi: '3.1.0',
    info: {
      title: 'Reelscope',
      version,
      description: DESCRIPTION,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/api' }],
    webhooks: webhookOperations(schemas),
    paths: { ...paths, '/uploads/users/{user_id}/{file_name}': uploadPath(schemas) },
    components: { responses: commonResponses(error), headers: COMMON_HEADERS, securitySchemes: SECURITY_SCHEMES },
  });
  return { ...document, components: { schemas: components, ...document.components } };
}

/** The operation under a path whose parameters have other names: OpenAPI has one name for the same place. */
function withParametersOf(known: string, path: string, operation: Operation): Operation {
  if (path === known) return operation;
  const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const others = names(known);
  const byName = new Map(names(path).map((name, i) => [name, others[i]!]));
  const parameters = operation.parameters?.map((each) =>
    each.in === 'path' && byName.has(each.name)
      ? { ...each, name: byName.get(each.name)!, description: `Here, the ${each.name}.` }
      : each,
  );
  return { ...operation, ...(parameters && { parameters }) };
}
