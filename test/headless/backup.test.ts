import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/db/index.ts';
import { requireSoundLibrary } from '../../src/db/recovery/backup.ts';
import { interrupt, runCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

const projectsOf = (data: string) => {
  const store = openStore({ path: join(data, 'reelscope.db') });
  const { user } = store.users.findOrCreate('test', 'somebody');
  const names = store.projects.list(user.id).map((row) => row.name);
  store.close();
  return names;
};
const addProject = (data: string, name: string) => {
  const store = openStore({ path: join(data, 'reelscope.db') });
  store.projects.create(store.users.findOrCreate('test', 'somebody').user.id, { name, description: null });
  store.close();
};

it('backs up and restores with and without a running server', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  await mkdir(data);
  addProject(data, 'first');
  const file = join(folder, 'copy.db');
  expect(await runCommand('backup', file, '--data-dir', data)).toMatchObject({ code: 0, stdout: `${file}\n` });
  await requireSoundLibrary(file);
  addProject(data, 'second');

  const offline = await runCommand('restore', file, '--data-dir', data);
  expect(offline).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored\. The library before is .*-restore\.db\n$/),
  });
  expect(projectsOf(data)).toEqual(['first']);

  const { child, result } = await startServe(data);
  const named = await runCommand('backup', '--data-dir', data);
  expect(named.stdout).toMatch(/^reelscope-.*-manual\.db\n$/);
  const [aside] = (await readdir(join(data, 'backups'))).filter((name) => name.endsWith('-restore.db'));
  expect(await runCommand('restore', aside!, '--data-dir', data)).toMatchObject({ code: 0 });
  const bad = join(folder, 'bad.db');
  await writeFile(bad, 'x');
  const refused = await runCommand('restore', bad, '--data-dir', data);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^reelscope: .*bad\.db is not a backup of a Reelscope library\. \(invalid_request\)$/),
  ]);
  // A backup of another library than this one's installation.
  const other = join(folder, 'other');
  await mkdir(other);
  addProject(other, 'foreign');
  const gift = join(folder, 'gift.db');
  await runCommand('backup', gift, '--data-dir', other);
  expect((await runCommand('restore', gift, '--data-dir', data)).stdout).toMatch(/from another installation/);
  await runCommand('restore', aside!, '--data-dir', data);
  interrupt(child);
  await result;
  expect(projectsOf(data).sort()).toEqual(['first', 'second']);
}, 180_000);
