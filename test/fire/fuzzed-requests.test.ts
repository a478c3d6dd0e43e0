import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { type Client, createClient, localClient, otherClient } from '../fixtures/client.ts';
import { expectSafeAnswer, FUZZED, requestsTo } from '../fixtures/fuzz.ts';
import { fakeMedia, startTestServer } from '../fixtures/server.ts';
import { MINUTES, report } from './support/table.ts';

const REQUESTS = Math.max(20_000, 2000 * MINUTES);
/** Requests to one operation between two checks of the server's health. */
const BATCH = 40;
const CANARY = 'canary-91b0e7f4';

/** Everything of a user that the requests of others must neither read nor change. */
async function ownState(client: Client): Promise<string> {
  const paths = ['/videos', '/projects', '/chat/sessions', '/keys', '/profile', '/usage', '/settings/brand-words'];
  const answers = await Promise.all(paths.map((path) => client.get(path)));
  // The last use of a key changes with these requests.
  return JSON.stringify(answers.map(({ body }) => body)).replace(/"last_used_at":[^,}]*/g, '');
}

it('fuzzed requests get no 5xx, and read or change nothing of another user', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const known: string[] = [];
  const addTo = async (client: Client, text: string) => {
    const { jobId } = await client.upload('a.mp4', fakeMedia(10));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
    await client.patch(`/videos/${jobId}`, { description: text });
    const { body: project } = await client.post('/projects', { name: text });
    const { body: session } = await client.post('/chat/sessions', { title: text });
    known.push(jobId, project.id, session.id);
  };
  const victim = await otherClient(server, 'victim');
  await addTo(victim, CANARY);
  const before = await ownState(victim);
  const authorization = `Bearer ${server.token}`;
  await addTo(localClient(server), 'attacker');

  const failures: string[] = [];
  const leaks: string[] = [];
  const unhealthy: string[] = [];
  let sent = 0;
  for (let seed = 1; sent < REQUESTS; seed++) {
    for (const operation of FUZZED) {
      const name = `${operation.method} ${operation.path}`;
      const requests = requestsTo(operation, known);
      const outcome = await fc.check(
        fc.asyncProperty(requests, async (request) => {
          sent++;
          const answer = await expectSafeAnswer(server.apiUrl, authorization, operation, request);
          if (answer.includes(CANARY)) leaks.push(`${name}: ${request.path.slice(0, 200)}`);
        }),
        { numRuns: BATCH, seed, endOnFailure: true },
      );
      if (outcome.failed)
        failures.push(
          `${name} (seed ${seed}): ${String(outcome.errorInstance).slice(0, 300)} ${outcome.counterexample?.[0].path}`,
        );
      const health = await fetch(`${server.apiUrl}/health`);
      if (health.status !== 200) unhealthy.push(`after ${name}: ${health.status}`);
      if (sent >= REQUESTS) break;
    }
    if ((await ownState(victim)) !== before) leaks.push(`data of another user changed in pass ${seed}`);
  }
  const errors = server.log.filter((line) => line.level === 'error').map((line) => line.message);
  if ((await createClient(server, authorization).get('/dashboard')).status !== 200) unhealthy.push('dashboard');

  const line = (check: string, failed: readonly string[], detail = '') => ({
    check,
    rounds: sent,
    failures: failed.length,
    detail: [...(detail ? [detail] : []), ...failed.slice(0, 5)].join('; '),
  });
  report('fuzzed requests', [
    line('no 5xx, standard error bodies', failures, `${FUZZED.length} operations`),
    line('nothing of another user', leaks),
    line('health, no internal error', [...unhealthy, ...errors]),
  ]);
  expect({ failures, leaks, unhealthy, errors }).toEqual({ failures: [], leaks: [], unhealthy: [], errors: [] });
});
