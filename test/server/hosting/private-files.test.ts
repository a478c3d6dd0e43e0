import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitFor } from '../../fixtures/wait.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe.skipIf(process.platform === 'win32')('access of other accounts', () => {
  it('closes the data folder and what earlier versions left open', async () => {
    const data = join(await tempFolder(), 'data');
    const still = join(data, 'stills', '0198c0de-0000-7000-8000-000000000000', '0.jpg');
    await mkdir(join(still, '..'), { recursive: true });
    await writeFile(still, 'x');
    await writeFile(join(data, 'secrets.json'), '{}');
    for (const path of [data, join(data, 'stills')]) await chmod(path, 0o755);
    for (const path of [still, join(data, 'secrets.json')]) await chmod(path, 0o644);
    const server = await startServer(testHost(data), { port: 0 });
    onTestFinished(() => server.close());
    expect(await modeOf(data)).toBe(0o700);
    await waitFor(async () => {
      expect(await modeOf(still)).toBe(0o600);
      expect(await modeOf(join(data, 'stills'))).toBe(0o700);
      for (const name of ['reelscope.db', 'reelscope.db-wal', 'owner.lock', 'server.json', 'secrets.json'])
        expect([name, await modeOf(join(data, name))]).toEqual([name, 0o600]);
    });
  });

  it('creates a new data folder closed', async () => {
    const data = join(await tempFolder(), 'new', 'data');
    const server = await startServer(testHost(data), { port: 0 });
    onTestFinished(() => server.close());
    expect(await modeOf(data)).toBe(0o700);
  });

  it('leaves a folder alone that is shared, such as /tmp', async () => {
    const data = await tempFolder();
    await chmod(data, 0o1777);
    const server = await startServer(testHost(data), { port: 0 });
    onTestFinished(() => server.close());
    expect(await modeOf(data)).toBe(0o777);
  });
});
