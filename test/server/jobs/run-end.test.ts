import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { systemClock } from '../../../src/base/time.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../src/contract/sharing/webhooks.ts';
import { openStore } from '../../../src/db/index.ts';
import type { VideoRow } from '../../../src/db/schema.ts';
import { createAnnouncements } from '../../../src/server/jobs/announcements.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { createJobService } from '../../../src/server/jobs/job-service.ts';
import { createUsageAccounting } from '../../../src/server/jobs/usage-accounting.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { writeNewLibrary } from '../../fixtures/new-library.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

async function library() {
  const data = await tempFolder();
  const path = join(data, 'test.db');
  writeNewLibrary(path);
  const store = openStore({ path });
  const { user } = store.users.findOrCreate('test', 'somebody');
  store.profiles.create(user.id, { fullName: '', email: '', timezone: 'UTC' });
  const video = store.videos.create(user.id, {
    jobId: uuidV7(),
    name: 'clip',
    storagePath: `users/${user.id}/clip.mp4`,
    selectedInsights: '[]',
    duration: 60,
    media: '{}',
  });
  const { id: webhookId } = store.webhooks.create(user.id, {
    url: 'http://127.0.0.1:9/',
    name: null,
    allowsPublic: 0 as const,
    sealedSecret: new Uint8Array(1),
    events: JSON.stringify(WEBHOOK_EVENT_TYPES),
  });
  return { data, path, store, user, video, webhookId };
}

/** Opens the job's record as the start of a run does. */
function begin({ store, video }: Awaited<ReturnType<typeof library>>, attempts: number): void {
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['ocr'] });
  createUsageAccounting(store).open(video, { action: 'process', modules: ['ocr'] });
  for (let i = 0; i < attempts; i++) {
    store.jobs.claimNext();
    if (i < attempts - 1) store.jobs.requeue(video.id, { crashed: true, reason: { message: 'x' } });
  }
}

/** State of a run's end: whether the run has ended, its record is closed, its notification exists, and its event. */
function endOf(path: string, { userId, jobId }: VideoRow, webhookId: number) {
  const store = openStore({ path });
  const { status } = store.videos.get(userId, jobId)!;
  const pending = store.usage.totals(userId).pendingMinutes > 0;
  const notified = store.notifications.list(userId).some((row) => row.jobId === jobId);
  const events = store.webhookDeliveries.list(webhookId).map(({ type }) => type);
  store.close();
  const ended = status !== 'queued' && status !== 'processing';
  return { ended, closed: !pending, notified, events: events.filter((type) => type !== 'job.started') };
}

type End = 'completed' | 'failed' | 'crashed' | 'interrupted' | 'canceled';

/**
 * Runs the job of a library to an end of this kind. Returns copies of the database as a kill would leave it: one
 * before each statement of the end, and one after it.
 */
async function copiesAtEnd(data: string, kind: End): Promise<string[]> {
  const copies: string[] = [];
  const copy = () => {
    const folder = join(data, `copy-${copies.length}`);
    mkdirSync(folder);
    for (const name of ['test.db', 'test.db-wal'])
      if (existsSync(join(data, name))) copyFileSync(join(data, name), join(folder, name));
    copies.push(join(folder, 'test.db'));
  };
  const ended = Promise.withResolvers<void>();
  // A second interruption is settled while the service starts.
  let isEnding = kind === 'interrupted';
  const store = openStore({ path: join(data, 'test.db'), onStatement: () => isEnding && copy() });
  const events = new JobEvents(systemClock);
  events.subscribeAll((_, { name }) => {
    if (name === 'completed' || name === 'failed') ended.resolve();
  });
  const user = store.users.findOrCreate('test', 'somebody').user;
  const video = store.videos.list(user.id)[0]!;
  const worker = () =>
    new ScriptedWorker((worker) => {
      worker.say({ type: 'module', module: 'ocr', engine: 'test@1', error: null, status: 'completed' });
      if (kind === 'completed') worker.say({ type: 'done', endTime: 60 });
      if (kind === 'failed') worker.say({ type: 'failed', error: { code: 'unreadable_media', message: 'Damaged.' } });
      isEnding = true;
      if (kind === 'canceled') void service.cancel(user.id, video.jobId);
      else worker.exit(kind === 'crashed' ? 139 : 0);
    });
  const service = createJobService({
    store,
    host: { ...testHost(data), spawnWorker: worker },
    events,
    accounting: createUsageAccounting(store),
    log: createLogger(() => {}),
    sourcePath: async () => join(data, 'clip.mp4'),
    stillsFolder: async () => data,
    describe: async () => [],
  });
  if (video.status === 'uploaded') await service.start(user.id, video.jobId, { modules: ['ocr'], action: 'process' });
  if (kind !== 'interrupted') await ended.promise;
  isEnding = false;
  copy();
  await service.close();
  store.close();
  return copies;
}

describe('end of a run', () => {
  it.each<{ kind: End; attempts: number; notifies: boolean; event: WebhookEventType }>(
    sample(
      [
        { kind: 'completed', attempts: 0, notifies: true, event: 'job.completed' },
        { kind: 'failed', attempts: 0, notifies: true, event: 'job.failed' },
        { kind: 'crashed', attempts: 2, notifies: true, event: 'job.failed' },
        { kind: 'interrupted', attempts: 2, notifies: true, event: 'job.failed' },
        { kind: 'canceled', attempts: 0, notifies: false, event: 'job.cancelled' },
      ],
      2,
    ),
  )(
    '$kind: a kill before any statement leaves all of it or nothing',
    WHOLE,
    async ({ kind, attempts, notifies, event }) => {
      const set = await library();
      if (attempts > 0) begin(set, attempts);
      // One crash is behind it; the run is its second.
      if (kind === 'crashed') set.store.jobs.requeue(set.video.id, { crashed: false });
      set.store.close();
      const ends = (await copiesAtEnd(set.data, kind)).map((path) => endOf(path, set.video, set.webhookId));
      expect(ends.length).toBeGreaterThan(3);
      expect(ends[0]!.ended).toBe(false);
      expect(ends.at(-1)!.ended).toBe(true);
      for (const [at, end] of ends.entries()) {
        const whole = {
          ended: end.ended,
          closed: end.ended,
          notified: end.ended && notifies,
          events: end.ended ? [event] : [],
        };
        expect(end, `before statement ${at}`).toEqual(whole);
      }
    },
  );
});

it('a run that is interrupted is announced once as started', async () => {
  const { store, video, webhookId } = await library();
  const announce = createAnnouncements(store);
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules: ['ocr'] });
  for (let attempt = 0; attempt < 3; attempt++) {
    announce.started(store.jobs.claimNext()!);
    store.jobs.requeue(video.id, { crashed: false });
  }
  const [event, ...others] = store.webhookDeliveries.list(webhookId);
  expect([event?.type, others]).toEqual(['job.started', []]);
  expect(JSON.parse(event!.payload).data).toMatchObject({
    job_id: video.jobId,
    video_name: 'clip',
    status: 'processing',
  });
  store.close();
});

describe('records that an earlier version left open', () => {
  it('bills a completed run, releases a failed one, and sends both notifications', async () => {
    for (const outcome of ['completed', 'failed'] as const) {
      const { store, user, video, ...rest } = await library();
      begin({ store, user, video, ...rest }, 1);
      if (outcome === 'completed') store.jobs.finish(video.id, { processingTime: 3, warnings: [] });
      else store.jobs.fail(video.id, { error: { message: 'Damaged.' }, errorCode: 'unreadable_media' });
      createUsageAccounting(store).closeAbandoned();
      createUsageAccounting(store).closeAbandoned();
      const isBilled = outcome === 'completed';
      expect(store.usage.totals(user.id)).toMatchObject({ pendingMinutes: 0, billedMinutes: isBilled ? 1 : 0 });
      const type = isBilled ? 'success' : 'error';
      expect(store.notifications.list(user.id)).toMatchObject([{ type, jobId: video.jobId }]);
      store.close();
    }
  });

  it('releases records of canceled and deleted runs, and keeps those of open ones', async () => {
    const { store, user, video, ...rest } = await library();
    const accounting = createUsageAccounting(store);
    begin({ store, user, video, ...rest }, 1);
    accounting.closeAbandoned();
    expect(store.usage.totals(user.id).pendingMinutes).toBe(1);
    store.jobs.cancel(user.id, video.jobId);
    accounting.closeAbandoned();
    expect(store.usage.totals(user.id)).toMatchObject({ pendingMinutes: 0, billedMinutes: 0 });
    store.jobs.enqueue(user.id, video.jobId, { action: 'process', modules: ['ocr'] });
    accounting.open(video, { action: 'process', modules: ['ocr'] });
    store.videos.delete(user.id, video.jobId);
    accounting.closeAbandoned();
    expect(store.usage.totals(user.id).pendingMinutes).toBe(0);
    expect(store.notifications.list(user.id)).toEqual([]);
    store.close();
  });
});
