import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENTERPRISE_ACTION_NAMES } from '../../../src/contract/account/enterprise.ts';
import { WEBHOOK_EVENT_DATA } from '../../../src/contract/sharing/webhook-events.ts';
import { REPORT_FORMATS } from '../../../src/server/stories/report/formats.ts';
import { SEQUENCE_FORMATS, SUBTITLE_FORMATS } from '../../../src/server/stories/sequence-formats.ts';
import { startTestServer } from '../../fixtures/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema may be anything
type Schema = any;
interface Operation {
  path: string;
  method: string;
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema>;
  [extension: `x-${string}`]: Schema;
}

let text: string;
let document: Schema;
let operations: Operation[];
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

beforeAll(async () => {
  const server = await startTestServer();
  text = await (await fetch(`${server.apiUrl}/openapi.json`)).text();
  await server.close();
  document = JSON.parse(text);
  operations = Object.entries<Record<string, Schema>>(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method, ...methods[method] })),
  );
});

const operation = (method: string, path: string) =>
  operations.find((each) => each.method === method && each.path === path)!;
const component = (reference: string): Schema =>
  reference
    .slice(2)
    .split('/')
    .reduce((part, name) => part[name.replaceAll('~1', '/')], document);

/** All objects in a value, with their places. */
function* objectsIn(value: unknown, place = '#'): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${place}/${key}`);
}

describe('the document names', () => {
  test('operations uniquely and briefly', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]{2,35}$/);
    expect(ids).toEqual(expect.arrayContaining(['listVideos', 'getResults', 'verifyReport', 'uploadFile']));
  });

  test('each path once, whatever its parameters are called', () => {
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(templates).size).toBe(templates.length);
    for (const { path, parameters = [] } of operations.filter((each) => !each.path.startsWith('/uploads'))) {
      const named = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect(named.sort(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    }
  });

  test('each event that webhooks send, with its data', () => {
    const { webhooks } = document;
    expect(Object.keys(webhooks)).toEqual(Object.keys(WEBHOOK_EVENT_DATA));
    expect(JSON.stringify(webhooks['job.completed'])).toContain('"$ref":"#/components/schemas/JobEventData"');
  });

  test('only components that exist', () => {
    const references = [...objectsIn(document)].flatMap(([place, { $ref }]) =>
      typeof $ref === 'string' ? [[place, $ref] as const] : [],
    );
    expect(references.length).toBeGreaterThan(300);
    for (const [place, reference] of references) expect(component(reference), `${place}: ${reference}`).toBeDefined();
  });
});

describe('schemas', () => {
  const acceptsNull = (schema: Schema): boolean =>
    [schema.type].flat().includes('null') || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(acceptsNull);

  test('no component is nullable', () => {
    const schemas = Object.entries<Schema>(document.components.schemas);
    expect(schemas.filter(([, schema]) => acceptsNull(schema)).map(([name]) => name)).toEqual([]);
  });

  test('a nullable property refers to its component or null', () => {
    const { Segment, Moment, AuditLog, JobStatus } = document.components.schemas;
    const nullable = (name: string) => [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }];
    expect(Segment.properties.data.anyOf).toEqual(nullable('SegmentData'));
    expect(Moment.properties.origin.anyOf).toEqual(nullable('MomentOrigin'));
    expect(AuditLog.properties.problem.anyOf).toEqual(nullable('AuditProblem'));
    expect(JobStatus.properties.error_text.anyOf).toEqual(nullable('Message'));
    expect(text).not.toContain('"nullable"');
  });

  test('an optional field of a request may be null, and a parameter may not', () => {
    const { CreateProjectRequest } = document.components.schemas;
    expect(CreateProjectRequest.required).toEqual(['name']);
    expect(acceptsNull(CreateProjectRequest.properties.name)).toBe(false);
    expect(acceptsNull(CreateProjectRequest.properties.description)).toBe(true);
    const parameters = operations.flatMap((each) => each.parameters ?? []);
    expect(parameters.filter(({ schema }) => acceptsNull(schema)).map(({ name }) => name)).toEqual([]);
  });

  test('constants are the last member of a union, since clients in Python raise where they differ', () => {
    const unions = [...objectsIn(document)].filter(([, { anyOf }]) => Array.isArray(anyOf));
    const early = unions.filter(([, { anyOf }]) => anyOf.slice(0, -1).some((member: Schema) => 'const' in member));
    expect(early.map(([place]) => place)).toEqual([]);
  });

  test('patterns compile without flags', () => {
    const patterns = [...objectsIn(document)].flatMap(([, { pattern }]) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(5);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow();
      expect(pattern).not.toMatch(/^\/|\/[a-z]*$/);
    }
  });

  test('every parameter and every property has a description, or its component has', () => {
    const parameters = operations.flatMap(({ path, method, parameters: own = [] }) =>
      own.map((each) => [`${method} ${path}`, each.name, each] as const),
    );
    const properties = [...objectsIn(document)]
      // Conditions repeat properties that are described elsewhere.
      .filter(([place, schema]) => schema.properties && !/\/(?:not|if|then|else|example|properties)$/.test(place))
      .flatMap(([place, schema]) =>
        Object.entries<Schema>(schema.properties).map(([name, each]) => [place, name, each]),
      );
    expect(parameters.length).toBeGreaterThan(300);
    expect(properties.length).toBeGreaterThan(1000);
    const bare = [...parameters, ...properties].filter(([, , each]) => !each.description && !each.$ref);
    expect(bare.map(([place, name]) => `${place}: ${name}`)).toEqual([]);
  });

  test('each timestamp of a response has no zone, and says so', () => {
    expect(document.components.schemas.Timestamp).toMatchObject({
      format: 'date-time-local',
      description: expect.stringMatching(/new Date\(text \+ "Z"\).*datetime\.fromisoformat/),
    });
    const requests = new Set(
      operations.flatMap((each) => JSON.stringify(each.requestBody ?? '').match(/schemas\/\w+/g)),
    );
    const others = [...objectsIn(document.components.schemas)].filter(
      ([place, schema]) =>
        /\/properties\/\w+_at$/.test(place) &&
        ![...requests].some((name) => place.startsWith(`#/${name?.slice(8)}/`)) &&
        !JSON.stringify(schema).includes('#/components/schemas/Timestamp"'),
    );
    expect(others.map(([place]) => place)).toEqual([]);
  });
});

describe('operations', () => {
  test('that create from JSON take an idempotency key, and no others', () => {
    const keyed = operations.filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
    const fitting = operations.filter(
      ({ method, security, requestBody }) =>
        method === 'post' && security?.length > 0 && requestBody?.content['application/json'] !== undefined,
    );
    expect(keyed.map(({ path }) => path)).toContain('/projects');
    expect(fitting.map(({ path }) => path)).toEqual(expect.arrayContaining(keyed.map(({ path }) => path)));
    const others = fitting.filter((each) => !keyed.includes(each));
    expect(others.map(({ path }) => path)).toContain('/search');
    // They only read; streams of answers are always made again.
    const isReading = ({ security }: Operation) => security.some(({ apiKey }) => apiKey?.[0] === 'read');
    expect(others.filter((each) => !isReading(each))).toEqual([]);
    expect(keyed.filter(isReading).map(({ path }) => path)).toEqual(['/chat/ask']);
  });

  test('are open to everybody in few places: a route that `defineRoute` does not make would be', () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ path }) => path);
    // URLs of uploads are signed.
    expect([...new Set(open)].sort()).toEqual([
      '/health',
      '/shared-reports/{share_hash}',
      '/shared-reports/{share_hash}/comments',
      '/uploads/users/{user_id}/{file_name}',
    ]);
  });

  test('have the errors that their parts imply', () => {
    for (const { path, method, security, responses, requestBody } of operations) {
      const expected = [
        ...(requestBody ? ['400'] : []),
        ...(security.length > 0 ? ['401'] : []),
        ...(path.includes('{') && !path.startsWith('/uploads') ? ['404'] : []),
        'default',
      ];
      expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(expected));
    }
  });

  test('name the scope that a key needs, and 403 if not every key has it', () => {
    const scopeOf = (method: string, path: string) => operation(method, path).security[0]?.['apiKey']?.[0];
    expect(scopeOf('get', '/videos')).toBe('read');
    expect(scopeOf('post', '/search')).toBe('read');
    expect(scopeOf('post', '/projects')).toBe('write');
    expect(scopeOf('post', '/keys')).toBe('admin');
    expect(operation('post', '/keys').description).toContain('Requires a key of scope `admin`.');
    expect(operation('get', '/models/settings').description).toContain('user of the machine');
    for (const { method, path, security, responses, description = '' } of operations) {
      const [scope] = security[0]?.['apiKey'] ?? [];
      const isLimited = scope === 'write' || scope === 'admin' || description.includes('Only for the user');
      expect('403' in responses, `${method} ${path}`).toBe(isLimited || path.startsWith('/uploads'));
    }
  });

  test('declare the headers of their responses', () => {
    for (const { method, path, responses } of operations.filter(({ path: each }) => !each.startsWith('/uploads'))) {
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
      expect(Object.keys(success.headers), `${method} ${path}`).toEqual(
        expect.arrayContaining(['X-Ignored', 'X-Request-Id']),
      );
    }
    expect(operation('post', '/search').responses['200'].headers).toHaveProperty('X-Search-By-Meaning');
    for (const path of ['/stories/{story_id}/export', '/about/diagnostics'])
      expect(operation('get', path).responses['200'].headers, path).toHaveProperty('Content-Disposition');
  });

  test('require a body only if `{}` would be invalid', () => {
    expect(operation('post', '/projects').requestBody?.required).toBe(true);
    expect(operation('post', '/chat/sessions').requestBody?.required).toBe(false);
    expect(operation('delete', '/storage/files').requestBody?.required).toBe(false);
  });

  test('have an example of their JSON body', () => {
    const withoutExample = operations.filter(({ requestBody }) => {
      const body = requestBody?.content['application/json'] as { example?: unknown } | undefined;
      return body && body.example === undefined;
    });
    // A report to verify may be any JSON.
    expect(withoutExample.map(({ operationId }) => operationId)).toEqual(['verifyReport']);
  });

  test('declare the media types of results, reports, logos, and uploads', () => {
    const types = ({ content }: { content: object }) => Object.keys(content).sort();
    // One type for generated clients; the query selects other formats.
    expect(types(operation('get', '/results/job/{job_id}').responses['200'])).toEqual(['application/json']);
    expect(types(operation('post', '/verify').requestBody!)).toEqual([
      'application/json',
      'text/html',
      'text/markdown',
    ]);
    expect(types(operation('post', '/settings/reference-logos').requestBody!)).toContain('image/svg+xml');
    expect(operation('put', '/uploads/users/{user_id}/{file_name}').requestBody?.content).toHaveProperty('*/*');
  });

  test('declare the media type of each format of a story', () => {
    const declared = Object.keys(operation('get', '/stories/{story_id}/export').responses['200'].content);
    const formats = Object.values({ ...REPORT_FORMATS, ...SEQUENCE_FORMATS, ...SUBTITLE_FORMATS });
    const written = formats.map(({ mediaType }) => mediaType.split(';', 1)[0]);
    expect(new Set([...written, 'video/mp4', 'application/zip'])).toEqual(new Set(declared));
  });

  test('of the enterprise endpoint name the body and the response of each action', () => {
    const { parameters = [], requestBody, 'x-actions': actions } = operation('post', '/enterprise');
    expect(parameters.filter((each) => each.in === 'query')).toMatchObject([
      { name: 'action', required: true, schema: { enum: ENTERPRISE_ACTION_NAMES } },
    ]);
    expect(Object.keys(actions)).toEqual(ENTERPRISE_ACTION_NAMES);
    const bodies = Object.values<Schema>(actions).map(({ body }) => body);
    expect(requestBody?.content['application/json']?.schema.anyOf).toEqual(bodies);
    for (const { $ref } of bodies) expect(component($ref).type).toBe('object');
  });

  test('of event streams name the data of each event', () => {
    const streams = operations.filter(({ responses }) => responses['200']?.content?.['text/event-stream']);
    expect(streams.length).toBeGreaterThanOrEqual(4);
    for (const { path, 'x-events': events } of streams) expect(Object.keys(events ?? {}), path).not.toEqual([]);
    expect(operation('get', '/processing/{job_id}/events')['x-events'].segment.$ref).toMatch(/SegmentEvent$/);
  });
});

test('docs/api.md names every path beyond the service interface', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const named = new Set(page.match(/\/[a-z][\w{}/-]*/g));
  const added = operations.filter(
    ({ summary, path }) => summary.includes('(extension') && !path.startsWith('/uploads'),
  );
  expect(new Set(added.map(({ path }) => path)).size).toBeGreaterThan(30);
  expect(added.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([]);
});

/** Arrays in responses that are parts of one document, not lists that grow with the library. */
const DOCUMENTS = [
  '/library/state',
  '/processing/{job_id}/status',
  '/results/job/{job_id}',
  '/videos/{job_id}/compare',
  '/videos/{job_id}/coverage',
  '/moments/{moment_id}',
  '/stories/{story_id}',
  '/event-groups/{event_id}',
  '/dashboard',
  '/sharing',
  '/models/ollama',
  '/videos/{job_id}/appearances',
  '/videos/{job_id}/closer-looks/{look_id}',
  '/people/{person_id}',
  '/videos/{job_id}/people',
  '/videos/{job_id}/people/tracks',
  '/videos/{job_id}/people/blur',
  '/videos/{job_id}/media',
  '/models/settings',
  '/settings/agents',
  '/settings/brand-words',
  '/shared-reports/{share_hash}/comments',
  '/queue',
  '/webhooks/{webhook_id}',
  '/webhooks/{webhook_id}/deliveries/{delivery_id}',
];

test('every list has limit, cursor, sort, q, and links: see CONTRIBUTING, “a list”', () => {
  const schemaOf = (schema: Schema): Schema => (schema?.$ref ? component(schema.$ref) : (schema ?? {}));
  const isList = ({ responses }: Operation) => {
    const schema = schemaOf(responses['200']?.content?.['application/json']?.schema);
    return (
      schema.type === 'array' ||
      Object.values<Schema>(schema.properties ?? {}).some((each) => schemaOf(each).type === 'array')
    );
  };
  const lists = operations.filter((each) => each.method === 'get' && isList(each));
  const isPaged = ({ parameters = [], responses }: Operation) =>
    ['limit', 'cursor', 'sort', 'q'].every((name) => parameters.some((each) => each.name === name)) &&
    'Link' in responses['200'].headers;
  const unpaged = lists.filter((each) => !isPaged(each)).map(({ path }) => path);
  expect(unpaged.sort()).toEqual(DOCUMENTS.toSorted());
});
