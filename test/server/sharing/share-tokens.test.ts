import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import type { WorkerPool } from '../../../src/server/worker-pool.ts';
import { createClient, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const scripted = (): WorkerPool =>
  ({
    media: {
      probe: async () => ({ container: 'mp4', duration: 1, sizeBytes: 4, video: null, audio: null }),
      poster: async () => false,
    },
    jobs: { close: async () => {} },
    close: async () => {},
  }) as never;

test('the database contains no token of a link, and its owner still sees the link', async () => {
  const server = await startTestServer();
  const local = localClient(server);
  const { jobId } = await local.upload('a.mp4', fakeMedia());
  const { body: report } = await local.post('/shared-reports', { video_id: jobId });
  expect((await local.get(`/videos/${jobId}/shared-reports`)).body).toEqual([report]);
  expect((await createClient(server).get(`/shared-reports/${report.share_hash}`)).status).toBe(200);
  const stored = JSON.stringify(server.store.reports.list(1));
  expect(stored).not.toContain(report.share_hash);
  // The stored hash opens no link.
  const { shareHash } = server.store.reports.list(1)[0]!;
  expect((await createClient(server).get(`/shared-reports/${shareHash}`)).status).toBe(404);
  await server.close();
});

test('links of an earlier version keep working, and their tokens leave the database', async () => {
  const folder = await tempFolder();
  const host = testHost(join(folder, 'data'));
  const start = async () => {
    const server = await startServer(host, { port: 0, work: scripted });
    return { server, client: createClient(server, `Bearer ${(await server.localToken()).token}`) };
  };
  const first = await start();
  const { jobId } = await first.client.upload('a.mp4', fakeMedia());
  const { body: report } = await first.client.post('/shared-reports', { video_id: jobId });
  await first.server.close();
  const path = join(folder, 'data', 'reelscope.db');
  const database = new BetterSqlite3(path);
  database.prepare('UPDATE sharedReports SET shareHash = ?, sealedToken = NULL').run(report.share_hash);
  database.close();
  expect((await readFile(path)).includes(report.share_hash)).toBe(true);

  const { server, client } = await start();
  onTestFinished(() => server.close());
  expect((await createClient(server).get(`/shared-reports/${report.share_hash}`)).status).toBe(200);
  const list = await client.get(`/videos/${jobId}/shared-reports`);
  expect(list.body[0].share_hash).toBe(report.share_hash);
  for (const suffix of ['', '-wal']) {
    const bytes = await readFile(path + suffix).catch(() => Buffer.alloc(0));
    expect(bytes.includes(report.share_hash)).toBe(false);
  }
});
