import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidV7 } from '../../src/base/ids.ts';
import { VISUAL_ENGINE } from '../../src/contract/search/visual.ts';
import { openStore, type Store } from '../../src/db/index.ts';
import { findPassages } from '../../src/server/visual/appearances/find-passages.ts';
import { describeFootage, type Footage, inventFootage, splice } from '../../test/fixtures/footage.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

const VIDEO_SECONDS = 3600;
/** Length of the videos with a copied passage, and of the passage, in seconds. */
const QUERY_SECONDS = 300;
const PASSAGE_SECONDS = 10;
/** Start of a found passage, and of another one, differ from the copied one by less, in seconds. */
const NEAR_SECONDS = 2;

/** Results for copied passages. */
export interface PassageResults {
  copies: number;
  found: number;
  /** Passages that were never copied. */
  wrong: number;
  /** Differences of the starts in both videos, in seconds; the larger one of each pair. */
  errors: number[];
  /** Processor time for comparing a video of five minutes, in seconds. */
  seconds: number[];
  pictures: number;
}

/**
 * Fills a library with invented footage, and compares videos with it that show ten seconds of one of its videos,
 * encoded otherwise and looked at at other instants. @param isCut whether shot detection ran
 */
export async function copiedPassages(hours: number, copies: number, isCut: boolean): Promise<PassageResults> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  const store = openStore({ path: join(folder, 'store.db') });
  try {
    const userId = store.users.findOrCreate('bench', 'someone').user.id;
    const results: PassageResults = { copies, found: 0, wrong: 0, errors: [], seconds: [], pictures: 0 };
    const originals: { id: number; footage: Footage }[] = [];
    for (let i = 0; i < hours; i++) {
      const footage = inventFootage(10_000 + i, VIDEO_SECONDS);
      const { id, pictures } = add(store, userId, footage, isCut, i);
      store.appearances.put(id, []);
      originals.push({ id, footage });
      results.pictures += pictures;
    }
    const random = seededRandom(7);
    for (let i = 0; i < copies; i++) {
      const original = originals[Math.floor(random() * hours)]!;
      const from = random() * (VIDEO_SECONDS - PASSAGE_SECONDS);
      const at = random() * (QUERY_SECONDS - PASSAGE_SECONDS);
      const copy = splice(inventFootage(90_000 + i, QUERY_SECONDS), at, original.footage, from, PASSAGE_SECONDS);
      const { id } = add(store, userId, copy, isCut, hours + i);
      const before = process.cpuUsage();
      const passages = await findPassages(store, { videoId: id, userId }, { pause: async () => {} });
      const { user, system } = process.cpuUsage(before);
      results.seconds.push((user + system) / 1e6);
      const errors = passages.map(({ otherVideoId, startMs, offsetMs }) =>
        otherVideoId === original.id
          ? Math.max(Math.abs(startMs / 1000 - at), Math.abs((startMs + offsetMs) / 1000 - from))
          : Number.POSITIVE_INFINITY,
      );
      const right = errors.filter((error) => error <= NEAR_SECONDS);
      results.found += Math.min(1, right.length);
      results.wrong += errors.length - right.length;
      if (right.length > 0) results.errors.push(Math.min(...right));
    }
    return results;
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function add(store: Store, userId: number, footage: Footage, isCut: boolean, seed: number) {
  const jobId = uuidV7();
  const { id } = store.videos.create(userId, {
    jobId,
    name: jobId,
    storagePath: jobId,
    selectedInsights: '[]',
    duration: footage.duration,
  });
  if (isCut) {
    const segments = footage.cuts.map((start_time, i) => ({
      content: '',
      start_time,
      end_time: footage.cuts[i + 1] ?? footage.duration,
      data: null,
    }));
    store.segments.replaceModule(id, { module: 'scenes', engine: 'bench@1', segments });
  }
  const pictures = describeFootage(footage, { seed, phase: seededRandom(seed)() / 2 });
  store.visual.put(id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  return { id, pictures: pictures.length };
}
