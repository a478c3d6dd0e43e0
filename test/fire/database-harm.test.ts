import { existsSync, readdirSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { ReelscopeError } from '../../src/contract/errors.ts';
import { repairOffline } from '../../src/server/backups/repair.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import { localClient } from '../fixtures/client.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fakeMedia, startTestServer, testHost } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { MINUTES, report } from './support/table.ts';

/** Damaged pages and flipped bits; each is a library of its own. */
const RANDOM_HARMS = 4 * MINUTES;
const PAGE_BYTES = 8192;
/** Codes of a start or repair that is refused in one sentence. */
const REFUSALS = new Set(['library_damaged', 'forbidden', 'conflict']);

/** Damages a data folder; the database is `reelscope.db` in it. */
type Harm = (folder: string) => Promise<void>;

const random = seededRandom(11);
const below = (limit: number): number => Math.floor(random() * limit);
const noise = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, () => below(256)));

function harms(): [name: string, harm: Harm][] {
  const edit =
    (name: string, change: (bytes: Buffer) => Buffer | undefined): Harm =>
    async (folder) => {
      const path = join(folder, name);
      const bytes = await fs.readFile(path);
      await fs.writeFile(path, change(bytes) ?? bytes);
    };
  const database = (change: (bytes: Buffer) => Buffer | undefined) => edit('reelscope.db', change);
  const remove =
    (...names: string[]): Harm =>
    async (folder) => {
      for (const name of names) await fs.rm(join(folder, name), { force: true });
    };
  const sql =
    (text: string): Harm =>
    (folder) => {
      const db = new BetterSqlite3(join(folder, 'reelscope.db'));
      db.exec(text);
      db.close();
      return Promise.resolve();
    };
  const pages = Array.from({ length: RANDOM_HARMS }, (_, i): [string, Harm] => [
    `page at random (${i})`,
    database((bytes) => {
      const page = below(bytes.length / PAGE_BYTES);
      noise(PAGE_BYTES).copy(bytes, page * PAGE_BYTES);
      return undefined;
    }),
  ]);
  const bits = Array.from({ length: RANDOM_HARMS }, (_, i): [string, Harm] => [
    `20 bits at random (${i})`,
    database((bytes) => {
      for (let bit = 0; bit < 20; bit++) bytes[below(bytes.length)]! ^= 1 << below(8);
      return undefined;
    }),
  ]);
  return [
    ['database and log deleted', remove('reelscope.db', 'reelscope.db-wal', 'reelscope.db-shm')],
    ['database deleted, log left', remove('reelscope.db')],
    ['log deleted', remove('reelscope.db-wal', 'reelscope.db-shm')],
    ['lock file deleted', remove('owner.lock', 'server.json')],
    ['empty', database(() => Buffer.alloc(0))],
    ['cut off in a page', database((bytes) => bytes.subarray(0, Math.floor(bytes.length / 2) + 100))],
    ['cut off between pages', database((bytes) => bytes.subarray(0, PAGE_BYTES * 3))],
    ['last page cut off', database((bytes) => bytes.subarray(0, bytes.length - PAGE_BYTES))],
    ['text instead of a database', database(() => Buffer.from('This is no database.\n'.repeat(1000)))],
    ['zeros', database((bytes) => Buffer.alloc(bytes.length))],
    ['header overwritten', database((bytes) => Buffer.concat([noise(100), bytes.subarray(100)]))],
    ['first page overwritten', database((bytes) => Buffer.concat([noise(PAGE_BYTES), bytes.subarray(PAGE_BYTES)]))],
    ['noise appended', database((bytes) => Buffer.concat([bytes, noise(5000)]))],
    ['log of noise', async (folder) => fs.writeFile(join(folder, 'reelscope.db-wal'), noise(100_000))],
    ['newer version', sql("INSERT INTO migrations (id, name, appliedAt) VALUES (9999, 'future', 0)")],
    ['findings that are no JSON', sql("UPDATE segments SET data = '{' WHERE id % 2 = 0")],
    ['notifications that are no JSON', sql('UPDATE notifications SET texts = substr(texts, 2)')],
    ['settings that are no JSON', sql("UPDATE settings SET value = '{'")],
    ['index dropped', sql('DROP INDEX segmentsByVideo')],
    ['segments without an index of words', sql('DROP TABLE segmentsFts')],
    [
      'folder instead of a database',
      async (folder) => {
        await remove('reelscope.db', 'reelscope.db-wal', 'reelscope.db-shm')(folder);
        await fs.mkdir(join(folder, 'reelscope.db'));
      },
    ],
    ...pages,
    ...bits,
  ];
}

const READS = [
  '/videos',
  '/projects',
  '/dashboard',
  '/usage',
  '/notifications',
  '/chat/sessions',
  '/keys',
  '/profile',
  '/storage/files',
  '/settings/brand-words',
  '/library/state',
];

/** Reads everything; returns the answers that are neither success nor the error of a damaged library. */
async function readAll(server: RunningServer, jobIds: readonly string[]) {
  const { token } = await server.localToken();
  const wrong: string[] = [];
  let damaged = 0;
  const paths = [...READS, ...jobIds.flatMap((jobId) => [`/videos/${jobId}`, `/results/job/${jobId}?partial=true`])];
  const requests: [path: string, init?: RequestInit][] = [
    ...paths.map((path): [string] => [path]),
    ['/search', { method: 'POST', body: '{"query":"bicycle","mode":"keyword"}' }],
  ];
  for (const [path, init] of requests) {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(server.apiUrl + path, { ...init, headers });
    const text = await response.text();
    if (response.status === 503 && JSON.parse(text).error.code === 'library_damaged') damaged++;
    else if (response.status >= 500) wrong.push(`${path}: ${response.status} ${text}`);
  }
  const { status } = (await (await fetch(`${server.apiUrl}/health`)).json()) as { status: string };
  if (damaged > 0 && status !== 'damaged') wrong.push(`health is ${status}`);
  return { wrong, damaged };
}

/** Stored files below a folder, without those of the database. */
const filesIn = (folder: string): string[] =>
  ['storage/users', 'stills'].flatMap((part) =>
    existsSync(join(folder, part))
      ? readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
      : [],
  );

async function tryStart(folder: string): Promise<RunningServer | ReelscopeError> {
  return startServer(testHost(folder), { port: 0 }).catch((error: unknown) => {
    if (error instanceof ReelscopeError) return error;
    throw error;
  });
}

it('a harmed database is refused, reported, or repaired, and no file is deleted', async () => {
  const original = await startTestServer();
  const client = localClient(original);
  const jobIds: string[] = [];
  for (let i = 0; i < 12; i++) {
    const { jobId } = await client.upload(`${i}.mp4`, fakeMedia(10));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr","visualelements"]' });
    await client.settled(jobId);
    await client.patch(`/videos/${jobId}`, { description: 'A description. '.repeat(300) });
    await client.post('/projects', { name: `project ${i}`, description: 'Of the test. '.repeat(50) });
    const stills = join(original.dataFolder, 'stills', jobId);
    await fs.mkdir(stills, { recursive: true });
    await fs.writeFile(join(stills, '100.jpg'), 'still');
    jobIds.push(jobId);
  }
  await client.post('/chat/ask', { question: 'bridge?', video_id: jobIds[0] });
  const base = join(await tempFolder(), 'base');
  await fs.cp(original.dataFolder, base, { recursive: true });
  // Most harms are to the main file.
  const db = new BetterSqlite3(join(base, 'reelscope.db'));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  await original.close();
  const files = filesIn(base);
  expect(files).toHaveLength(24);

  const problems: string[] = [];
  const outcomes = { unnoticed: 0, reported: 0, refused: 0, repaired: 0, unrepairable: 0 };
  const table = harms();
  for (const [name, harm] of table) {
    const problem = (text: string) => problems.push(`${name}: ${text}`);
    const folder = join(await tempFolder(), 'data');
    await fs.cp(base, folder, { recursive: true });
    await harm(folder);
    try {
      const server = await tryStart(folder);
      let isHarmed = true;
      if (server instanceof ReelscopeError) {
        outcomes.refused++;
        if (!REFUSALS.has(server.code)) problem(`start: ${server.code} ${server.message}`);
      } else {
        const { wrong, damaged } = await readAll(server, jobIds);
        for (const text of wrong) problem(text);
        isHarmed = damaged > 0;
        outcomes[isHarmed ? 'reported' : 'unnoticed']++;
        await server.close();
      }
      if (filesIn(folder).length !== files.length) problem('files were deleted');
      if (!isHarmed) continue;
      const repaired = await repairOffline(folder).catch((error: unknown) => {
        if (error instanceof ReelscopeError && REFUSALS.has(error.code)) return undefined;
        throw error;
      });
      outcomes[repaired ? 'repaired' : 'unrepairable']++;
      if (!repaired) continue;
      const again = await tryStart(folder);
      if (again instanceof ReelscopeError) {
        problem(`start after the repair: ${again.code} ${again.message}`);
        continue;
      }
      const after = await readAll(again, jobIds);
      if (after.wrong.length + after.damaged > 0)
        problem(`after the repair: ${after.damaged} damaged, ${after.wrong[0]}`);
      await again.close();
      if (filesIn(folder).length !== files.length) problem('files were deleted after the repair');
    } catch (error) {
      problem(`${error}`);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }
  report('database harm', [
    {
      check: 'refused, reported, or repaired; files kept',
      rounds: table.length,
      failures: problems.length,
      detail: [
        Object.entries(outcomes)
          .map(([outcome, count]) => `${count} ${outcome}`)
          .join(', '),
        ...problems.slice(0, 8),
      ].join('; '),
    },
  ]);
  expect(problems).toEqual([]);
});
