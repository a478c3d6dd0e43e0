import { expect, test } from 'vitest';
import { CoverageMap, MissExplanation } from '../../../src/contract/analysis/coverage-map.ts';
import { createCoverageMapService } from '../../../src/server/library/coverage-map.ts';
import { addUser, addVideo, findings, testStore } from '../../db/store-fixture.ts';

async function library() {
  const { store } = await testStore();
  const user = addUser(store);
  const video = addVideo(store, user, 'clip', 4);
  store.jobs.enqueue(user, video.jobId, { action: 'process', modules: ['ocr', 'transcription'] });
  store.jobs.claimNext();
  for (const module of ['ocr', 'transcription'] as const)
    store.jobs.setModule(video.id, module, { status: 'completed', engine: 'e@1' });
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  return { store, user, video, coverage: createCoverageMapService(store) };
}

const PICTURE = { frames: [25, 4], brightness: [200, 3, 16, 1], peak: [200, 3, 16, 1], sharpness: [80, 4] };

test('a video that an earlier version analyzed has no conditions, and says so', async () => {
  const { user, video, coverage } = await library();
  const map = CoverageMap.parse(coverage.get(user, video.jobId));
  expect(map.is_recorded).toBe(false);
  expect(map.modules.find(({ module }) => module === 'ocr')!.spans).toMatchObject([
    { start_time: 0, end_time: 4, state: 'not_recorded' },
  ]);
  expect(coverage.explain(user, video.jobId, { module: 'ocr', start_time: 1 }).reason).toBe('not_recorded');
  expect(() => coverage.get(user + 1, video.jobId)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('parts of several runs are kept together, and a module that ran again replaces its own', async () => {
  const { store, user, video, coverage } = await library();
  const looks = (distance: number) => ({ modules: { ocr: { looks: [0, 1, distance, 9], dropped: [] } } });
  store.conditions.merge(video.id, { picture: PICTURE, modules: {} });
  store.conditions.merge(video.id, looks(10));
  store.conditions.merge(video.id, looks(40));
  const ocr = coverage.get(user, video.jobId).modules.find(({ module }) => module === 'ocr')!;
  expect(ocr.spans.map(({ state, end_time }) => [state, end_time])).toEqual([
    ['examined', 3],
    ['too_dark', 4],
  ]);
  expect(ocr.spans[0]!.looks_per_second).toBeCloseTo(8 / 3, 1);
  expect(coverage.get(user, video.jobId).modules.find(({ module }) => module === 'visualelements')!.status).toBe(
    'not_run',
  );
});

test('an explanation names the finding, or the one that a user removed', async () => {
  const { store, user, video, coverage } = await library();
  store.conditions.merge(video.id, { picture: PICTURE, modules: { ocr: { looks: [0, 1, 50, 7], dropped: [] } } });
  const [id] = store.segments.replaceModule(video.id, { ...findings(['EXIT']), module: 'ocr' });
  const ask = () =>
    MissExplanation.parse(
      coverage.explain(user, video.jobId, { module: 'ocr', start_time: 0, end_time: 1, text: 'exit' }),
    );
  expect(ask()).toMatchObject({ reason: 'found', segment_id: String(id) });
  store.segments.discard(user, id!);
  expect(ask()).toMatchObject({
    reason: 'removed',
    segment_id: null,
    message: '“EXIT” at 0:00 was removed by a user.',
  });
});

test('the reason at a moment names that moment', async () => {
  const { store, user, video, coverage } = await library();
  store.conditions.merge(video.id, { picture: PICTURE, modules: { ocr: { looks: [0, 1, 50, 7], dropped: [] } } });
  const { reason, message } = coverage.explain(user, video.jobId, { module: 'ocr', start_time: 3.1 });
  expect({ reason, message }).toEqual({ reason: 'too_dark', message: 'The picture is too dark at 0:03.' });
});

test('a range that is empty, or behind the end of the video, is refused', async () => {
  const { user, video, coverage } = await library();
  const ask = (start_time: number, end_time?: number) =>
    coverage.explain(user, video.jobId, { module: 'ocr', start_time, end_time });
  const refused = expect.objectContaining({
    code: 'invalid_request',
    message: 'A range must end after its start, within the video.',
  });
  for (const [start, end] of [[2, 1], [2, 2], [5, 9], [5]] as const) expect(() => ask(start, end)).toThrow(refused);
  expect(ask(3, 9)).toMatchObject({ start_time: 3, end_time: 4 });
  expect(ask(0)).toMatchObject({ start_time: 0, end_time: 0.25 });
  expect(ask(4)).toMatchObject({ start_time: 3.75, end_time: 4 });
});
