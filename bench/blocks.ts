import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../src/base/abort.ts';
import { uuidV7 } from '../src/base/ids.ts';
import { openStore } from '../src/db/index.ts';
import { bundledEmbeddings } from '../src/models/embeddings/index.ts';
import type { Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { createCorpus, DIMENSION } from './support/search-corpus.ts';
import { type Served, withServer } from './support/serve.ts';

export const name = 'blocks: how long other requests wait for a large one (headless build)';

const VIDEOS = 10;
const FINDINGS = 10_000;
const PING_MS = 10;
const SHARES = [
  ['transcription', 0.5],
  ['ocr', 0.3],
  ['visualelements', 0.2],
] as const;
const WORDS = [300, 2000].map((rank) => createCorpus(0).word(rank));

export async function run(report: Report): Promise<void> {
  const program = buildHeadless();
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-blocks-'));
  try {
    // Creates the local user.
    await withServer(program, folder, async () => {});
    fill(folder);
    await withServer(program, folder, async (server) => {
      for (const [label, work] of Object.entries(await operations(server, folder)))
        report.figure(label, await longestWait(server, work), '100 ms');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Operations on the library; the deletion comes last. */
async function operations({ call }: Served, folder: string): Promise<Record<string, () => Promise<unknown>>> {
  const videos = (await (await call('GET', '/videos')).json()) as { job_id: string }[];
  const [first, second] = videos as [{ job_id: string }, { job_id: string }];
  const bundle = join(folder, 'a.reelscope');
  const scope = { type: 'library' };
  const ask = (question: string) => call('POST', '/chat/ask', { question, scope });
  return {
    'at rest': () => sleep(1000),
    'export of a bundle': async () => {
      const answer = await call('GET', `/videos/${first.job_id}/bundle`);
      await writeFile(bundle, new Uint8Array(await answer.arrayBuffer()));
    },
    'import of a bundle that replaces findings': () => call('POST', '/bundles/import', { path: bundle, replace: true }),
    'results as JSON': () => call('GET', `/results/job/${first.job_id}`),
    'question to the library': () => ask(`What is said about ${WORDS[0]} and ${WORDS[1]}?`),
    'question about numbers': () => ask(`How often is ${WORDS[0]} mentioned, and in which video first?`),
    search: () => call('POST', '/search', { query: WORDS.join(' ') }),
    'deletion of a video': () => call('DELETE', `/videos/${second.job_id}`),
  };
}

/** Longest time that GET /health takes while an operation runs, beside that of the operation, in milliseconds. */
async function longestWait({ apiUrl }: Served, work: () => Promise<unknown>): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  let isDone = false;
  const pings = (async () => {
    while (!isDone) {
      const started = performance.now();
      const outgoing = request(`${apiUrl}/health`, { agent }).end();
      const [response] = await once(outgoing, 'response');
      await once(response.resume(), 'end');
      longest = Math.max(longest, performance.now() - started);
      await sleep(PING_MS);
    }
  })();
  const started = performance.now();
  try {
    await work();
  } finally {
    isDone = true;
    await pings;
    agent.destroy();
  }
  return `${longest.toFixed(0)} of ${(performance.now() - started).toFixed(0)} ms`;
}

/** Ten videos with findings of three types, and embeddings as the server's engine has them. */
function fill(folder: string): void {
  const store = openStore({ path: join(folder, 'reelscope.db') });
  const corpus = createCorpus(VIDEOS * FINDINGS);
  const { id, version } = bundledEmbeddings.info;
  for (let number = 0; number < VIDEOS; number++) {
    const names = { name: `Recording ${number}`, storagePath: `users/1/recording-${number}.mp4` };
    const video = { jobId: uuidV7(), ...names, selectedInsights: '[]', duration: FINDINGS, fileSize: 1000 * number };
    const { id: videoId, userId, storagePath, jobId } = store.videos.create(1, video);
    store.jobs.enqueue(userId, jobId, { action: 'process', modules: SHARES.map(([module]) => module) });
    store.jobs.claimNext();
    const facts = { location: null, sizeBytes: 1000 * number, modifiedMs: 0, changedMs: 0, edgesHash: '0'.repeat(64) };
    store.sourceFiles.put(userId, storagePath, { ...facts, contentHash: null });
    store.sourceFiles.setHash(userId, storagePath, String(number).padStart(64, '0'));
    for (const [module, share] of SHARES) {
      const topics = Array.from({ length: FINDINGS * share }, () => corpus.anyTopic());
      store.segments.replaceModule(videoId, {
        module,
        engine: 'bench@1',
        segments: topics.map((topic, i) => corpus.draft(topic, i * 4)),
        embeddings: { model: `${id}@${version}`, dimension: DIMENSION, vectors: topics.map(corpus.vector) },
      });
      store.jobs.setModule(videoId, module, { status: 'completed' });
    }
    store.jobs.finish(videoId, { processingTime: 9, warnings: [] });
  }
  store.close();
}
