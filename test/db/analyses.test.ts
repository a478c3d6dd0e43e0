import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import type { Store } from '../../src/db/index.ts';
import type { VideoRow } from '../../src/db/schema.ts';
import { addUser, addVideo, testStore } from './store-fixture.ts';

const line = (content: string, start: number, data: SegmentDraft['data'] = null): SegmentDraft => ({
  content,
  start_time: start,
  end_time: start + 1,
  data,
});

/** Runs an analysis that finds these lines. */
function analyze(store: Store, video: VideoRow, lines: readonly SegmentDraft[], engine = 'a@1'): void {
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['transcription'] });
  store.jobs.claimNext();
  store.segments.replaceModule(video.id, { module: 'transcription', engine, segments: lines });
  store.jobs.setModule(video.id, 'transcription', { status: 'completed', engine });
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
}

async function library() {
  const opened = await testStore();
  const video = addVideo(opened.store, addUser(opened.store));
  const texts = () => opened.store.segments.list(video.userId, video.jobId).map(({ content }) => content);
  const kept = (at = 0) => {
    const found = opened.store.analyses.list(video.id)[at];
    return found && opened.store.analyses.get(video.id, found.id)!.modules;
  };
  return { ...opened, video, texts, kept };
}

test('a run keeps the analysis that it replaces', async () => {
  const { store, clock, video, kept } = await library();
  analyze(store, video, [line('hello', 0), line('world', 2)]);
  const firstEnd = clock.at;
  expect(store.analyses.list(video.id)).toEqual([]);
  clock.at += 60_000;
  analyze(store, video, [line('hallo', 0)], 'b@2');
  const [first] = store.analyses.list(video.id);
  expect(first).toMatchObject({ finishedAt: firstEnd, keptAt: clock.at });
  expect(JSON.parse(first!.modules)).toEqual([{ module: 'transcription', engine: 'a@1', findings: 2 }]);
  expect(kept()).toEqual([{ module: 'transcription', engine: 'a@1', segments: [line('hello', 0), line('world', 2)] }]);
});

test('a run that deletes the findings at once keeps them as well', async () => {
  const { store, video, kept } = await library();
  analyze(store, video, [line('hello', 0)]);
  store.jobs.enqueue(video.userId, video.jobId, { action: 'reprocess', modules: ['transcription'] });
  store.segments.delete(video.id);
  store.jobs.claimNext();
  store.jobs.cancel(video.userId, video.jobId);
  expect(kept()).toMatchObject([{ segments: [{ content: 'hello' }] }]);
});

test('a run that changes nothing leaves no copy', async () => {
  const { store, video } = await library();
  analyze(store, video, [line('hello', 0)]);
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['transcription'] });
  store.jobs.cancel(video.userId, video.jobId);
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['transcription'] });
  store.jobs.claimNext();
  expect(store.analyses.list(video.id)).toHaveLength(1);
  store.jobs.fail(video.id, { error: { message: 'no' }, errorCode: 'internal' });
  expect(store.analyses.list(video.id)).toEqual([]);
});

test('an interrupted run keeps one copy, of the findings before it', async () => {
  const { store, video, kept } = await library();
  analyze(store, video, [line('hello', 0)]);
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['transcription'] });
  store.jobs.claimNext();
  store.segments.replaceModule(video.id, { module: 'transcription', engine: 'b@1', segments: [] });
  store.jobs.requeue(video.id, { crashed: false });
  store.jobs.claimNext();
  expect(store.analyses.list(video.id)).toHaveLength(1);
  expect(kept()).toMatchObject([{ segments: [{ content: 'hello' }] }]);
});

test('keeps the newest five', async () => {
  const { store, clock, video, kept } = await library();
  for (let run = 0; run < 8; run++) {
    clock.at += 1000;
    analyze(store, video, [line(`run ${run}`, 0)]);
  }
  expect(store.analyses.list(video.id)).toHaveLength(5);
  expect([0, 4].map((at) => kept(at)![0]!.segments[0]!.content)).toEqual(['run 6', 'run 2']);
  expect(store.analyses.sizeBytes(video.userId)).toBeGreaterThan(0);
});

test('findings are counted as they are read: without previews, parts of lines, and added ones', async () => {
  const { store, video } = await library();
  const preview = line('maybe', 8, { preview: true });
  analyze(store, video, [line('one two', 0), line('three', 2), line('four', 4), line('five', 6), preview]);
  store.segments.replaceModule(video.id, { module: 'ocr', engine: 'o@1', segments: [line('TAXI', 1)] });
  const [first, second, third] = store.segments.list(video.userId, video.jobId, ['transcription']);
  store.segments.split(first!, 4);
  store.segments.correct(video.userId, second!.id, { content: 'THREE' }, null);
  store.segments.discard(video.userId, third!.id);
  store.segments.add(video.id, 'ocr', line('BUS', 3), null);
  const read = store.analyses.present(video.id).modules;
  expect(store.analyses.presentCounts(video.id).modules).toEqual([
    { module: 'ocr', engine: 'o@1', findings: 1 },
    { module: 'transcription', engine: 'a@1', findings: 4 },
  ]);
  expect(read.map(({ segments }) => segments.length)).toEqual([1, 4]);
});

test('keeps findings as found: without edits, splits, removals, and names', async () => {
  const { store, clock, video, texts, kept } = await library();
  const spoken = (label: string) => ({ speaker: label, speaker_id: label });
  const found = [line('one two', 0, spoken('S1')), line('three', 2, spoken('S2')), line('four', 4, spoken('S1'))];
  analyze(store, video, found);
  clock.at += 1000;
  const [first, second, third] = store.segments.list(video.userId, video.jobId);
  store.segments.split(first!, 4);
  store.segments.correct(video.userId, second!.id, { content: 'THREE' }, null);
  store.segments.discard(video.userId, third!.id);
  store.speakers.rename(video.id, 'S1', 'Anna');
  expect(texts()).toEqual(['one', 'two', 'THREE']);
  clock.at += 1000;
  analyze(store, video, [line('other', 0)], 'b@1');
  expect(kept()![0]!.segments).toEqual(found);
});

test('a restored analysis takes the place of the present one, with corrections', async () => {
  const { store, clock, video, texts } = await library();
  analyze(store, video, [line('hello there', 0), line('world', 2)]);
  const [first] = store.segments.list(video.userId, video.jobId);
  clock.at += 1000;
  store.segments.correct(video.userId, first!.id, { content: 'Hello there!' }, null);
  clock.at += 1000;
  analyze(store, video, [line('hallo der', 0)], 'b@2');
  clock.at += 1000;
  const [earlier] = store.analyses.list(video.id);
  expect(store.analyses.restore(video.id, earlier!.id)).toBe(true);
  expect(texts()).toEqual(['Hello there!', 'world']);
  expect(store.jobs.get(video.userId, video.jobId)!.modules).toMatchObject([{ engine: 'a@1', status: 'completed' }]);
  const [now] = store.analyses.list(video.id);
  expect(JSON.parse(now!.modules)).toEqual([{ module: 'transcription', engine: 'b@2', findings: 1 }]);
  // The one that was restored is the present one now, with the time of its run.
  expect(store.analyses.list(video.id)).toHaveLength(1);
  expect(store.analyses.present(video.id).finishedAt).toBe(earlier!.finishedAt);
  const restored = store.audit.read(video.userId, video.jobId)!.entries.at(-1);
  expect(restored).toMatchObject({ action: 'restored', details: { digest: earlier!.digest } });
  expect(store.analyses.restore(video.id, earlier!.id)).toBe(false);
});

test('a restore removes findings of modules that it has none of', async () => {
  const { store, video, texts } = await library();
  analyze(store, video, [line('hello', 0)]);
  analyze(store, video, [line('hello', 0)]);
  store.segments.replaceModule(video.id, { module: 'ocr', engine: 'o@1', segments: [line('TAXI', 1)] });
  expect(texts()).toEqual(['hello', 'TAXI']);
  store.analyses.restore(video.id, store.analyses.list(video.id)[0]!.id);
  expect(texts()).toEqual(['hello']);
});

test('another file has no earlier analyses', async () => {
  const { store, video } = await library();
  analyze(store, video, [line('hello', 0)]);
  analyze(store, video, [line('hallo', 0)]);
  store.videos.replaceSource(video.userId, video.jobId, { fileSize: 7 });
  expect(store.analyses.list(video.id)).toEqual([]);
});
