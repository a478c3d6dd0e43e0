import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENTRY, runCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

// The commands are for a POSIX shell.
test.skipIf(process.platform === 'win32')(
  'the commands of docs/cli.md run in their order',
  async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    const program = join(folder, 'reelscope');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${ENTRY}" "$@"\n`, { mode: 0o755 });
    await run(process.execPath, [join(ROOT, 'build/demo-clip.ts'), join(folder, 'demo.mp4')]);
    // One server for all commands, which otherwise start their own.
    await startServe(data);
    const text = await readFile(join(ROOT, 'docs/cli.md'), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]);
    expect(blocks.length).toBeGreaterThan(5);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, REELSCOPE_DATA_DIR: data };
    const { stdout } = await run('sh', ['-euc', blocks.join('\n')], { env, cwd: folder });
    expect(stdout).toMatch(/\tcompleted\t0:\d\d\t[\s\S]*\/s\/[0-9a-f]{64}\n/);
    expect(await readFile(join(folder, 'objects.md'), 'utf8')).toContain('stop sign');
    expect(JSON.parse(await readFile(join(folder, 'error.json'), 'utf8')).error.code).toBe('not_found');
    expect((await readFile(join(folder, 'cut.mp4'))).subarray(4, 8).toString()).toBe('ftyp');
  },
  240_000,
);

test('docs/cli.md and --help list the same exit codes', async () => {
  const { stdout } = await runCommand('--help');
  const documented = await readFile(join(ROOT, 'docs/cli.md'), 'utf8');
  for (const [, code] of stdout.match(/Exit codes: (.*)/)![1]!.matchAll(/(\d+) /g))
    expect(documented).toMatch(new RegExp(`\\b${code} `));
});
