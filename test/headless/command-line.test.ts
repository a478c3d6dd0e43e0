import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSimilar } from '../../src/headless/similar.ts';
import { ENTRY, runCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('refuses surplus arguments, and deletes nothing for them', async () => {
  const data = join(await tempFolder(), 'data');
  const { ready } = await startServe(data);
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${ready.api_url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
    });
  await api('/projects', { method: 'POST', body: JSON.stringify({ name: 'Case' }) });
  const surplus = [
    ...[
      ['projects', 'delete', 'Case', 'red.mp4', '--yes'],
      ['projects', 'remove', 'Case', 'red.mp4', '--yes'],
    ],
    ...[
      ['projects', 'list', 'more'],
      ['saved-searches', 'list', 'more'],
      ['trash', 'list', 'more'],
    ],
    ...[
      ['trash', 'empty', 'old.mp4'],
      ['share', 'create', 'a', 'b'],
      ['share', 'list', 'a', 'b'],
    ],
    ...[
      ['share', 'revoke', '1', '2'],
      ['moments', 'list', 'more'],
      ['stories', 'list', 'more'],
    ],
    ...[
      ['keys', 'list', 'more'],
      ['webhooks', 'list', 'more'],
      ['watch-folders', 'list', 'more'],
    ],
    ...[
      ['usage', 'more'],
      ['list', 'more'],
      ['show', 'a', 'b'],
      ['export', 'a', 'b', '--format', 'csv'],
    ],
  ];
  for (const args of surplus) {
    const { code, stdout } = await runCommand(...args, '--data-dir', data);
    expect([args, code, stdout]).toEqual([args, 2, '']);
  }
  // Deleting a project is confirmed, or nothing is deleted.
  expect(await runCommand('projects', 'delete', 'Case', '--data-dir', data)).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--yes') },
  });
  expect(await (await api('/projects')).json()).toMatchObject([{ name: 'Case' }]);
  // An empty list prints nothing on standard output, and a note for people.
  expect(await runCommand('trash', '--data-dir', data)).toMatchObject({
    ...{ code: 0, stdout: '', stderr: 'The trash is empty.\n' },
  });
  expect(await runCommand('list', '--data-dir', data)).toMatchObject({ code: 0, stdout: '' });
  // Options may stand before the command.
  const before = await runCommand('--json', '--data-dir', data, 'projects');
  expect(JSON.parse(before.stdout)).toMatchObject([{ name: 'Case' }]);
  expect((await runCommand(`--data-dir=${data}`, '--quiet', 'projects')).stdout).toContain('Case');
  expect((await runCommand('projects', 'delete', 'Case', '--yes', '--data-dir', data)).code).toBe(0);
  expect(await (await api('/projects')).json()).toEqual([]);
});

it('suggests the command that was likely meant', async () => {
  for (const [typed, known] of [
    ['serach', 'search'],
    ['exprt', 'export'],
    ['project', 'projects'],
    ['Lst', 'list'],
  ] as const) {
    const { code, stderr } = await runCommand(typed);
    expect([code, stderr]).toEqual([2, `reelscope: Unknown command “${typed}”. Did you mean ${known}?\n`]);
  }
  expect((await runCommand('dance')).stderr).toContain('See reelscope --help.');
  expect(isSimilar('ask', 'list')).toBe(false);
});

it('does not create a library for a command that reads', async () => {
  const data = join(await tempFolder(), 'mistyped');
  for (const args of [['list'], ['search', 'x'], ['show', 'a'], ['results', 'a'], ['usage'], ['ask', 'what']]) {
    const { code, stderr } = await runCommand(...args, '--data-dir', data);
    expect([args, code, stderr]).toEqual([args, 1, `reelscope: There is no library in “${data}”. (not_found)\n`]);
  }
  expect(existsSync(data)).toBe(false);
});

it.skipIf(process.platform === 'win32')('ends silently when the reader of its output does', async () => {
  const child = spawn(process.execPath, [ENTRY, 'man'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([0, '']);
});
