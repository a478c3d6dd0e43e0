import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { expectClientWalk, startWalkThrough } from '../fixtures/generated-client.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** The walk-through of docs/examples/client.py, with a client that openapi-python-client generates. */

const run = promisify(execFile);

/** Operations with a type of body or response that the generator does not know; it leaves them or their types out. */
const UNKNOWN_TYPES = /Unsupported content.type(?! application\/json)/;

test('a generated Python client runs the walk-through', async () => {
  const folder = await tempFolder();
  const { server, video, env } = await startWalkThrough(folder);
  onTestFinished(() => server.close());
  const client = join(folder, 'client');
  // The generator gives up after five seconds, in which a busy machine has not made the document.
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${server.apiUrl}/openapi.json`)).text());
  const generated = await run('openapi-python-client', ['generate', '--path', document, '--output-path', client]);
  const warnings = `${generated.stdout}${generated.stderr}`.split(/^WARNING /m).slice(1);
  expect(warnings.filter((warning) => !UNKNOWN_TYPES.test(warning))).toEqual([]);
  expect(generated.stdout).not.toContain('Endpoint will not be generated');

  const example = join(import.meta.dirname, '../../docs/examples/client.py');
  const { stdout } = await run('python3', [example, video], { env: { ...env, PYTHONPATH: client } });
  expectClientWalk(stdout);
});
