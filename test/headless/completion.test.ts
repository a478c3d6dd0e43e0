import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { noShell } from '../fixtures/this-system.ts';

/** Completions of Bash for the words of a command line, the last one incomplete. */
function offered(script: string, ...words: string[]): string[] {
  const line = `. ${script}; COMP_WORDS=(reelscope ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _reelscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

it.skipIf(noShell)(`completes commands, actions, options, and their values in Bash${noShell}`, async () => {
  const script = join(await tempFolder(), 'reelscope.bash');
  await writeFile(script, (await runCommand('completion', 'bash')).stdout);
  expect(offered(script, 'ana')).toEqual(['analyze']);
  expect(offered(script, 'stories', 'sh')).toEqual(['show', 'share']);
  expect(offered(script, 'search', 'x', '--lim')).toEqual(['--limit']);
  expect(offered(script, 'search', 'x', '--mode', '')).toEqual(['hybrid', 'vector', 'keyword']);
  expect(offered(script, 'search', 'x', '--limit', '')).toEqual([]);
});

it('has scripts for Zsh and fish, and a manual page without errors', async () => {
  expect((await runCommand('completion', 'zsh')).stdout).toMatch(/^#compdef reelscope\n/);
  const { stdout: fish } = await runCommand('completion', 'fish');
  expect(fish).toContain("-n '__fish_seen_subcommand_from search' -l mode -x -a 'hybrid vector keyword'");
  expect((await runCommand('completion', 'tcsh')).code).toBe(2);
  const { stdout: page } = await runCommand('man');
  expect(page).toMatch(/^\.TH REELSCOPE 1/);
  expect(page).toContain('.SS analyze\n');
  expect(page.split('\n').filter((line) => /^['.]/.test(line) && !/^\.(TH|SH|SS|PP|TP|B|br)\b/.test(line))).toEqual([]);
});

it('reports errors as JSON where output is JSON', async () => {
  const { code, stderr } = await runCommand('verify', 'missing.html', '--json');
  expect([code, JSON.parse(stderr)]).toEqual([
    1,
    { error: { code: 'not_found', message: expect.stringMatching(/missing\.html can't be read/) } },
  ]);
  const usage = await runCommand('search', '--json');
  expect([usage.code, JSON.parse(usage.stderr)]).toMatchObject([2, { error: { code: 'usage' } }]);
});
