import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/base/time.ts';
import { API_KEY_START } from '../../../src/contract/account/keys.ts';
import { createAuditLog } from '../../../src/db/audit-log.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { hashKey } from '../../../src/server/account/api-key.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { fakeMedia, startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks, noShell } from '../../fixtures/this-system.ts';

async function setUp() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  return { server, client: localClient(server), folder: join(server.dataFolder, 'backups') };
}

const backUp = async ({ client }: { client: Client }) =>
  (await client.call('POST', '/backups', {})).body.name as string;
const restore = (client: Client, body: object) => client.call('POST', '/backups/restore', body);

/** Adds a video with links; returns their ids. */
async function share(client: Client, count = 1) {
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const links = Array.from({ length: count }, () => client.post('/shared-reports', { video_id: jobId }));
  return { jobId, links: (await Promise.all(links)).map(({ body }) => body.id as string) };
}

/** A backup of another installation with a video, changed by `craft`. */
async function strangersBackup(craft: (database: BetterSqlite3.Database) => void): Promise<string> {
  const stranger = await setUp();
  await share(stranger.client);
  const path = join(await tempFolder(), 'gift.db');
  await copyFile(join(stranger.folder, await backUp(stranger)), path);
  const database = new BetterSqlite3(path);
  craft(database);
  database.close();
  return path;
}

const rawKey = `${API_KEY_START}${'a'.repeat(64)}`;

it('takes every right from a backup that this installation did not make, and says so', async () => {
  const { server, client } = await setUp();
  const secret = join(await tempFolder(), 'id_rsa');
  await writeFile(secret, fakeMedia(5, 'private key'));
  const path = await strangersBackup((database) => {
    const run = (sql: string, ...values: unknown[]) => database.prepare(sql).run(...values);
    run(
      "INSERT INTO settings VALUES ('sharing', '{\"enabled\":true,\"keep_on\":true,\"port\":0}', 1), ('oidc', '{}', 1)",
    );
    run(
      `INSERT INTO sourceFiles (userId, storagePath, location, sizeBytes, modifiedMs, changedMs, edgesHash)
       SELECT userId, storagePath, ?, 26, 0, 0, '' FROM videos WHERE true
       ON CONFLICT DO UPDATE SET location = excluded.location`,
      secret,
    );
    run(
      "INSERT INTO apiKeys (userId, name, hash, prefix, createdAt, scope) VALUES (1, 'k', ?, 'p', 1, 'admin')",
      hashKey(rawKey),
    );
    run("INSERT INTO watchFolders (userId, path, rules, createdAt, updatedAt) VALUES (1, '/etc', '{}', 1, 1)");
  });
  const { status, body } = await restore(client, { path });
  expect(status).toBe(200);
  expect(body.removed).toEqual({
    keys: 1,
    links: 1,
    comments: 0,
    webhooks: 0,
    watch_folders: 1,
    settings: 2,
    locations: 1,
    earlier_analyses: 0,
  });
  expect((await createClient(server, rawKey).get('/profile')).status).toBe(401);
  expect((await client.get('/keys')).body).toEqual([]);
  expect((await client.get('/watch-folders')).body.folders ?? []).toEqual([]);
  expect((await client.get('/sharing')).body.enabled).toBe(false);
  const [video] = (await client.get('/videos')).body;
  expect((await client.get(`/videos/${video.job_id}/media`)).body).toMatchObject({ source_exists: false });
  expect((await client.get(`/videos/${video.job_id}/shared-reports`)).body).toEqual([]);
});

it.each(
  sample(
    [
      ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON videos BEGIN UPDATE settings SET value = 1; END'],
      ['a view', 'CREATE VIEW v AS SELECT * FROM apiKeys'],
      ['another table', 'CREATE TABLE more (x)'],
      ['another index', 'CREATE INDEX i ON videos (name)'],
      ['another column', 'ALTER TABLE videos ADD COLUMN x DEFAULT (1)'],
      ['a missing trigger', 'DROP TRIGGER auditEntriesStay'],
    ],
    2,
  ),
)('refuses a library with %s', WHOLE, async (_, sql) => {
  const { client } = await setUp();
  const path = await strangersBackup((database) => database.exec(sql));
  expect(await restore(client, { path })).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});

it('keeps the rights of its own backups, wherever they are, unless the file was changed', async () => {
  const own = await setUp();
  await own.client.post('/keys', { name: 'script' });
  await own.client.post('/projects', { name: 'findable' });
  const name = await backUp(own);
  expect((await restore(own.client, { name })).body.removed).toBeNull();
  const elsewhere = join(await tempFolder(), 'copy.db');
  await copyFile(join(own.folder, name), elsewhere);
  expect((await restore(own.client, { path: elsewhere })).body.removed).toBeNull();
  expect((await own.client.get('/keys')).body).toHaveLength(1);
  // The library that was set aside is a backup like others.
  const [aside] = (await readdir(own.folder)).filter((file) => file.includes('-restore'));
  expect((await restore(own.client, { name: aside })).body.removed).toBeNull();

  const bytes = await readFile(elsewhere);
  const at = bytes.indexOf('findable');
  bytes[at] = bytes[at]! + 1;
  await writeFile(elsewhere, bytes);
  expect((await restore(own.client, { path: elsewhere })).body.removed).toMatchObject({ keys: 1 });
  expect((await own.client.get('/keys')).body).toEqual([]);
});

it('leaves keys and links dead that were revoked since a backup', async () => {
  const own = await setUp();
  const { server, client } = own;
  const key = async (name: string) => (await client.post('/keys', { name })).body as { id: string; raw_key: string };
  const [deleted, deactivated, used] = [await key('deleted'), await key('deactivated'), await key('used')];
  const { jobId, links } = await share(client, 2);
  const name = await backUp(own);
  await client.delete(`/keys/${deleted.id}`);
  await client.patch(`/keys/${deactivated.id}`, { is_active: false });
  await client.delete(`/shared-reports/${links[0]}`);
  const statuses = async () =>
    Promise.all(
      [deleted, deactivated, used].map(async (k) => (await createClient(server, k.raw_key).get('/profile')).status),
    );
  const active = async () =>
    ((await client.get(`/videos/${jobId}/shared-reports`)).body as { id: string; is_active: boolean }[])
      .filter((each) => each.is_active)
      .map(({ id }) => id);
  // Twice: what is revoked stays known in the restored library.
  for (const _ of [1, 2]) {
    expect((await restore(client, { name })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await active()).toEqual([links[1]]);
  }
});

/** A backup of another installation with media; returns the storage path of its video as well. */
async function strangersFolder() {
  const stranger = await setUp();
  const { filePath } = await stranger.client.upload('a.mp4', fakeMedia());
  const folder = join(await tempFolder(), 'gift');
  await stranger.client.call('POST', '/backups', { path: folder, media: true });
  return { folder, filePath };
}

it.skipIf(noLinks).each(sample(['file', 'storage', 'storage/users', 'storage/users/1', 'reelscope.db'], 1))(
  `refuses a backup with a link in place of %s${noLinks}, and follows none`,
  WHOLE,
  async (linked) => {
    const { server, client } = await setUp();
    const { folder, filePath } = await strangersFolder();
    const private_ = join(await tempFolder(), 'private');
    const at = join(folder, linked === 'file' ? join('storage', filePath) : linked);
    await rename(at, private_);
    await symlink(private_, at);
    const restored = await restore(client, { path: folder });
    expect(restored.status).toBe(linked === 'reelscope.db' ? 200 : 400);
    if (linked !== 'reelscope.db') expect(restored.body.error.message).toContain(at);
    if (restored.status === 400) await expect(readFile(join(server.dataFolder, 'storage', filePath))).rejects.toThrow();
    expect((await client.get('/videos')).body).toHaveLength(linked === 'reelscope.db' ? 1 : 0);
  },
);

it.skipIf(noShell)(`refuses pipes, which would wait for a writer${noShell}`, async () => {
  const { client } = await setUp();
  const { folder, filePath } = await strangersFolder();
  const more = join(folder, dirname(join('storage', filePath)), 'b.mp4');
  execFileSync('mkfifo', [more]);
  expect((await restore(client, { path: folder })).status).toBe(400);
  const pipe = join(await tempFolder(), 'pipe.db');
  execFileSync('mkfifo', [pipe]);
  expect((await restore(client, { path: pipe })).status).toBe(400);
});

it('leaves out what is no media file of a user', async () => {
  const { server, client } = await setUp();
  const { folder, filePath } = await strangersFolder();
  await mkdir(join(folder, 'storage/users/../other'), { recursive: true });
  await writeFile(join(folder, 'storage/other/a.mp4'), 'a');
  await mkdir(join(folder, 'storage/users/1/inner'));
  await writeFile(join(folder, 'storage/users/1/inner/a.mp4'), 'a');
  expect((await restore(client, { path: folder })).status).toBe(200);
  expect(await readFile(join(server.dataFolder, 'storage', filePath), 'utf8')).toBe(fakeMedia());
  expect(await readdir(join(server.dataFolder, 'storage/users/1'))).toHaveLength(1);
});

it('signs no document that another installation says that this one wrote', async () => {
  const { client } = await setUp();
  const sha256 = 'a'.repeat(64);
  const path = await strangersBackup((database) => {
    const db = openDatabase({ path: database.name });
    const video = db.get(db.sql.selectFrom('videos').select(['jobId', 'userId']))!;
    createAuditLog(db, systemClock, null).record(video, { action: 'exported', details: { format: 'json', sha256 } });
    db.close();
  });
  expect((await restore(client, { path })).status).toBe(200);
  const [video] = (await client.get('/videos')).body;
  const sign = () => client.call('POST', '/exports', { videos: [video.job_id], format: 'json', sha256 });
  expect(await sign()).toMatchObject({ status: 403 });
  const { entries, problem } = (await client.get(`/videos/${video.job_id}/audit`)).body;
  expect([entries.at(-1), problem]).toMatchObject([{ action: 'adopted', actor: { kind: 'system' } }, null]);
});

it('marks the findings of a backup that this installation did not make, as those of bundles', async () => {
  const { client } = await setUp();
  const path = await strangersBackup((database) => {
    database.exec(`
      UPDATE moduleRuns SET engine = 'imported/0123456789abcdef/shots@1';
      INSERT INTO segments (videoId, module, content, startTime, endTime, engine)
        SELECT id, 'ocr', 'PLANTED', 1, 2, 'pp-ocrv4@1' FROM videos;
      INSERT INTO segments (videoId, module, content, startTime, endTime, engine)
        SELECT id, 'logos', 'ACME', 1, 2, NULL FROM videos;
      INSERT INTO comments (linkId, videoId, startTime, name, text, createdAt)
        SELECT sharedReports.id, videos.id, 1, 'Ann', 'Hello', 1 FROM sharedReports, videos;
      INSERT INTO analyses (videoId, keptAt, modules, digest, findings) SELECT id, 1, '[]', '', x'00' FROM videos;
    `);
  });
  const { body } = await restore(client, { path });
  expect(body.removed).toMatchObject({ links: 1, comments: 1, earlier_analyses: 1 });
  const [video] = (await client.get('/videos')).body;
  const { segments, analysis } = (await client.get(`/results/job/${video.job_id}`)).body;
  const engineOf = (module: string) => segments.find((one: { module: string }) => one.module === module).engine;
  expect(['ocr', 'logos'].map(engineOf)).toEqual(['imported/backup/pp-ocrv4@1', 'imported/backup/']);
  const ran = analysis.find(({ module }: { module: string }) => module === 'scenes');
  expect(ran.engine).toBe('imported/backup/imported/0123456789abcdef/shots@1');
  const [cited] = (await client.post('/citations', { job_id: video.job_id, modules: ['ocr'], start_time: 1 })).body;
  expect(cited).toMatchObject({ content: 'PLANTED', imported_from: 'backup' });
  const signed = await client.get(`/results/job/${video.job_id}?signed=true`);
  expect(JSON.stringify(signed.body.manifest)).toContain('imported/backup/pp-ocrv4@1');
});

it('drops data of findings that no analysis writes, and texts that show other words', async () => {
  const { client } = await setUp();
  const path = await strangersBackup((database) => {
    const add = database.prepare(`
      INSERT INTO segments (videoId, module, content, startTime, endTime, data, engine)
        SELECT id, 'ocr', ?, 1, 2, ?, 'pp-ocrv4@1' FROM videos
    `);
    add.run('OTHER', JSON.stringify({ confidence: 0.9, text: { key: 'auth.projects' } }));
    add.run('BROKEN', JSON.stringify({ words: 5, speaker: { a: 1 }, text: { key: null } }));
    add.run('DEEP', '['.repeat(500) + ']'.repeat(500));
    add.run('SOUND', JSON.stringify({ confidence: 0.8, corrected: true }));
    database
      .prepare(`
        INSERT INTO corrections (videoId, module, segmentId, startTime, endTime, foundContent, foundData, content, createdAt, updatedAt)
          SELECT videoId, module, id, 1, 2, 'AS FOUND', ?, content, 1, 1 FROM segments WHERE content = 'SOUND'
      `)
      .run(JSON.stringify({ confidence: 0.7, text: { key: 'auth.projects' } }));
  });
  expect((await restore(client, { path })).status).toBe(200);
  const [video] = (await client.get('/videos')).body;
  const { ocr } = (await client.get(`/results/job/${video.job_id}`)).body;
  const dataOf = Object.fromEntries(ocr.map((one: { content: string; data: unknown }) => [one.content, one.data]));
  expect(dataOf).toEqual({
    OTHER: { confidence: 0.9 },
    BROKEN: null,
    DEEP: null,
    SOUND: { confidence: 0.8, corrected: true },
  });
  const { id } = ocr.find(({ content }: { content: string }) => content === 'SOUND');
  const reverted = await client.call('PATCH', `/segments/${id}`, { content: 'AS FOUND' });
  expect(reverted.body).toMatchObject({ content: 'AS FOUND', data: { confidence: 0.7 } });
  expect(reverted.body.data.text).toBeUndefined();
  for (const format of ['html', 'md', 'docx', 'csv'])
    expect((await client.get(`/videos/${video.job_id}/export?format=${format}`)).status, format).toBe(200);
});

it('leaves out what would belong to a later link or video', async () => {
  const { client } = await setUp();
  const path = await strangersBackup((database) => {
    database.pragma('foreign_keys = OFF');
    database.exec(`
      UPDATE sqlite_sequence SET seq = 70 WHERE name IN ('videos', 'sharedReports');
      INSERT INTO comments (linkId, videoId, startTime, name, text, createdAt)
        SELECT 71, id, 1, 'Mallory', 'Call me at this number', 1 FROM videos;
      INSERT INTO segments (videoId, module, content, startTime, endTime, engine)
        VALUES (71, 'ocr', 'PLANTED', 1, 2, 'pp-ocrv4@1');
    `);
  });
  expect((await restore(client, { path })).status).toBe(200);
  const [video] = (await client.get('/videos')).body;
  const link = (await client.post('/shared-reports', { video_id: video.job_id, allow_comments: true })).body;
  expect((await client.get(`/shared-reports/${link.share_hash}/comments`)).body.comments).toEqual([]);
  const { jobId } = await client.upload('later.mp4', fakeMedia(9));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const { segments } = (await client.get(`/results/job/${jobId}`)).body;
  expect(segments.map(({ content }: { content: string }) => content)).not.toContain('PLANTED');
});

it('refuses a library that names a table, trigger, or index twice', async () => {
  const { client } = await setUp();
  const path = await strangersBackup((database) => {
    database.unsafeMode();
    database.pragma('writable_schema = ON');
    database.exec(`INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE type = 'index' AND sql IS NULL LIMIT 1`);
  });
  expect((await restore(client, { path })).status).toBe(400);
});
