import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';

/** Every method and path of the service interface, copied by hand; not generated. */
const INTERFACE = `
GET /keys
POST /keys
PATCH /keys/{key_id}
DELETE /keys/{key_id}
POST /storage/upload-url
DELETE /storage/files
POST /processing/register-upload
POST /processing/{job_id}/start
GET /processing/{job_id}/status
GET /processing/{job_id}/events
GET /results/job/{job_id}
POST /search
GET /videos
GET /videos/{job_id}
PATCH /videos/{job_id}
DELETE /videos/{job_id}
POST /videos/register-and-process
POST /videos/{job_id}/process
POST /videos/{job_id}/reprocess
GET /videos/{job_id}/shared-reports
POST /shared-reports
GET /shared-reports/{share_hash}
DELETE /shared-reports/{report_id}
POST /chat/ask
GET /chat/sessions
POST /chat/sessions
PATCH /chat/sessions/{session_id}
DELETE /chat/sessions/{session_id}
GET /chat/sessions/{session_id}/messages
POST /chat/sessions/{session_id}/messages
GET /dashboard
GET /usage
GET /usage/summary
GET /notifications
GET /notifications/unread-count
PATCH /notifications/{notification_id}/read
POST /notifications/read-all
DELETE /notifications/{notification_id}
GET /projects
POST /projects
POST /enterprise
`;

/** Paths added by the contract decisions. */
const EXTENSIONS = `
POST /processing/{job_id}/cancel
POST /chat/ask/stream
GET /modules
GET /projects/{project_id}
PATCH /projects/{project_id}
DELETE /projects/{project_id}
PATCH /profile
GET /storage/summary
GET /storage/duplicates
POST /clips
GET /clips
GET /about
GET /about/licences
GET /about/diagnostics
GET /sharing
PUT /sharing
`;

const listed = (text: string) => text.trim().split('\n');
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

describe('paths of the interface', () => {
  test('are all in the OpenAPI document', async () => {
    const { body } = await client.get('/openapi.json');
    // OpenAPI allows one path for each template, whatever its parameters are called.
    const template = (path: string) => path.replace(/\{\w+\}/g, '{}');
    const offered = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => template(`${method.toUpperCase()} ${path}`)),
    );
    expect(offered).toEqual(expect.arrayContaining([...listed(INTERFACE), ...listed(EXTENSIONS)].map(template)));
  });

  test.each([...listed(INTERFACE), ...listed(EXTENSIONS)])('%s is served', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    const concrete = path.replace('{share_hash}', 'f'.repeat(64)).replace(/\{\w+\}/, '999999');
    const answer = await client.call(method, concrete);
    expect(answer.status).not.toBe(405);
    // An unknown record is not an unknown path.
    if (answer.status === 404) expect(answer.body.error.message).not.toContain('No such endpoint');
    expect(answer.status).toBeLessThan(500);
  });

  test.each([...listed(INTERFACE), ...listed(EXTENSIONS)])('%s requires a caller unless it is public', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    const isPublic = line === 'GET /shared-reports/{share_hash}';
    const response = await fetch(server.apiUrl + path.replace(/\{\w+\}/, '1'), { method });
    expect(response.status).toBe(isPublic ? 404 : 401);
    const body = (await response.json()) as { error: { code: string } };
    expect(body.error.code).toBe(isPublic ? 'not_found' : 'unauthorized');
  });

  test('answer 405 with the allowed methods for a wrong method', async () => {
    const answer = await client.call('PUT', '/videos/1');
    expect(answer.status).toBe(405);
    expect(answer.body.error.code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH');
    expect((await client.get('/enterprise')).status).toBe(405);
  });

  test('answer 404 with the standard error body for an unknown path', async () => {
    const answer = await client.get('/nothing/here');
    expect(answer.status).toBe(404);
    expect(answer.body.error).toMatchObject({ code: 'not_found', request_id: answer.headers.get('x-request-id') });
  });

  test('reference named schemas in the components, and the page shows them offline', async () => {
    const { body } = await client.get('/openapi.json');
    for (const name of [
      'ApiKeyCreated',
      'VideoResponse',
      'JobStatus',
      'Results',
      'ChatSessionResponse',
      'UsageSummary',
      'ErrorBody',
    ]) {
      expect(Object.keys(body.components.schemas)).toContain(name);
    }
    const page = await client.get('/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).not.toMatch(/(src|href)="?https?:/);
  });

  test('redirect the root to the documentation', async () => {
    const response = await fetch(server.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api/docs']);
  });
});
