import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

test('the document is complete for generators of clients', async () => {
  const server = await startServer(testHost(await tempFolder()), { port: 0 });
  onTestFinished(() => server.close());
  const text = await (await fetch(`${server.apiUrl}/openapi.json`)).text();
  const document = JSON.parse(text) as {
    paths: Record<
      string,
      Record<string, { operationId: string; security: object[]; responses: object; requestBody?: object }>
    >;
    components: { schemas: Record<string, object> };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const ids = operations.map(({ operationId }) => operationId);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['listVideos', 'getResultsAsJsonOrAnotherFormat', 'verifyReport']));
  const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  expect(new Set(templates).size).toBe(templates.length);
  for (const { path, method, security, responses, requestBody } of operations) {
    const expected = [
      ...(requestBody ? ['400'] : []),
      ...(security.length > 0 ? ['401'] : []),
      ...(path.includes('{') ? ['404'] : []),
    ];
    expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(expected));
  }
  const names = ['AskTokenEvent', 'AskAnswerEvent', 'AskErrorEvent', 'ModuleEvent', 'SegmentEvent', 'VideoChange'];
  for (const name of names)
    expect(document.components.schemas[name], name).toMatchObject({ type: 'object', properties: expect.anything() });
  expect(document.paths['/verify']?.['post']?.requestBody).toBeDefined();
  // Patterns of JSON Schema have no flags, and each reference has a target.
  expect(text).not.toMatch(/"pattern":"[^"]*\/[a-z]+"/);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(name!);
});

test('docs/api.md names every path beyond the service interface', async () => {
  const server = await startServer(testHost(await tempFolder()), { port: 0 });
  onTestFinished(() => server.close());
  const { paths } = (await (await fetch(`${server.apiUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const page = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const named = new Set(page.match(/\/[a-z][\w{}/-]*/g));
  const isExtension = ({ summary }: { summary: string }) => summary.includes('(extension');
  const added = Object.entries(paths).filter(([, methods]) => Object.values(methods).some(isExtension));
  expect(added.length).toBeGreaterThan(30);
  expect(added.map(([path]) => path.replace(/^\/api/, '')).filter((path) => !named.has(path))).toEqual([]);
});

/** Arrays in responses that are parts of one document, not lists that grow with the library. */
const DOCUMENTS = [
  ...['/library/state', '/processing/{job_id}/status', '/results/job/{job_id}', '/videos/{job_id}/compare'],
  ...['/moments/{moment_id}', '/stories/{story_id}', '/dashboard', '/sharing', '/models/ollama'],
  ...['/models/settings', '/settings/agents', '/settings/brand-words'],
];

test('every list has limit, cursor, sort, q, and links: see CONTRIBUTING, “a list”', async () => {
  const server = await startServer(testHost(await tempFolder()), { port: 0 });
  onTestFinished(() => server.close());
  interface Schema {
    $ref?: string;
    type?: string;
    properties?: Record<string, Schema>;
  }
  interface Get {
    parameters?: { name: string }[];
    responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
  }
  const { paths, components } = (await (await fetch(`${server.apiUrl}/openapi.json`)).json()) as {
    paths: Record<string, { get?: Get }>;
    components: { schemas: Record<string, Schema> };
  };
  const resolve = (schema: Schema | undefined): Schema =>
    schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : (schema ?? {});
  const isList = ({ responses }: Get) => {
    const schema = resolve(responses['200']?.content?.['application/json']?.schema);
    return (
      schema.type === 'array' || Object.values(schema.properties ?? {}).some((each) => resolve(each).type === 'array')
    );
  };
  const lists = Object.entries(paths).filter(([, { get }]) => get && isList(get));
  const isPaged = (get: Get) =>
    ['limit', 'cursor', 'sort', 'q'].every((name) => get.parameters?.some((each) => each.name === name)) &&
    'Link' in (get.responses['200']?.headers ?? {});
  expect(
    lists
      .filter(([, { get }]) => !isPaged(get!))
      .map(([path]) => path)
      .sort(),
  ).toEqual(DOCUMENTS.toSorted());
});
