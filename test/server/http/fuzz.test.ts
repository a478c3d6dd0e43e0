import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ENTERPRISE_ACTION_NAMES, ENTERPRISE_ACTIONS } from '../../../src/contract/enterprise.ts';
import { ErrorBody } from '../../../src/contract/errors.ts';
import { createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { expectConforming, OPERATIONS, type Operation } from '../../fixtures/conformance.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

/** Total requests; `REELSCOPE_FUZZ=50000` runs the long form. */
const REQUESTS = Number(process.env['REELSCOPE_FUZZ'] ?? 2000);

let server: TestServer;
let authorization: string;
/** Existing ids of the caller and of another user. */
const known: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  for (const client of [await otherClient(server, 'victim'), localClient(server)]) {
    const { jobId } = await client.upload('a.mp4', fakeMedia(10));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
    known.push(jobId, (await client.post('/shared-reports', { video_id: jobId })).body.share_hash);
    await client.post('/chat/ask', { question: 'bridge?', video_id: jobId });
    await client.post('/projects', { name: 'p' });
  }
  authorization = `Bearer ${server.token}`;
});
afterAll(() => server.close());

/** Strings that have broken servers. */
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nX: y',
  '\u202e',
  '\ud800',
  '💥'.repeat(50),
  'x'.repeat(100_000),
  '../../etc/passwd',
  '..\\..\\x',
  '%2e%2e%2f',
  '%00',
  '%ff',
  "' OR 1=1 --",
  '"; DROP TABLE videos; --',
  '*',
  'NEAR(a b)',
  'a" AND "b',
  '{{7*7}}',
  '#{x}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(30),
  '[]',
  '{}',
  '["scenes"]',
  '["nope"]',
  '[',
  'true',
  'users/1/a.mp4',
  'users/2/a.mp4',
  'users/1/../2/a.mp4',
  'users/1/',
  '/etc/passwd',
  'file:///etc/passwd',
  '2024-01-01',
  '2024-02-30T25:61:00Z',
  '9999-12-31T23:59:59-14:00',
  '0000-01-01',
  '+275760-09-13',
  'C:\\con.mp4',
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
);
const identifier = () => fc.oneof(fc.constantFrom(...known), fc.constantFrom('1', '2', '3', '999'), text);
const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, withObjectString: false, maxDepth: 3 }),
  text,
  fc.constant(nested(3000)),
  fc.constant(JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}')),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

/** Values that fit a JSON schema, mostly. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema may be anything
function fitting(schema: any): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.string({ minLength: 1, maxLength: 30 }),
        identifier(),
        fc.constantFrom('["scenes"]', 'users/1/a.mp4', 'video/mp4', '2026-01-01'),
      );
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, mostly(fitting(field))] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    default:
      return anything;
  }
}

function mostly(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: anything }, { weight: 1, arbitrary: text });
}

const inputSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function bodyOf(operation: Operation): fc.Arbitrary<string | undefined> {
  if (!operation.body) return fc.constant(undefined);
  const schemas =
    operation.path === '/enterprise'
      ? Object.values(ENTERPRISE_ACTIONS).map((action) => action.body)
      : [operation.body];
  const json = fc.oneof(...schemas.map((schema) => mostly(fitting(inputSchema(schema)))));
  return fc.oneof(
    { weight: 20, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '{"a":1}}',
        '\u0000',
        '['.repeat(50_000),
        `{"a":${'9'.repeat(400)}}`,
      ),
    },
  );
}

function requestsTo(operation: Operation): fc.Arbitrary<{ path: string; body: string | undefined; type: string }> {
  const parameters = fc.array(identifier(), { minLength: 2, maxLength: 2 });
  const query = operation.query
    ? fc.record(Object.fromEntries(Object.keys(operation.query.shape).map((name) => [name, text])), {
        requiredKeys: [],
      })
    : fc.constant({});
  const action = fc.constantFrom(...ENTERPRISE_ACTION_NAMES);
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data') },
  );
  return fc.record({ parameters, query, action, type, body: bodyOf(operation) }).map((parts) => {
    let index = 0;
    const path = operation.path.replace(
      /\{\w+\}/g,
      () => encodeURIComponent(parts.parameters[index++ % 2]!.toWellFormed()).slice(0, 4000) || '_',
    );
    const search = new URLSearchParams(parts.query as Record<string, string>);
    if (operation.path === '/enterprise' && !search.get('action')) search.set('action', parts.action);
    const suffix = String(search).slice(0, 8000);
    return { path: path + (suffix && `?${suffix}`), body: parts.body, type: parts.type };
  });
}

/** Event streams do not end; they have separate tests. */
const targets = OPERATIONS.filter((operation) => !operation.path.endsWith('/events'));

test.each(targets.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers any request with success or the standard error body',
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(requestsTo(operation), async ({ path, body, type }) => {
        const response = await fetch(server.apiUrl + path, {
          method: operation.method,
          headers: { Authorization: authorization, ...(body !== undefined && { 'Content-Type': type }) },
          ...(body !== undefined && { body }),
        });
        const answer = await response.text();
        expect(response.status, answer).toBeLessThan(500);
        if (response.status >= 400) {
          expect(ErrorBody.parse(JSON.parse(answer)).error.request_id).toBe(response.headers.get('x-request-id'));
          expect(answer).not.toMatch(/SQLITE|node_modules|at Object\.|\/src\//);
        } else if (response.headers.get('content-type')?.startsWith('application/json')) {
          expectConforming(operation.method, path, {
            status: response.status,
            headers: response.headers,
            body: JSON.parse(answer),
          });
        }
      }),
      { numRuns: Math.ceil(REQUESTS / targets.length), endOnFailure: true },
    );
  },
  600_000,
);

test('no request caused an internal error', async () => {
  expect(server.log.filter((line) => line.level === 'error')).toEqual([]);
  expect((await createClient(server, authorization).get('/dashboard')).status).toBe(200);
});
