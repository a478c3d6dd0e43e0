import { expect, test } from 'vitest';
import { addUser, addVideo, findings, testStore } from '../store-fixture.ts';

const request = { action: 'process', modules: ['ocr', 'scenes'] } as const;

async function queued(count = 1) {
  const setup = await testStore();
  const userId = addUser(setup.store);
  const videos = Array.from({ length: count }, (_, i) => {
    const video = addVideo(setup.store, userId, `v${i}`);
    setup.clock.at += 1000;
    setup.store.jobs.enqueue(userId, video.jobId, request);
    return video;
  });
  const status = (i = 0) => setup.store.videos.get(userId, videos[i]!.jobId)?.status;
  return { ...setup, userId, videos, video: videos[0]!, status };
}

test('moves a job from queued through processing to completed', async () => {
  const { store, userId, video, clock } = await queued();
  expect(store.jobs.get(userId, video.jobId)).toMatchObject({
    video: { status: 'queued', selectedInsights: '["ocr","scenes"]' },
    job: { attempts: 0, queuedAt: clock.at, startedAt: null },
    modules: [
      { module: 'ocr', status: 'waiting' },
      { module: 'scenes', status: 'waiting' },
    ],
    queuePosition: 1,
  });
  clock.at += 500;
  expect(store.jobs.claimNext()).toMatchObject({
    video: { status: 'processing' },
    job: { attempts: 1, startedAt: clock.at },
  });
  expect(store.jobs.claimNext()).toBeUndefined();
  store.jobs.setModule(video.id, 'ocr', { status: 'completed', progress: 100, engine: 'e@1' });
  expect(store.jobs.get(userId, video.jobId)).toMatchObject({
    modules: [{ module: 'ocr', status: 'completed', progress: 100 }, {}],
    queuePosition: null,
  });
  expect(store.jobs.finish(video.id, { processingTime: 7.5, warnings: [{ message: 'No audio.' }] })).toBe(true);
  expect(store.jobs.get(userId, video.jobId)).toMatchObject({
    video: { status: 'completed', processingTime: 7.5 },
    job: { warnings: '[{"message":"No audio."}]', finishedAt: clock.at },
    modules: [{ module: 'ocr', status: 'completed', engine: 'e@1' }, {}],
  });
  expect(store.jobs.finish(video.id, { processingTime: 1, warnings: [] })).toBe(false);
});

test('runs jobs in order of submission, and reports their positions', async () => {
  const { store, userId, videos } = await queued(3);
  const places = () => videos.map((video) => store.jobs.get(userId, video.jobId)?.queuePosition);
  expect(places()).toEqual([1, 2, 3]);
  expect(store.jobs.claimNext()?.video.id).toBe(videos[0]!.id);
  expect(places()).toEqual([null, 1, 2]);
});

test('runs jobs in order of submission when the clock is set back in between', async () => {
  const { store, userId, video, clock } = await queued();
  clock.at -= 13 * 3600_000;
  const later = addVideo(store, userId, 'later');
  store.jobs.enqueue(userId, later.jobId, request);
  expect([store.jobs.claimNext()?.video.id, store.jobs.claimNext()?.video.id]).toEqual([video.id, later.id]);
});

test('rejects queuing an open job; resets a failed or completed one', async () => {
  const { store, userId, video, clock } = await queued();
  expect(store.jobs.enqueue(userId, video.jobId, request)).toBeUndefined();
  store.jobs.claimNext();
  expect(store.jobs.enqueue(userId, video.jobId, request)).toBeUndefined();
  store.jobs.setModule(video.id, request.modules[0]!, { status: 'running' });
  expect(store.jobs.fail(video.id, { error: { message: 'Broken.' }, errorCode: 'unreadable_media' })).toBe(true);
  const failed = store.jobs.get(userId, video.jobId);
  expect(failed).toMatchObject({
    video: { status: 'failed' },
    job: { error: 'Broken.', errorCode: 'unreadable_media' },
  });
  // No module of an ended run is reported as running.
  expect(new Set(failed?.modules.map((run) => run.status))).toEqual(new Set(['skipped']));
  clock.at += 1;
  const again = store.jobs.enqueue(userId, video.jobId, {
    action: 'reprocess',
    modules: ['ocr'],
    initialPrompt: 'names',
  });
  expect(again).toMatchObject({
    video: { status: 'queued', initialPrompt: 'names', selectedInsights: '["ocr"]' },
    job: { action: 'reprocess', attempts: 0, error: null, errorCode: null, queuedAt: clock.at },
    modules: [{ module: 'ocr', status: 'waiting' }],
  });
});

test('runs a job next that was moved to the front, and keeps what it is about to replace once', async () => {
  const { store, userId, videos } = await queued(3);
  const [first, second, third] = videos.map(({ jobId }) => jobId);
  expect(store.jobs.moveFirst(userId, third!)).toBe(true);
  expect(store.jobs.moveFirst(userId, third!)).toBe(true);
  expect(store.jobs.moveFirst(userId, second!)).toBe(true);
  expect(store.jobs.queued().map(({ jobId }) => jobId)).toEqual([second, third, first]);
  expect(store.jobs.get(userId, third!)).toMatchObject({ queuePosition: 2 });
  expect(store.jobs.claimNext()?.video.jobId).toBe(second);
  expect(store.jobs.moveFirst(userId, second!)).toBe(false);
  const stranger = store.users.findOrCreate('test', 'stranger').user.id;
  expect(store.jobs.moveFirst(stranger, first!)).toBe(false);
});

test('cancels a queued job to uploaded and a running one to failed', async () => {
  const { store, userId, videos, status } = await queued(2);
  store.jobs.claimNext();
  expect(store.jobs.cancel(userId, videos[0]!.jobId)).toBe('processing');
  expect(store.jobs.get(userId, videos[0]!.jobId)).toMatchObject({
    video: { status: 'failed' },
    job: { errorCode: 'cancelled' },
    modules: [{ status: 'skipped' }, { status: 'skipped' }],
  });
  expect(store.jobs.cancel(userId, videos[1]!.jobId)).toBe('queued');
  expect(status(1)).toBe('uploaded');
  expect(store.jobs.cancel(userId, videos[1]!.jobId)).toBeUndefined();
  expect(store.jobs.claimNext()).toBeUndefined();
  expect(store.jobs.finish(videos[0]!.id, { processingTime: 1, warnings: [] })).toBe(false);
});

test('requeues the job of a killed process with its finished modules', async () => {
  const { store, userId, video, reopen } = await queued();
  store.jobs.claimNext();
  store.segments.replaceModule(video.id, findings(['text'], { module: 'ocr' }));
  store.jobs.setModule(video.id, 'ocr', { status: 'completed', progress: 100 });
  store.jobs.setModule(video.id, 'scenes', { status: 'running', progress: 30 });

  const later = reopen();
  expect(later.jobs.requeueInterrupted()).toMatchObject({ requeued: [{ id: video.id, status: 'queued' }], failed: [] });
  expect(later.jobs.requeueInterrupted()).toEqual({ requeued: [], failed: [] });
  expect(later.jobs.get(userId, video.jobId)).toMatchObject({
    job: { attempts: 1, startedAt: null },
    modules: [
      { module: 'ocr', status: 'completed', progress: 100 },
      { module: 'scenes', status: 'waiting', progress: 0 },
    ],
  });
  expect(later.segments.list(userId, video.jobId)).toHaveLength(1);

  expect(later.jobs.claimNext()?.job?.attempts).toBe(2);
  expect(later.jobs.requeueInterrupted()).toMatchObject({ requeued: [], failed: [{ id: video.id, status: 'failed' }] });
  expect(later.jobs.get(userId, video.jobId)?.job).toMatchObject({ errorCode: 'worker_crashed' });
});

test('counts crashes of the worker as attempts, but not a shutdown', async () => {
  const { store, video, status } = await queued();
  for (let i = 0; i < 3; i++) {
    expect(store.jobs.claimNext()?.job?.attempts).toBe(1);
    expect(store.jobs.requeue(video.id, { crashed: false })?.status).toBe('queued');
  }
  store.jobs.claimNext();
  expect(store.jobs.requeue(video.id, { crashed: true, reason: { message: 'Signal 11.' } })?.status).toBe('queued');
  expect(store.jobs.claimNext()?.job?.attempts).toBe(2);
  expect(store.jobs.requeue(video.id, { crashed: true, reason: { message: 'Signal 11.' } })?.status).toBe('failed');
  expect(store.jobs.requeue(video.id, { crashed: true, reason: { message: '' } })).toBeUndefined();
  expect(status()).toBe('failed');
});

test('keeps earlier results after a failed or canceled run, unless they were cleared', async () => {
  const { store, userId, video, status } = await queued();
  const end = { error: { message: 'None could deliver.' }, errorCode: 'model_unavailable' } as const;
  store.jobs.claimNext();
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });

  store.jobs.enqueue(userId, video.jobId, request);
  store.jobs.claimNext();
  store.jobs.fail(video.id, end);
  expect(status()).toBe('failed');
  expect(store.jobs.get(userId, video.jobId)?.job).toMatchObject({ errorCode: 'model_unavailable' });

  store.jobs.enqueue(userId, video.jobId, request);
  expect(store.jobs.cancel(userId, video.jobId)).toBe('queued');
  expect(status()).toBe('completed');
  store.jobs.enqueue(userId, video.jobId, request);
  store.jobs.claimNext();
  expect(store.jobs.cancel(userId, video.jobId)).toBe('processing');
  expect(status()).toBe('failed');
  expect(store.jobs.get(userId, video.jobId)?.job).toMatchObject({ errorCode: 'cancelled', keepsResults: 1 });

  store.jobs.enqueue(userId, video.jobId, { ...request, source: 'stills' });
  store.jobs.claimNext();
  expect(store.jobs.cancel(userId, video.jobId)).toBe('processing');
  expect(status()).toBe('completed');

  store.jobs.enqueue(userId, video.jobId, { ...request, action: 'reprocess' });
  store.jobs.claimNext();
  store.jobs.fail(video.id, end);
  expect(status()).toBe('failed');
});

test('leaves other modules and the selection unchanged after a run on saved stills', async () => {
  const { store, userId, video } = await queued();
  const onStills = { action: 'process', modules: ['logos'], source: 'stills' } as const;
  expect(store.jobs.enqueue(userId, video.jobId, onStills)).toBeUndefined();
  store.jobs.claimNext();
  store.jobs.setModule(video.id, 'ocr', { status: 'completed' });
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  expect(store.jobs.enqueue(userId, video.jobId, onStills)).toMatchObject({
    video: { selectedInsights: '["ocr","scenes"]' },
    job: { source: 'stills', keepsResults: 1 },
    modules: [
      { module: 'logos', status: 'waiting' },
      { module: 'ocr', status: 'completed' },
      { module: 'scenes', status: 'skipped' },
    ],
  });
});

test('a video keeps the end of its last run while it is changed, queued again, and canceled in the queue', async () => {
  const { store, userId, video, clock } = await queued();
  const end = () => store.videos.list(userId)[0]?.analyzedAt;
  expect(end()).toBeNull();
  store.jobs.claimNext();
  clock.at += 1000;
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  const completedAt = clock.at;
  clock.at += 1000;
  store.videos.update(userId, video.jobId, { name: 'renamed' });
  expect(end()).toBe(completedAt);
  store.jobs.enqueue(userId, video.jobId, request);
  store.jobs.cancel(userId, video.jobId);
  expect(end()).toBe(completedAt);
  store.jobs.enqueue(userId, video.jobId, request);
  store.jobs.claimNext();
  clock.at += 1000;
  store.jobs.cancel(userId, video.jobId);
  expect(end()).toBe(clock.at);
});
