import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { uuidV7 } from '../../src/base/ids.ts';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { openStore, type Store } from '../../src/db/index.ts';
import type { VideoRow } from '../../src/db/schema.ts';
import { writeNewLibrary } from '../fixtures/new-library.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** A clock that advances only when the test sets it. */
interface TestClock {
  now(): number;
  at: number;
}

/** A store in a new file, closed when the test ends. */
export async function testStore(options: { onStatement?: (sql: string) => void } = {}) {
  const path = join(await tempFolder(), 'data', 'store.db');
  writeNewLibrary(path);
  const clock: TestClock = { at: Date.UTC(2026, 0, 1), now: () => clock.at };
  const open = () => {
    const store = openStore({ path, clock, isShared: true, ...options });
    onTestFinished(() => store.close());
    return store;
  };
  return { store: open(), path, clock, reopen: open };
}

export function addUser(store: Store, sub = 'someone'): number {
  return store.users.findOrCreate('test', sub).user.id;
}

export function addVideo(store: Store, userId: number, name = 'clip', duration = 60): VideoRow {
  const jobId = uuidV7();
  return store.videos.create(userId, {
    jobId,
    name,
    storagePath: `users/${userId}/${jobId}.mp4`,
    selectedInsights: '["ocr"]',
    fileSize: 1000,
    duration,
  });
}

/** Completes a job with these findings, so that its video is searchable. */
export function addProcessed(
  store: Store,
  userId: number,
  texts: readonly string[],
  options: {
    module?: ModuleName;
    vectors?: readonly Float32Array[];
    name?: string;
    data?: SegmentData;
    duration?: number;
  } = {},
): VideoRow & { segmentIds: number[] } {
  const video = addVideo(store, userId, options.name, options.duration);
  const module = options.module ?? 'transcription';
  store.jobs.enqueue(userId, video.jobId, { action: 'process', modules: [module] });
  store.jobs.claimNext();
  const segmentIds = store.segments.replaceModule(video.id, findings(texts, { ...options, module }));
  store.jobs.finish(video.id, { processingTime: 2, warnings: [] });
  return { ...store.videos.get(userId, video.jobId)!, segmentIds };
}

export function findings(
  texts: readonly string[],
  options: {
    module?: ModuleName;
    vectors?: readonly Float32Array[] | undefined;
    model?: string;
    data?: SegmentData;
  } = {},
) {
  const { module = 'transcription', vectors, model = 'toy@1', data = null } = options;
  return {
    module,
    engine: 'test@1',
    segments: texts.map((text, i) => ({ ...draft(text, i), data })),
    ...(vectors && { embeddings: { model, dimension: vectors[0]!.length, vectors } }),
  };
}

export function draft(content: string, index = 0): SegmentDraft {
  return { content, start_time: index, end_time: index + 1, data: null };
}
