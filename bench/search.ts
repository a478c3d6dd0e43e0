import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from '../src/base/abort.ts';
import { uuidV7 } from '../src/base/ids.ts';
import { openStore, type Store } from '../src/db/index.ts';
import { openDatabase } from '../src/db/open.ts';
import { toBlob } from '../src/db/vectors/binary-codes.ts';
import { createCalibration } from '../src/server/embeddings/similarity-calibration.ts';
import type { SearchOptions } from '../src/server/search/search-options.ts';
import { createSearchService } from '../src/server/search/search-service.ts';
import { percentile, type Report } from './report.ts';
import { createCorpus, DIMENSION } from './support/search-corpus.ts';

export const name = 'search: hybrid search over generated segments (add --large for a million, --huge for five)';

const MODEL = 'bench@1';
const SEGMENTS_PER_VIDEO = 100;
const ROUNDS = 40;
const RECALL_QUERIES = 40;

type Corpus = ReturnType<typeof createCorpus>;

export async function run(report: Report): Promise<void> {
  await measure(report, 100_000, { p95: 50, recall: 0.98 });
  if (process.argv.includes('--large')) await measure(report, 1_000_000, { p95: 50, recall: 0.97 });
  if (process.argv.includes('--huge')) await measure(report, 5_000_000, { p95: 1000, recall: 0.97 });
}

async function measure(report: Report, segments: number, target: { p95: number; recall: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reelscope-bench-'));
  const path = join(folder, 'store.db');
  try {
    const corpus = createCorpus(segments);
    const users = await time(report, `${segments} segments: fill`, async () => {
      const store = openStore({ path });
      const ids = fill(store, corpus, segments);
      store.close();
      return ids;
    });
    const { size } = statSync(path);
    const each = `${(size / segments / 1000).toFixed(2)} kB per segment`;
    report.figure('size of the database, with embeddings', `${(size / 1e9).toFixed(2)} GB, ${each}`);
    const store = openStore({ path });
    let vector = corpus.vector(0);
    const service = createSearchService(store, {
      engineId: () => MODEL,
      embed: async (texts) => ({ model: MODEL, dimension: DIMENSION, vectors: texts.map(() => vector) }),
    });
    const before = await arrayBytes();
    // As in a library in use, though the texts have no meaning here.
    await createCalibration(store, MODEL, async (texts) => ({
      model: MODEL,
      dimension: DIMENSION,
      vectors: texts.map(() => corpus.vector(corpus.anyTopic())),
    }));
    await time(report, 'load what searches need in memory', () => store.search.warm(MODEL));
    report.figure('memory of the coarse index', `${(((await arrayBytes()) - before) / 1e6).toFixed(0)} MB in arrays`);

    const kinds = queries(corpus, store, users);
    const times = new Map<string, { clock: number[]; work: number[] }>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, make] of Object.entries(kinds)) {
        vector = corpus.vector(corpus.anyTopic());
        const { userId, ...options } = make();
        const { clock, work } = times.get(kind) ?? { clock: [], work: [] };
        const cpu = process.cpuUsage();
        const start = performance.now();
        await service.search(userId, { limit: 20, ...options });
        clock.push(performance.now() - start);
        const used = process.cpuUsage(cpu);
        work.push((used.user + used.system) / 1000);
        times.set(kind, { clock, work });
      }
    }
    const ms = (samples: number[]) =>
      `${percentile(samples, 0.5).toFixed(1)} / ${percentile(samples, 0.95).toFixed(1)}`;
    const all = [...times.values()];
    const total = { clock: all.flatMap(({ clock }) => clock), work: all.flatMap(({ work }) => work) };
    for (const [kind, { clock, work }] of [...times, ['all kinds', total] as const])
      report.figure(`p50 / p95 of ${kind}; processor time`, `${ms(clock)}; ${ms(work)} ms`, `${target.p95} ms`);
    library(report, store, users.main);
    await recall(report, path, store, corpus, users, target.recall);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One user with nearly all videos, and one with three of them. */
function fill(store: Store, corpus: Corpus, segments: number): { main: number; small: number } {
  const main = store.users.findOrCreate('bench', 'main').user.id;
  const small = store.users.findOrCreate('bench', 'small').user.id;
  const videos = segments / SEGMENTS_PER_VIDEO;
  for (let i = 0; i < videos; i++) {
    const userId = i % Math.ceil(videos / 3) === 7 ? small : main;
    const topics = Array.from({ length: 3 }, corpus.anyTopic);
    const drafts = Array.from({ length: SEGMENTS_PER_VIDEO }, (_, k) => {
      const topic = topics[k % 3]!;
      return { draft: corpus.draft(topic, k * 4), vector: corpus.vector(topic) };
    });
    store.transaction(() => {
      const jobId = uuidV7();
      const video = store.videos.create(userId, {
        jobId,
        name: `Video ${i}`,
        storagePath: `users/${userId}/${i}.mp4`,
        selectedInsights: '["transcription"]',
        fileSize: 1e8,
        duration: 400,
      });
      store.jobs.enqueue(userId, jobId, { action: 'process', modules: ['transcription'] });
      store.jobs.claimNext();
      store.segments.replaceModule(video.id, {
        module: 'transcription',
        engine: 'bench@1',
        segments: drafts.map((item) => item.draft),
        embeddings: { model: MODEL, dimension: DIMENSION, vectors: drafts.map((item) => item.vector) },
      });
      store.jobs.finish(video.id, { processingTime: 9, warnings: [] });
    });
  }
  return { main, small };
}

function queries(corpus: Corpus, store: Store, users: { main: number; small: number }) {
  const words = (count: number, make: () => string) => Array.from({ length: count }, make).join(' ');
  const main = (query: string, more: Partial<SearchOptions> = {}) => ({ userId: users.main, query, ...more });
  const jobs = store.videos.list(users.main).map((video) => video.jobId);
  const someJobs = (count: number) => {
    const first = Math.floor(corpus.random() * (jobs.length - count));
    return jobs.slice(first, first + count);
  };
  const commonWord = () => corpus.word(20 + Math.floor(corpus.random() * 200));
  const sentence = () => {
    const topic = corpus.anyTopic();
    return `${corpus.word(0)} ${corpus.topicWord(topic)} ${corpus.word(3)} ${corpus.word(1)} ${corpus.topicWord(topic)} ${corpus.commonWord()}`;
  };
  return {
    'a sentence with stop-words': () => main(sentence()),
    'stop-words only': () => main(words(4, () => corpus.word(Math.floor(corpus.random() * 12)))),
    'the commonest word': () => main(corpus.word(0)),
    'common words': () => main(words(3, commonWord)),
    'one rare word': () => main(corpus.topicWord(corpus.anyTopic())),
    'a phrase in quotes': () => main(`"${corpus.word(0)} ${corpus.word(1)}"`),
    'words, one excluded': () => main(`${corpus.topicWord(corpus.anyTopic())} ${commonWord()} NOT ${commonWord()}`),
    'an unfinished word': () => main(`${corpus.word(0)} ${corpus.topicWord(corpus.anyTopic()).slice(0, -1)}`),
    'a misspelled word': () => main(`${corpus.topicWord(corpus.anyTopic())}x`),
    'a page of text': () => main(words(80, corpus.commonWord)),
    'a field': () => main(`said:${corpus.commonWord()}`),
    'two fields': () => main(`said:${corpus.commonWord()} said:${corpus.topicWord(corpus.anyTopic())}`),
    'two common fields, 10 s apart': () => main(`said:${commonWord()} within:10s said:${commonWord()}`),
    'words with a field': () =>
      main(`${corpus.topicWord(corpus.anyTopic())} ${corpus.commonWord()} said:${commonWord()}`),
    'a phrase with a field': () => main(`"${corpus.word(0)} ${corpus.word(1)}" said:${corpus.commonWord()}`),
    'a field, another excluded': () => main(`said:${corpus.commonWord()} -said:${corpus.commonWord()}`),
    'either of two fields': () => main(`said:${corpus.commonWord()} OR said:${corpus.topicWord(corpus.anyTopic())}`),
    'one video': () => main(sentence(), { jobIds: someJobs(1) }),
    '300 videos': () => main(sentence(), { jobIds: someJobs(300) }),
    'a user with 3 videos': () => ({ userId: users.small, query: sentence() }),
    'keyword mode': () => main(sentence(), { mode: 'keyword' as const }),
    'vector mode': () => main(sentence(), { mode: 'vector' as const }),
  };
}

/** The vector side against sqlite-vec's exact scan of the same table. Closes the store, which locks its database. */
async function recall(
  report: Report,
  path: string,
  store: Store,
  corpus: Corpus,
  users: { main: number; small: number },
  target: number,
): Promise<void> {
  const queries = Array.from({ length: RECALL_QUERIES }, () => corpus.vector(corpus.anyTopic()));
  const videoIds = store.search.videosOf(users.main, {});
  const coarseTimes: number[] = [];
  const nearest: Set<number>[] = [];
  for (const query of queries) {
    const start = performance.now();
    const near = await store.search.nearest(MODEL, query, { videoIds }, 20);
    coarseTimes.push(performance.now() - start);
    nearest.push(new Set(near.map((neighbor) => neighbor.segmentId)));
  }
  store.close();
  const exactDb = openDatabase({ path });
  const scan = `SELECT v.segmentId FROM vectors v WHERE v.segmentId NOT IN (
      SELECT s.id FROM segments s JOIN videos ON videos.id = s.videoId WHERE videos.userId = ?
    ) ORDER BY vec_distance_cosine(v.embedding, ?) LIMIT 20`;
  const exactTimes: number[] = [];
  let found = 0;
  for (const [index, query] of queries.entries()) {
    const start = performance.now();
    const exact = exactDb.column<number>(scan, users.small, toBlob(query));
    exactTimes.push(performance.now() - start);
    found += exact.filter((id) => nearest[index]!.has(id)).length;
  }
  exactDb.close();
  report.figure('recall@20 against the exact scan', (found / (RECALL_QUERIES * 20)).toFixed(4), `${target}`);
  report.figure(
    'median: exact scan (sqlite-vec) / coarse and exact',
    `${[exactTimes, coarseTimes].map((t) => percentile(t, 0.5).toFixed(1)).join(' / ')} ms`,
  );
}

/** The queries behind GET /videos/{job_id} and GET /dashboard. */
function library(report: Report, store: Store, userId: number): void {
  const jobs = store.videos.list(userId).map((video) => video.jobId);
  const one: number[] = [];
  const dashboard: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    let start = performance.now();
    store.videos.get(userId, jobs[(i * 7919) % jobs.length]!);
    one.push(performance.now() - start);
    start = performance.now();
    store.profiles.get(userId);
    store.apiKeys.list(userId);
    store.usage.totals(userId);
    store.videos.list(userId);
    store.projects.list(userId);
    dashboard.push(performance.now() - start);
  }
  report.figure(
    `p95 of one video's query, ${jobs.length} videos`,
    `${percentile(one, 0.95).toFixed(2)} ms`,
    '3 ms with HTTP',
  );
  report.figure('p95 of the dashboard queries', `${percentile(dashboard, 0.95).toFixed(1)} ms`, '80 ms with HTTP');
}

async function time<Result>(report: Report, label: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  report.figure(label, `${((performance.now() - start) / 1000).toFixed(2)} s`);
  return result;
}

/** Bytes held by typed arrays after garbage collection. */
async function arrayBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let i = 0; i < 3; i++) {
    runInNewContext('gc')();
    await sleep(20);
  }
  return process.memoryUsage().arrayBuffers;
}
