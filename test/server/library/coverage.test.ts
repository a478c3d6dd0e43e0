import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { coverageOf } from '../../../src/server/library/coverage.ts';
import { addUser, addVideo, findings, testStore } from '../../db/store-fixture.ts';

async function library() {
  const { store } = await testStore();
  const user = addUser(store);
  const video = addVideo(store, user, 'clip', 60);
  const statusOf = () => {
    const coverage = coverageOf(store, store.videos.get(user, video.jobId)!, ['transcription', 'ocr', 'scenes']);
    return Object.fromEntries(
      coverage.map(({ module, status, end_time }) => [module, end_time === null ? status : [status, end_time]]),
    );
  };
  type Request = Parameters<typeof store.jobs.enqueue>[2];
  const begin = (modules: Request['modules'], more: Partial<Request> = {}) => {
    store.jobs.enqueue(user, video.jobId, { action: 'process', modules, ...more });
    store.jobs.claimNext();
    if (more.action === 'reprocess' && !modules.includes('summary')) store.segments.delete(video.id);
  };
  const complete = (...modules: Request['modules'][number][]) => {
    for (const module of modules) store.jobs.setModule(video.id, module, { status: 'completed', engine: 'e@1' });
    store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  };
  return { store, user, video, statusOf, begin, complete };
}

test('without findings, a module that ran is told from one that nobody asked for', async () => {
  const { statusOf, begin, complete } = await library();
  expect(statusOf()).toEqual({ transcription: 'not_run', ocr: 'not_run', scenes: 'not_run' });
  begin(['transcription']);
  complete('transcription');
  expect(statusOf()).toEqual({ transcription: ['completed', 60], ocr: 'not_run', scenes: 'not_run' });
  // A later run of other modules leaves it as it is.
  begin(['ocr']);
  expect(statusOf()).toMatchObject({ transcription: ['completed', 60], ocr: 'waiting' });
  complete('ocr');
  expect(statusOf()).toMatchObject({ transcription: ['completed', 60], ocr: ['completed', 60] });
  begin(['ocr']);
  complete('ocr');
  expect(statusOf()).toMatchObject({ transcription: ['completed', 60] });
  // Reprocessing clears what was found.
  begin(['ocr'], { action: 'reprocess' });
  complete('ocr');
  expect(statusOf()).toEqual({ transcription: 'not_run', ocr: ['completed', 60], scenes: 'not_run' });
});

test('a run that was stopped has analyzed a part', async () => {
  const { store, user, video, statusOf, begin } = await library();
  begin(['transcription', 'ocr']);
  store.segments.append(video.id, findings(['one', 'two']));
  expect(statusOf()).toMatchObject({ transcription: ['partial', expect.any(Number)], ocr: 'waiting' });
  store.jobs.cancel(user, video.jobId);
  const { transcription, ocr } = statusOf();
  expect([transcription![0], ocr]).toEqual(['partial', 'skipped']);
  expect(transcription![1]).toBeLessThan(60);
});

test('a finding that a user added is of no run', async () => {
  const { store, video, statusOf } = await library();
  store.segments.append(video.id, findings(['Added by hand'], { module: 'ocr', data: { added: true } }));
  expect(statusOf()).toMatchObject({ ocr: 'not_run' });
});

test('a module that failed states why, and a first look is one of key frames', async () => {
  const { store, video, user, statusOf, begin, complete } = await library();
  begin(['transcription', 'ocr', 'scenes'], { depth: 'preview' });
  store.segments.replaceModule(video.id, findings(['Shot 1'], { module: 'scenes', data: { preview: true } }));
  store.jobs.setModule(video.id, 'transcription', { status: 'failed', error: { message: 'No model.' } });
  complete('ocr', 'scenes');
  expect(statusOf()).toEqual({ transcription: 'failed', ocr: ['preview', 60], scenes: ['preview', 60] });
  expect(coverageOf(store, store.videos.get(user, video.jobId)!, ['transcription'])).toMatchObject([
    { error: 'No model.', findings: 0, start_time: null },
  ]);
  // The full analysis fails, and the first look remains.
  begin(['scenes']);
  store.jobs.setModule(video.id, 'scenes', { status: 'failed', error: { message: 'Damaged.' } });
  store.jobs.fail(video.id, { error: { message: 'Damaged.' }, errorCode: 'internal' });
  expect(statusOf()).toMatchObject({ scenes: ['preview', 60] });
});

test('a summary is outdated once the transcript is corrected or recognized again, until it is renewed', async () => {
  const { store, user, video, statusOf, begin, complete } = await library();
  const isOutdated = () =>
    coverageOf(store, store.videos.get(user, video.jobId)!, ['summary', 'transcription']).map((one) => one.is_outdated);
  begin(['transcription', 'visualelements', 'summary']);
  store.segments.replaceModule(video.id, findings(['the brige is closed'], { module: 'transcription' }));
  store.segments.replaceModule(video.id, findings(['car'], { module: 'visualelements' }));
  store.segments.replaceModule(video.id, findings(['A brige is closed.'], { module: 'summary' }));
  complete('transcription', 'visualelements', 'summary');
  expect(isOutdated()).toEqual([false, false]);
  const of = (module: ModuleName) => store.segments.list(user, video.jobId, [module])[0]!;
  const [line, car] = [of('transcription'), of('visualelements')];
  store.segments.correct(user, car.id, { label: 'truck' }, null);
  expect(isOutdated()).toEqual([false, false]);
  store.speakers.rename(video.id, 'S1', 'Anna');
  expect(isOutdated()).toEqual([false, false]);
  store.segments.correct(user, line.id, { content: 'the bridge is closed' }, null);
  expect(isOutdated()).toEqual([true, false]);
  begin(['summary'], { action: 'reprocess' });
  complete('summary');
  expect(isOutdated()).toEqual([false, false]);
  // The findings that it was made of are still there.
  expect(statusOf()).toMatchObject({ transcription: ['completed', 60] });
  begin(['transcription']);
  complete('transcription');
  expect(isOutdated()).toEqual([true, false]);
});
