import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { makeZip } from 'client-zip';
import { expect, it, onTestFinished } from 'vitest';
import { hashKey } from '../../src/server/account/api-key.ts';
import { createClient, localClient } from '../fixtures/client.ts';
import { seededRandom } from '../fixtures/random.ts';
import { readZip } from '../fixtures/read-zip.ts';
import { fakeMedia, startTestServer, type TestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { budgetMs, report } from './support/table.ts';

const RAW_KEY = `svc_live_${'a'.repeat(64)}`;
const random = seededRandom(33);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;

/** A server with an analyzed video. @param name of its file, which is stored by it */
async function start(
  name = 'own.mp4',
): Promise<{ server: TestServer; client: ReturnType<typeof localClient>; jobId: string }> {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload(name, fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return { server, client, jobId };
}

it('a crafted backup brings no right, and nothing crafted stops the server', { timeout: 3_600_000 }, async () => {
  const { server, client } = await start();
  const stranger = await start('bait.mp4');
  const { body } = await stranger.client.call('POST', '/backups', {});
  const good = join(stranger.server.dataFolder, 'backups', body.name);
  const secret = join(await tempFolder(), 'id_rsa');
  await writeFile(secret, fakeMedia(5, 'private key'));
  const rights = [
    `INSERT INTO settings VALUES ('sharing', '{"enabled":true,"keep_on":true,"port":0}', 1)`,
    `INSERT INTO settings VALUES ('oidc', '{"issuer":"http://127.0.0.1:1"}', 1)`,
    `INSERT INTO settings VALUES ('agents.analyze_folders', '["/"]', 1)`,
    `INSERT INTO apiKeys (userId, name, hash, prefix, createdAt, scope) VALUES (1, 'k', '${hashKey(RAW_KEY)}', 'p', 1, 'admin')`,
    `UPDATE sourceFiles SET location = '${secret}'`,
    `INSERT INTO watchFolders (userId, path, rules, createdAt, updatedAt) VALUES (1, '/etc', '{}', 1, 1)`,
    `UPDATE profiles SET isAdmin = 1`,
  ];
  const schema = [
    'CREATE TRIGGER t AFTER INSERT ON videos BEGIN INSERT INTO settings VALUES (NEW.jobId, 1, 1); END',
    'CREATE VIEW v AS SELECT * FROM apiKeys',
    'CREATE TABLE w (x)',
    'CREATE INDEX i ON videos (name)',
    'DROP TABLE revokedCredentials',
  ];
  const path = join(await tempFolder(), 'gift.db');
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const until = Date.now() + budgetMs(0.08);
  let rounds = 0;
  for (; Date.now() < until || rounds < 10; rounds++) {
    await copyFile(good, path);
    const isForeignSchema = random() < 0.3;
    const database = new BetterSqlite3(path);
    for (const sql of rights) if (random() < 0.6) database.exec(sql);
    if (isForeignSchema) database.exec(oneOf(schema));
    database.close();
    if (random() < 0.2) {
      const bytes = await readFile(path);
      for (let i = 0; i < 20; i++) bytes[below(bytes.length)] = below(256);
      await writeFile(path, bytes);
    }
    const { status, body: answer } = await client.call('POST', '/backups/restore', { path });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fail = (what: string) => failures.push(`round ${rounds}: ${what}`);
    if (status >= 500 && answer.error.code !== 'library_damaged') fail(`${status}`);
    if (status === 200 && isForeignSchema) fail('a foreign schema was restored');
    if (status !== 200) continue;
    if ((await createClient(server, RAW_KEY).get('/profile')).status !== 401) fail('a key works');
    if ((await client.get('/sharing')).body.enabled) fail('sharing is on');
    if ((await client.get('/settings/agents')).body.analyze_folders.length > 0) fail('agents are allowed folders');
    if (JSON.stringify((await client.get('/watch-folders')).body).includes('/etc')) fail('a folder is watched');
    for (const { job_id } of (await client.get('/videos')).body)
      if ((await client.get(`/videos/${job_id}/media`)).body.source_exists) fail('a file of this machine is read');
  }
  report('crafted-backups', [
    {
      check: 'rights from another installation',
      rounds,
      failures: failures.length,
      detail: JSON.stringify([...statuses]),
    },
  ]);
  expect(failures).toEqual([]);
});

it('crafted bundles change no own finding, and are refused or marked', { timeout: 3_600_000 }, async () => {
  const { server, client, jobId } = await start();
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/bundle`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const files = readZip(new Uint8Array(await response.arrayBuffer()));
  const { signature, ...manifest } = JSON.parse(String(files.get('manifest.json')));
  const own = JSON.stringify(server.store.segments.list(1, jobId));
  const values = [
    null,
    -1,
    2 ** 53,
    'x'.repeat(300),
    [],
    {},
    { key: 'lines', params: null },
    '\u202e<!-- reelscope-signature -->',
  ];
  const datas = () => ({
    added: true,
    added_by: 'Analyst',
    corrected: oneOf([true, 'yes']),
    text: oneOf([...values, { key: 'sentences', params: { sentences: 'A gun' } }]),
    [oneOf(['label', 'confidence', 'boxes', 'words', 'speaker', 'still_time'])]: oneOf(values),
  });
  const path = join(await tempFolder(), 'gift.reelscope');
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const until = Date.now() + budgetMs(0.08);
  let rounds = 0;
  for (; Date.now() < until || rounds < 20; rounds++) {
    const lines = Array.from({ length: 1 + below(4) }, () => ({
      content: `FORGED ${below(1000)}`,
      start_time: below(9),
      end_time: 10,
      data: oneOf([null, datas()]),
    }));
    const crafted = new Map(files);
    crafted.delete('manifest.json');
    crafted.set('findings/ocr.ndjson', Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')));
    const modules = manifest.analysis.modules.map((module: { module: string }) => {
      crafted.delete(`vectors/${module.module}.f32`);
      return { ...module, vectors: null, ...(module.module === 'ocr' && { findings: lines.length }) };
    });
    const entries = [...crafted].map(([name, content]) => ({
      name,
      size_bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
    const id = createHash('sha256').update(JSON.stringify(lines)).digest('hex');
    const analysis = { ...manifest.analysis, id, modules, finished_at: '2099-01-01T00:00:00.000' };
    const changed = { ...manifest, analysis, entries, ...(random() < 0.3 && { signature }) };
    crafted.set('manifest.json', Buffer.from(JSON.stringify(changed)));
    const zip = makeZip([...crafted].map(([name, input]) => ({ name, input: new Uint8Array(input) })));
    await writeFile(path, new Uint8Array(await new Response(zip).arrayBuffer()));
    const { status } = await client.post('/bundles/import', { path });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) failures.push(`round ${rounds}: ${status}`);
    if (status === 200 && changed.signature)
      failures.push(`round ${rounds}: a signature of something else is accepted`);
    if (JSON.stringify(server.store.segments.list(1, jobId)) !== own) {
      failures.push(`round ${rounds}: own findings have changed`);
      break;
    }
    if ((await client.get(`/results/job/${jobId}`)).status !== 200)
      failures.push(`round ${rounds}: results are broken`);
  }
  report('crafted-bundles', [
    { check: 'own findings', rounds, failures: failures.length, detail: JSON.stringify([...statuses]) },
  ]);
  expect(failures).toEqual([]);
});
