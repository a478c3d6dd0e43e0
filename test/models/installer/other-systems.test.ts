import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Installer } from '../../../src/models/installer/installer.ts';
import { startModelHost } from '../../fixtures/model-host.ts';
import { hold, imitate, isRefused } from '../../fixtures/other-systems.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { TOYS, toyFiles, WEIGHTS } from './test-catalog.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('../../fixtures/other-systems.ts')).otherSystem(await original()),
);

/** An installed model, one of whose files a worker has mapped. */
async function setUp() {
  const host = await startModelHost(toyFiles());
  onTestFinished(() => host.close());
  const folder = join(await tempFolder(), 'models');
  const installer = new Installer({
    folder,
    isOffline: () => false,
    baseUrl: () => host.url,
    now: Date.now,
    catalog: TOYS,
    retryMs: 1,
  });
  onTestFinished(() => installer.close());
  expect(await installer.install('two').ended).toMatchObject({ status: 'installed' });
  const weights = join(folder, 'two/onnx/model.onnx');
  imitate({ platform: 'win32', holdsOpenFiles: true });
  return { folder, installer, weights };
}

/** Lets the waiting for other programs pass at once, and not the time that a download may take. */
async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isDone = false;
  const result = work().finally(() => {
    isDone = true;
  });
  result.catch(() => {});
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isRefused()) await vi.advanceTimersByTimeAsync(100);
  }
  vi.useRealTimers();
  return result;
}

it('keeps a model whole that is loaded while it is removed', async () => {
  const { installer, weights } = await setUp();
  const close = hold(weights, 'EPERM');
  await expect(patiently(() => installer.remove('two'))).rejects.toMatchObject({ code: 'conflict' });
  expect((await installer.listInstalled()).map(({ id }) => id)).toEqual(['two']);
  expect(await fs.readFile(weights)).toEqual(WEIGHTS);
  close();
  await installer.remove('two');
  expect(await installer.listInstalled()).toEqual([]);
});

it('keeps the version of a model that is loaded while it is installed again', async () => {
  const { installer, weights } = await setUp();
  hold(weights, 'EPERM');
  expect(await patiently(() => installer.install('two').ended)).toMatchObject({
    status: 'failed',
    error: { code: 'conflict' },
  });
  expect((await installer.listInstalled()).map(({ id }) => id)).toEqual(['two']);
});
