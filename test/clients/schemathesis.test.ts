import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** Requests that Schemathesis generates from the served document, to a server with scripted workers. */

const run = promisify(execFile);
const here = import.meta.dirname;
/** Generated requests of an operation. */
const EXAMPLES = 60;
const MIN_REQUESTS = 20_000;
/** Streams that stay open, sharing on the network, what replaces the library, and URLs outside of /api. */
const EXCLUDED = '(/events|^/sharing|^/library/repair|^/backups/restore|^/uploads/.*)$';

/** A server of its own for each seed, so that a failure can be repeated alone. */
async function startScripted(): Promise<TestServer> {
  const vector = () => Float32Array.from([1, 0, 0]);
  const embed = async (texts: string[]) => ({ model: 'double@1', dimension: 3, vectors: texts.map(vector) });
  const server = await startTestServer({ embed });
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return server;
}

let requests = 0;

// One worker: with two, Hypothesis itself fails at times (a race in its cache of sources).
test.each([1, 2, 3, 33])('no check of Schemathesis fails with seed %i', async (seed) => {
  const server = await startScripted();
  const options = ['--seed', String(seed), '--max-examples', String(EXAMPLES), '--workers', '1', '--no-shrink'];
  const authorization = `Authorization: Bearer ${server.token}`;
  const args = [
    '--config-file',
    join(here, 'schemathesis.toml'),
    'run',
    `${server.apiUrl}/openapi.json`,
    '--header',
    authorization,
    '--exclude-path-regex',
    EXCLUDED,
    '--phases',
    'examples,coverage,fuzzing',
    '--suppress-health-check',
    'all',
    '--continue-on-failure',
    '--warnings',
    'off',
    ...options,
  ];
  const env = { ...process.env, PYTHONPATH: here, SCHEMATHESIS_HOOKS: 'hooks' };
  // It keeps its examples in the current folder.
  const { stdout } = await run('schemathesis', args, { env, cwd: await tempFolder(), maxBuffer: 2 ** 28 }).catch(
    (error: { stdout: string }) => error,
  );
  const summary = stdout.slice(stdout.lastIndexOf('SUMMARY'));
  expect(stdout.includes('FAILURES') || stdout.includes('ERRORS') ? stdout : summary).toContain('No issues found');
  expect(server.log.filter(({ fields }) => fields['code'] === 'internal')).toEqual([]);
  requests += Number(/([\d,]+) generated/.exec(summary)?.[1]?.replaceAll(',', '') ?? 0);
});

test('many requests were sent', () => {
  expect(requests).toBeGreaterThan(MIN_REQUESTS);
});
