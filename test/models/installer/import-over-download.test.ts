import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Installer } from '../../../src/models/installer/installer.ts';
import { startModelHost } from '../../fixtures/model-host.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { TOYS, toyFiles, WEIGHTS } from './test-catalog.ts';

test('an import replaces a running download, deletes its files, and is reported', async () => {
  const host = await startModelHost(toyFiles());
  onTestFinished(() => host.close());
  const folder = join(await tempFolder(), 'models');
  const sources = { isOffline: () => false, baseUrl: () => host.url, catalog: TOYS };
  const installer = new Installer({ folder, now: () => 0, retryMs: 1, ...sources });
  onTestFinished(() => installer.close());

  host.holdAfter = 100_000;
  const { ended } = installer.install('one');
  await waitUntil(() => (installer.state('one')?.receivedBytes ?? 0) > 0, { timeout: 30_000 });
  const told: [string, string][] = [];
  installer.onState((id, { status }) => told.push([id, status]));
  const file = join(await tempFolder(), 'weights.bin');
  await writeFile(file, WEIGHTS);
  await installer.import(file);

  expect(await ended).toMatchObject({ status: 'paused' });
  expect(told.at(-1)).toEqual(['one', 'installed']);
  expect(installer.state('one')).toMatchObject({ status: 'installed', receivedBytes: WEIGHTS.length, error: null });
  expect(await readdir(join(folder, '.partial'))).toEqual([]);
  expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
});
