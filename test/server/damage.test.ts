import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/db/index.ts';
import { localClient } from '../fixtures/client.ts';
import { runCommand } from '../fixtures/command.ts';
import { fakeMedia, startTestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';

describe('a damaged library', () => {
  it('is reported instead of “health ok”, and repaired while the server runs', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const client = localClient(server);
    const { jobId } = await client.upload('clip.mp4', fakeMedia());
    expect((await client.get('/health')).body.status).toBe('ok');
    server.services.libraryState.reportDamage();
    expect((await client.get('/health')).body.status).toBe('damaged');
    expect((await client.get('/library/state')).body.problems).toMatchObject([{ code: 'damaged' }]);
    const { status, body } = await client.post('/library/repair');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      incomplete: [],
      rows: { videos: 1 },
      set_aside: expect.stringContaining('-repair.db'),
    });
    expect((await client.get('/health')).body.status).toBe('ok');
    expect((await client.get(`/videos/${jobId}`)).status).toBe(200);
  });

  it('is one sentence at start that names the way out, which works', async () => {
    const data = join(await tempFolder(), 'data');
    const path = join(data, 'reelscope.db');
    const store = openStore({ path });
    const { user } = store.users.findOrCreate('test', 'somebody');
    for (let i = 0; i < 400; i++)
      store.projects.create(user.id, { name: `project ${i} ${'x'.repeat(90)}`, description: null });
    store.close();
    const bytes = await readFile(path);
    const at = bytes.indexOf('project 200 ');
    bytes.fill(0x5a, at - (at % 8192), at - (at % 8192) + 8192);
    await writeFile(path, bytes);
    const repaired = await runCommand('repair', '--data-dir', data);
    expect(repaired).toMatchObject({ code: 0, stdout: expect.stringMatching(/projects +\d+ \(incomplete\)/) });
    const after = openStore({ path });
    expect(after.projects.list(user.id).length).toBeGreaterThan(250);
    after.close();
    // Without a readable first page nothing can be saved, and nothing is changed.
    const lost = Buffer.from(await readFile(path)).fill(0x5a, 0, 8192);
    await writeFile(path, lost);
    const start = await runCommand('keys', 'list', '--data-dir', data);
    expect(start.code).toBe(1);
    expect(start.stderr.trim()).toMatch(
      /^reelscope: The library in .* is damaged\. Run “reelscope repair”.* \(library_damaged\)$/,
    );
    const failed = await runCommand('repair', '--data-dir', data);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/too damaged to be repaired\. Restore a backup\. \(library_damaged\)\n$/),
    });
    expect((await readFile(path)).equals(lost)).toBe(true);
  }, 120_000);
});
