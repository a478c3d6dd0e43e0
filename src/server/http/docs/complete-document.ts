import { eventSchemas } from './event-schemas.ts';

/** The parts of an OpenAPI document that are completed here. */
export interface OpenApiDocument {
  paths?: Record<string, PathItem>;
  components?: { schemas?: Record<string, object>; [name: string]: unknown };
  [name: string]: unknown;
}

type PathItem = Record<string, Operation>;

interface Operation {
  operationId?: string;
  summary?: string;
  security?: readonly unknown[];
  parameters?: { name: string; in: string; [name: string]: unknown }[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'patch', 'delete']);
const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'its', 'your']);

const binary = { type: 'string', format: 'binary' };
/** Bodies of operations that read them without a validator. */
const BODIES: Readonly<Record<string, unknown>> = {
  'post /verify': {
    required: true,
    content: Object.fromEntries(
      ['text/html', 'text/markdown', 'application/json'].map((type) => [type, { schema: binary }]),
    ),
  },
  'post /settings/reference-logos': {
    required: true,
    content: Object.fromEntries(['image/png', 'image/jpeg', 'image/webp'].map((type) => [type, { schema: binary }])),
  },
};

/**
 * Completes a document for generators of clients: a name for each operation, made of its summary; the errors that its
 * parts imply; bodies that are not JSON; data of events; and one entry for paths that differ in the name of a parameter only. Pure.
 */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  const used = new Set<string>();
  const templates = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const template = path.replace(/\{\w+\}/g, '{}');
    const known = templates.get(template) ?? path;
    templates.set(template, known);
    const own = Object.entries(item).map(([method, operation]) => [
      method,
      METHODS.has(method) ? complete(method, path, renamed(operation, path, known), used) : operation,
    ]);
    paths[known] = { ...paths[known], ...(Object.fromEntries(own) as PathItem) };
  }
  const { components } = document;
  const schemas = { ...eventSchemas(), ...components?.schemas };
  return { ...document, paths, components: { ...components, schemas } };
}

function complete(method: string, path: string, operation: Operation, used: Set<string>): Operation {
  const { summary = '', security = [], parameters = [], responses = {} } = operation;
  const requestBody = operation.requestBody ?? BODIES[`${method} ${path}`];
  const errors: [string, string, boolean][] = [
    ['400', 'The request is invalid.', requestBody !== undefined || parameters.some((each) => each.in === 'query')],
    ['401', 'The credential is missing or invalid.', security.length > 0],
    ['404', 'There is no such record.', path.includes('{')],
  ];
  const implied = errors
    .filter(([status, , isPossible]) => isPossible && !(status in responses))
    .map(([status, description]) => [status, { description, content: ERROR_CONTENT }]);
  return {
    operationId: nameOf(summary, method, path, used),
    ...operation,
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...responses, ...Object.fromEntries(implied) },
  };
}

/** The operation under a path whose parameters have other names. */
function renamed(operation: Operation, path: string, known: string): Operation {
  if (path === known) return operation;
  const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const others = names(known);
  const byName = new Map(names(path).map((name, i) => [name, others[i]!]));
  const parameters = operation.parameters?.map((each) =>
    each.in === 'path' ? { ...each, name: byName.get(each.name) ?? each.name, description: `The ${each.name}.` } : each,
  );
  return { ...operation, ...(parameters && { parameters }) };
}

/** Name of an operation in lower camel case, from the first clause of its summary. */
function nameOf(summary: string, method: string, path: string, used: Set<string>): string {
  const [clause = ''] = summary.replace(/[’']s\b/g, '').split(/[(;,]/, 1);
  const words = clause.match(/[A-Za-z0-9]+/g) ?? [];
  const name = camelCase(words.filter((word) => !ARTICLES.has(word.toLowerCase())));
  const unique = used.has(name) || name === '' ? camelCase([method, ...(path.match(/[A-Za-z0-9]+/g) ?? [])]) : name;
  used.add(unique);
  return unique;
}

function camelCase(words: readonly string[]): string {
  return words
    .map((word) => word.toLowerCase())
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
