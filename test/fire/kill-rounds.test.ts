import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { sleep } from '../../src/base/abort.ts';
import type { Client } from '../fixtures/client.ts';
import { box } from '../fixtures/hostile/boxes.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { seededRandom } from '../fixtures/random.ts';
import { writeSentenceModel } from '../fixtures/sentence-model.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { Acknowledged, hash, type KnownFile, type KnownVideo, Value } from './support/acknowledged.ts';
import { isRunning, type ServerProcess, startServerProcess } from './support/server-process.ts';
import { budgetMs, report } from './support/table.ts';

const ACTIONS = ['upload', 'register', 'analysis', 'write', 'delete', 'clip', 're-index', 'completion'] as const;
type Action = (typeof ACTIONS)[number];

/** `FIRE_ROUNDS=500` runs this number of rounds, however long they take. */
const ROUNDS = Number(process.env['FIRE_ROUNDS'] ?? 0);
const SEED = Number(process.env['FIRE_SEED'] ?? Date.now() % 1_000_000);
/** Videos in the library, so that rounds stay short. */
const MAX_VIDEOS = 12;
const MODEL_ID = 'fire-sentences';
/** Rounds after which every action has been completed several times. */
const MIN_LONG_ROUNDS = 100;
/** Workers end on their own when their server is gone. */
const WORKER_END_MS = 30_000;
/** An unread answer of a killed server. */
const LOST = Symbol('lost');

const random = seededRandom(SEED);
const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
const word = (): string => Math.floor(random() * 2 ** 32).toString(36);

const known = new Acknowledged();
/** Longest delay of a kill after the start of an action; follows the time that the action takes on this machine. */
const delayMs: Record<Action, number> = {
  upload: 300,
  register: 1500,
  analysis: 3000,
  write: 100,
  delete: 150,
  clip: 2000,
  're-index': 2000,
  completion: 100,
};
const rounds = Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>;
let cut = 0;
let completions = 0;
let reindexings = 0;

/** @throws Error for an error response; LOST for none */
async function acknowledged<T = never>(request: Promise<{ status: number; body: unknown }>): Promise<T> {
  const answer = await request.catch((error: Error) => {
    // A contract violation is an error of the server, not a consequence of the kill.
    if (error.name === 'AssertionError' || error.name === 'ZodError') throw error;
    throw LOST;
  });
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

async function upload(client: Client, clip: Buffer): Promise<KnownFile> {
  const bytes = Buffer.alloc(50_000 + Math.floor(random() * 2_000_000), word());
  const data = new Uint8Array(Buffer.concat([clip, box('free', [bytes])]));
  const name = `${word()}.mp4`;
  const place: { upload_url: string; file_path: string } = await acknowledged(
    client.post('/storage/upload-url', { file_name: name, content_type: 'video/mp4' }),
  );
  await acknowledged(
    fetch(place.upload_url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: data }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
    ),
  );
  const file: KnownFile = { path: place.file_path, sha: hash(data), state: new Value('stored' as const) };
  known.files.push(file);
  return file;
}

async function register(client: Client, file: KnownFile): Promise<KnownVideo> {
  const name = `${word()}.mp4`;
  const { job_id: jobId, alreadyExists }: { job_id: string; alreadyExists: boolean } = await acknowledged(
    client.post('/processing/register-upload', { file_path: file.path, file_name: name }),
  );
  // An earlier request, whose answer was lost, may have registered the file under another name.
  const stored: string = alreadyExists ? (await client.get(`/videos/${jobId}`)).body.name : name;
  const video: KnownVideo = {
    jobId,
    file,
    isStarted: false,
    isCompleted: false,
    findings: undefined,
    firstFinding: undefined,
    state: new Value('kept' as const),
    name: new Value(stored),
    description: new Value<string | null>(null),
  };
  known.videos.push(video);
  return video;
}

async function start(client: Client, video: KnownVideo): Promise<void> {
  const { status }: { status: string } = await acknowledged(client.get(`/videos/${video.jobId}`));
  if (status === 'queued' || status === 'processing') return;
  // From the request on: it may take effect without an answer.
  Object.assign(video, { isCompleted: false, findings: undefined });
  await acknowledged(client.post(`/processing/${video.jobId}/start`, { selected_insights: '["scenes"]' }));
  video.isStarted = true;
}

/** Follows a job to its end; calls `onModule` when its last module has delivered. */
async function follow({ client, apiUrl, token }: ServerProcess, video: KnownVideo, onModule: () => void) {
  const response = await fetch(`${apiUrl}/processing/${video.jobId}/events`, {
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => Promise.reject(LOST));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => Promise.reject(LOST));
    if (done) break;
    text += value;
    if (/event: module\ndata: .*"status":"completed"/.test(text)) onModule();
    if (/event: completed/.test(text)) {
      Object.assign(video, { isStarted: false, isCompleted: true });
      completions++;
      await readFindings(client, video);
    }
  }
}

async function readFindings(client: Client, video: KnownVideo): Promise<void> {
  const { segments }: { segments: { content: string }[] } = await acknowledged(
    client.get(`/results/job/${video.jobId}`),
  );
  video.findings = segments.length;
  const content = segments[0]?.content;
  if (content !== undefined) video.firstFinding ??= new Value(content);
}

async function write(client: Client): Promise<void> {
  const video = pick(known.kept.filter(({ state }) => !state.isUncertain));
  if (!video) return;
  const text = `Text ${word()}`;
  const patch = (change: object) => async () =>
    void (await acknowledged(client.patch(`/videos/${video.jobId}`, change)));
  const correct = async () => {
    const { segments }: { segments: { id: string }[] } = await acknowledged(client.get(`/results/job/${video.jobId}`));
    const id = segments[0]!.id;
    await video.firstFinding!.write(
      text,
      async () => void (await acknowledged(client.patch(`/segments/${id}`, { content: text }))),
    );
  };
  const rename = async () => {
    const [id, name] = pick([...known.projects])!;
    await name.write(text, async () => void (await acknowledged(client.patch(`/projects/${id}`, { name: text }))));
  };
  const create = async () => {
    const { id }: { id: string } = await acknowledged(client.post('/projects', { name: text }));
    known.projects.set(id, new Value(text));
  };
  const put = async () =>
    void (await acknowledged(client.call('PUT', '/settings/brand-words', { words: [text.toLowerCase()] })));
  const kinds = [
    () => video.name.write(text, patch({ name: text })),
    () => video.description.write(text, patch({ description: text })),
    () => known.brandWords.write(text.toLowerCase(), put),
    known.projects.size < 5 ? create : rename,
    ...(video.isCompleted && video.firstFinding ? [correct] : []),
  ];
  await pick(kinds)!().catch((error: unknown) => {
    // The video may have been deleted in the meantime.
    if (video.state.now === 'kept' && !video.state.isUncertain) throw error;
    if (error === LOST) throw error;
  });
}

async function remove(client: Client): Promise<void> {
  const video = pick(known.kept);
  if (!video) return;
  await video.state.write('deleted', async () => void (await acknowledged(client.delete(`/videos/${video.jobId}`))));
  const query = new URLSearchParams({ file_path: video.file.path });
  await video.file.state.write('gone', async () => void (await acknowledged(client.delete(`/storage/files?${query}`))));
}

async function clipOf({ apiUrl, token }: ServerProcess, video: KnownVideo): Promise<void> {
  const response = await fetch(`${apiUrl}/clips`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ clips: [{ job_id: video.jobId, start_time: 0.2, end_time: 0.9 }] }),
  }).catch(() => Promise.reject(LOST));
  const data = await response.arrayBuffer().catch(() => Promise.reject(LOST));
  if (response.status !== 200) throw new Error(`clip: ${response.status} ${Buffer.from(data)}`);
  known.check('a clip', Buffer.from(data).toString('latin1', 4, 8) !== 'ftyp' && 'is no MP4');
}

async function reindex(client: Client): Promise<void> {
  const engine = known.embeddings.now === 'bundled' ? 'transformers' : 'bundled';
  const change = { embedding_engine: engine, embedding_model: MODEL_ID };
  await known.embeddings.write(engine, async () => void (await acknowledged(client.patch('/models/settings', change))));
  while ((await acknowledged<{ status: string }>(client.get('/models/embeddings'))).status !== 'ready')
    await sleep(100);
  reindexings++;
}

/** One round: prepares an action and kills the server at a random instant of it. Returns the ids of its workers. */
async function round(server: ServerProcess, action: Action, clip: Buffer): Promise<number[]> {
  const { client } = server;
  // The library has videos for every action, whatever earlier kills prevented.
  let file = known.files.find(
    (candidate) => candidate.state.now === 'stored' && !known.videos.some((video) => video.file === candidate),
  );
  if (known.kept.length < 3) await register(client, await upload(client, clip));
  if (action === 'register' && !file) file = await upload(client, clip);
  if (known.kept.length > MAX_VIDEOS) await remove(client);
  const video = known.kept.find((candidate) => candidate.isStarted) ?? pick(known.kept)!;
  if (action === 'completion') await start(client, video);

  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const act: Record<Action, () => Promise<unknown>> = {
    upload: () => upload(client, clip),
    register: () => register(client, file!),
    analysis: () => start(client, video).then(() => follow(server, video, () => {})),
    write: async () => {
      while (!isOver) await write(client);
    },
    delete: () => remove(client),
    clip: () => clipOf(server, video),
    're-index': () => reindex(client),
    completion: () => follow(server, video, begin),
  };
  let isComplete = false;
  let isOver = false;
  const acting = act[action]().then(() => {
    isComplete = true;
  });
  if (action !== 'completion') begin();
  // Others write at the same time, each value one after the other.
  const writing = (async () => {
    while (!isOver && action !== 'write') await write(client).then(() => sleep(50));
  })();
  for (const work of [acting, writing]) work.catch(() => {});
  await Promise.race([begun, acting.catch(() => {}), sleep(60_000)]);
  await sleep(random() * delayMs[action]);
  isOver = true;
  // About half of the kills then come before the end of the action, and half after it.
  delayMs[action] = Math.min(20_000, Math.max(20, delayMs[action] * (isComplete ? 0.95 : 1.05)));
  if (!isComplete) cut++;
  const workers = server.workers();
  await server.kill();
  for (const work of [acting, writing])
    await work.catch((error: unknown) => {
      if (error !== LOST) known.lose(`${action}: ${error}`);
    });
  return workers;
}

async function workersEnd(workers: readonly number[]): Promise<void> {
  const deadline = performance.now() + WORKER_END_MS;
  while (workers.some(isRunning) && performance.now() < deadline) await sleep(50);
  known.check('a worker', workers.some(isRunning) && 'outlives its server');
}

/** Waits until all jobs have ended; returns those that have not. */
async function drain(client: Client): Promise<string[]> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const { body } = await client.get('/videos');
    const open = body.filter(({ status }: { status: string }) => status === 'queued' || status === 'processing');
    if (open.length === 0 || performance.now() > deadline) return open.map((video: { job_id: string }) => video.job_id);
    await sleep(300);
  }
}

const NOT_EMBEDDED = 'a finding has no embedding';

/**
 * Reads the database after the last server has ended; returns what does not fit together, and what was there to
 * compare.
 * @param isLong whether so many rounds were run that every kind of record must be there
 */
function inspect(dataFolder: string, isLong: boolean): { problems: string[]; contents: string } {
  const db = new BetterSqlite3(join(dataFolder, 'reelscope.db'), { readonly: true });
  try {
    const count = (sql: string): number => db.prepare(sql).pluck().get() as number;
    const billed = count("SELECT count(*) FROM usageRecords WHERE state = 'billed'");
    const vectors = count('SELECT count(*) FROM vectors');
    const problems: [string, boolean][] = [
      ['the database is damaged', db.pragma('integrity_check', { simple: true }) !== 'ok'],
      ['a foreign key is broken', (db.pragma('foreign_key_check') as unknown[]).length > 0],
      ['a usage record is pending', count("SELECT count(*) FROM usageRecords WHERE state = 'pending'") > 0],
      [
        'a run is billed without a notification, or the reverse',
        count(`SELECT count(*) FROM (
          SELECT jobId, sum(billed) AS billed, sum(told) AS told FROM (
            SELECT jobId, 1 AS billed, 0 AS told FROM usageRecords WHERE state = 'billed'
            UNION ALL SELECT jobId, 0, 1 FROM notifications WHERE type IN ('success', 'warning') AND jobId IS NOT NULL
          ) GROUP BY jobId HAVING sum(billed) <> sum(told))`) > 0,
      ],
      [
        'a module of an ended job waits',
        count(`SELECT count(*) FROM moduleRuns JOIN videos ON videos.id = videoId
          WHERE moduleRuns.status IN ('waiting', 'running') AND videos.status NOT IN ('queued', 'processing')`) > 0,
      ],
      [
        'a finding is not indexed',
        count('SELECT count(*) FROM segments') !== count('SELECT count(*) FROM segmentsFts'),
      ],
      [NOT_EMBEDDED, count('SELECT count(*) FROM segments') !== vectors],
      ['no analysis was completed', isLong && billed === 0],
      ['no finding was embedded', isLong && vectors === 0],
      ['no re-indexing reached its end', isLong && reindexings === 0],
      [
        'a still is missing',
        (
          db.prepare('SELECT jobId, file FROM stills JOIN videos ON videos.id = videoId').all() as {
            jobId: string;
            file: string;
          }[]
        ).some(({ jobId, file }) => !existsSync(join(dataFolder, 'stills', jobId, file))),
      ],
    ];
    const orphans = ['clips', 'storage/incoming'].filter((folder) => {
      const path = join(dataFolder, folder);
      return existsSync(path) && readdirSync(path).length > 0;
    });
    return {
      problems: [
        ...problems.flatMap(([problem, isTrue]) => (isTrue ? [problem] : [])),
        ...orphans.map((folder) => `${folder} is not empty`),
      ],
      contents: `${billed} billed runs, ${completions} seen to complete, ${reindexings} re-indexings, ${vectors} vectors`,
    };
  } finally {
    db.close();
  }
}

it('a server killed at any instant loses nothing that it acknowledged, and leaves no job behind', async () => {
  const folder = await createTempFolder();
  onTestFinished(folder.remove);
  const dataFolder = join(folder.path, 'data');
  const path = join(folder.path, 'clip.mp4');
  const pictures = Array.from({ length: 20 }, (_, i) => solid(96, 64, i < 10 ? [200, 60, 40] : [20, 60, 190]));
  await writeMedia(path, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  const clip = await readFile(path);
  await writeSentenceModel(join(dataFolder, 'models'), MODEL_ID);

  const started = performance.now();
  const spent = { start: 0, compare: 0, round: 0 };
  const timed = async <T>(phase: keyof typeof spent, work: Promise<T>): Promise<T> => {
    const since = performance.now();
    const result = await work;
    spent[phase] += performance.now() - since;
    return result;
  };
  const deadline = started + budgetMs(0.3);
  const errors: string[] = [];
  let done = 0;
  // Workers of the server before, which the next one must not meet for long.
  let workers: number[] = [];
  while (ROUNDS > 0 ? done < ROUNDS : performance.now() < deadline || done < ACTIONS.length) {
    const action = ACTIONS[done % ACTIONS.length]!;
    const server = await timed('start', startServerProcess(dataFolder));
    const sampled = new Set(
      done % 50 === 0 ? known.kept : [pick(known.kept), known.kept.at(-1)].filter((one) => !!one),
    );
    await timed('compare', known.compare(server.client, dataFolder, sampled));
    const killed = await timed('round', round(server, action, clip));
    await workersEnd(workers);
    workers = killed;
    errors.push(...server.errors);
    rounds[action]++;
    done++;
    if (done % 25 === 0)
      console.log(
        `${done} rounds, ${known.losses.length} losses; ms per round:`,
        ...Object.entries(spent).map(([phase, ms]) => `${phase} ${Math.round(ms / done)}`),
      );
  }
  let stuck: string[];
  let found: ReturnType<typeof inspect>;
  const end = performance.now() + 120_000;
  // A new server counts as ready until it has looked for missing embeddings, which takes longer on a busy machine.
  for (let pauseMs = 500; ; pauseMs *= 2) {
    const server = await startServerProcess(dataFolder);
    await known.compare(server.client, dataFolder, new Set(known.kept));
    stuck = await drain(server.client);
    do await sleep(pauseMs);
    while ((await server.client.get('/models/embeddings')).body.status !== 'ready' && performance.now() < end);
    await server.stop();
    errors.push(...server.errors);
    found = inspect(dataFolder, done >= MIN_LONG_ROUNDS);
    if (!found.problems.includes(NOT_EMBEDDED) || performance.now() >= end) break;
  }
  const { problems, contents } = found;

  report('kill rounds', [
    {
      check: 'no acknowledged loss',
      rounds: done,
      failures: known.losses.length,
      detail: [`${known.checks} checks, ${cut} actions cut off, seed ${SEED}`, ...known.losses.slice(0, 5)].join('; '),
    },
    { check: 'no job stuck', rounds: done, failures: stuck.length, detail: stuck.join() },
    {
      check: 'database and files agree',
      rounds: 1,
      failures: problems.length,
      detail: [ACTIONS.map((action) => `${rounds[action]} ${action}`).join(', '), contents, ...problems].join('; '),
    },
    { check: 'no internal error', rounds: done, failures: errors.length, detail: errors.slice(0, 3).join(' ') },
  ]);
  expect({ losses: known.losses, stuck, problems, errors }).toEqual({
    losses: [],
    stuck: [],
    problems: [],
    errors: [],
  });
});
