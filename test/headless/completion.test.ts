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
  expect(offered(script, '--quiet', 'ana')).toEqual(['analyze']);
  expect(offered(script, '--quiet', 'stories', 'sh')).toEqual(['show', 'share']);
});

/** A terminal with Zsh, which prints its line after the first Tab. */
const ZSH_TERMINAL = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "fpath=($1 \\$fpath); autoload -U compinit; compinit -u -d $1/dump; shown() { print -r -- \\"<<\\$BUFFER>>\\" }; zle -N shown; bindkey '^X' shown; cd $1; echo REA''DY"
zpty -r z out '*READY*'
zpty -w -n z "$2"$'\\t\\x18'
zpty -r z out '*<<*>>*'
print -r -- "\${\${out##*<<}%%>>*}"
zpty -d z
`;
const noZsh = spawnSync('zsh', ['-c', 'exit']).status === 0 ? '' : ' (Zsh is not installed)';

it.skipIf(noZsh)(
  `completes at the first Tab in Zsh${noZsh}`,
  async () => {
    const folder = await tempFolder();
    const terminal = join(folder, 'terminal.zsh');
    await writeFile(terminal, ZSH_TERMINAL);
    await writeFile(join(folder, '_reelscope'), (await runCommand('completion', 'zsh')).stdout);
    const completed = (line: string) =>
      spawnSync('zsh', ['-f', terminal, folder, line], { encoding: 'utf8', timeout: 20_000 }).stdout.trim();
    expect(completed('reelscope ana')).toBe('reelscope analyze');
    expect(completed('reelscope --quiet projects del')).toBe('reelscope --quiet projects delete');
    expect(completed('reelscope search x --mode h')).toBe('reelscope search x --mode hybrid');
    expect(completed('reelscope analyze --modules scenes,oc')).toBe('reelscope analyze --modules scenes,ocr,');
  },
  90_000,
);

it('has scripts for Zsh and fish, and a manual page without errors', async () => {
  expect((await runCommand('completion', 'zsh')).stdout).toMatch(/^#compdef reelscope\n/);
  const { stdout: fish } = await runCommand('completion', 'fish');
  expect(fish).toContain("-n '__fish_seen_subcommand_from search' -l mode -x -a 'hybrid vector keyword'");
  expect((await runCommand('completion', 'tcsh')).code).toBe(2);
  const { stdout: page } = await runCommand('man');
  expect(page).toMatch(/^\.TH REELSCOPE 1/);
  expect(page).toContain('.SS analyze\n');
  // A pipeline stands as it is typed.
  expect(page).toContain('\n.B find . \\-mtime');
  expect((await runCommand('analyze', '--help')).stdout).toContain(
    '\n  find . -mtime -1 -print0 | reelscope analyze -',
  );
  expect(page.split('\n').filter((line) => /^['.]/.test(line) && !/^\.(TH|SH|SS|PP|TP|B|br)\b/.test(line))).toEqual([]);
});

it('reports errors as JSON where output is JSON', async () => {
  const { code, stderr } = await runCommand('verify', 'missing.html', '--json');
  expect([code, JSON.parse(stderr)]).toEqual([
    1,
    { error: { code: 'not_found', message: expect.stringMatching(/^“missing\.html” can’t be read: no such file\.$/) } },
  ]);
  const usage = await runCommand('search', '--json');
  expect([usage.code, JSON.parse(usage.stderr)]).toMatchObject([2, { error: { code: 'usage' } }]);
});
