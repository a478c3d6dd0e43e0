import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { expectClientWalk, startWalkThrough } from '../fixtures/generated-client.ts';
import { tempFolder } from '../fixtures/temp.ts';

/**
 * The walk-through of docs/examples/client.ts, with types that openapi-typescript generates from the served document.
 */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const generator = createRequire(join(root, 'build/client-generator/package.json'));
const TSC = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck'];
const AS_NODE_RUNS_IT = ['--module', 'nodenext', '--target', 'es2024', '--erasableSyntaxOnly', '--types', 'node'];

/** Folder of a package, wherever npm has put it. */
function packageFolder(name: string): string {
  const folder = generator.resolve
    .paths(name)!
    .map((each) => join(each, name))
    .find((each) => generator('node:fs').existsSync(join(each, 'package.json')));
  if (folder === undefined) throw new Error(`${name} is not installed: run npm ci.`);
  return folder;
}

test('a generated TypeScript client fits the walk-through and runs it', async () => {
  const folder = await tempFolder();
  const { server, video, env } = await startWalkThrough(folder);
  onTestFinished(() => server.close());
  const client = join(folder, 'client');
  await mkdir(join(client, 'node_modules/@types'), { recursive: true });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types'])
    await symlink(packageFolder(name), join(client, 'node_modules', name));
  await writeFile(join(client, 'package.json'), '{"type":"module"}');
  await copyFile(join(root, 'docs/examples/client.ts'), join(client, 'client.ts'));
  const cli = join(packageFolder('openapi-typescript'), 'bin/cli.js');
  await run(process.execPath, [cli, `${server.apiUrl}/openapi.json`, '--output', join(client, 'reelscope.ts')]);

  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = [...TSC, ...AS_NODE_RUNS_IT, '--allowImportingTsExtensions', 'client.ts'];
  const check = () => run(process.execPath, [tsc, ...options], { cwd: client });
  await check().catch(({ stdout }) => expect(stdout).toBe(''));
  // The types can tell: no operation, field, or value that does not exist passes.
  await writeFile(
    join(client, 'wrong.ts'),
    `import createClient from 'openapi-fetch';
import type { components, paths } from './reelscope.ts';
const api = createClient<paths, 'application/json'>({ baseUrl: '' });
await api.POST('/projects', { body: { title: 'x' } });
await api.GET('/video');
const segment = {} as components['schemas']['Segment'];
segment.data.label;
export const status: components['schemas']['VideoStatus'] = 'done';
`,
  );
  const wrong = await run(process.execPath, [tsc, ...options.slice(0, -1), 'wrong.ts'], { cwd: client }).catch(
    (error: { stdout: string }) => error,
  );
  expect(wrong.stdout.match(/^wrong\.ts\(\d+/gm)).toEqual(['wrong.ts(4', 'wrong.ts(5', 'wrong.ts(7', 'wrong.ts(8']);

  expectClientWalk((await run(process.execPath, ['client.ts', video], { cwd: client, env })).stdout);
});
