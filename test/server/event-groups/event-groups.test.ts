import { expect, test, vi } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import type { EventGroupChange } from '../../../src/contract/library/library-events.ts';
import { EventGroupsService } from '../../../src/server/event-groups/event-groups.ts';
import { addUser, addVideo, testStore } from '../../db/store-fixture.ts';
import { waitUntil } from '../../fixtures/wait.ts';

type Sync = ConstructorParameters<typeof EventGroupsService>[0]['sync'];
type Placements = Awaited<ReturnType<Sync['compare']>>;
const log = { debug() {}, info() {}, warn() {}, error() {} };

async function library() {
  const { store } = await testStore();
  const userId = addUser(store);
  const owner = { userId };
  const videos = ['camera', 'phone', 'recorder', 'other.MOV'].map((name, i) => addVideo(store, userId, name, 60 + i));
  /** Ends the comparison that runs. */
  let finish: { done(placements: Placements): void; fail(error: Error): void };
  let guesses: (number | null)[] = [null, null, null, null];
  const compared: string[][] = [];
  let report: ((fraction: number) => void) | undefined;
  const sync: Sync = {
    read: async (_, jobIds) =>
      jobIds.map((jobId) => {
        const i = videos.findIndex((video) => video.jobId === jobId);
        return { video: videos[i]!, path: '', duration: 60, tracks: undefined, guess: guesses[i]! } as never;
      }),
    compare: (sources, { signal, onProgress }) =>
      new Promise((done, fail) => {
        compared.push(sources.map(({ video }) => video.name));
        finish = { done, fail };
        report = onProgress;
        signal.addEventListener('abort', () => fail(new CanceledError()));
      }),
  };
  const service = new EventGroupsService({ store, sync, log });
  const ids = videos.map(({ jobId }) => jobId);
  const settled = async (id: string, outcome: Placements | Error) => {
    await waitUntil(() => finish, { interval: 1 });
    if (outcome instanceof Error) finish.fail(outcome);
    else finish.done(outcome);
    await waitUntil(() => service.get(owner, id).status !== 'syncing', { interval: 1 });
    return service.get(owner, id);
  };
  return {
    store,
    userId,
    owner,
    videos,
    ids,
    sync,
    service,
    compared,
    settled,
    report: (fraction: number) => report!(fraction),
    guess(...values: (number | null)[]) {
      guesses = values;
    },
    /** An event of the first videos at these offsets. */
    async event(...offsets: (number | null)[]) {
      const { id } = await service.create(owner, { job_ids: ids.slice(0, offsets.length) });
      return settled(id, offsets.map(at));
    },
  };
}

const at = (offset: number | null): Placements[number] => ({
  place: offset === null ? null : { offset, driftPpm: 0, confidence: 0.9 },
  hasSound: true,
});
const offsetsOf = ({ recordings }: { recordings: { name: string; offset: number | null }[] }) =>
  Object.fromEntries(recordings.map(({ name, offset }) => [name, offset]));

test('an event is compared in the background, and states what it found of each recording', async () => {
  const { service, owner, ids, userId, settled, report, guess, store } = await library();
  guess(1000, 4600, null, null);
  const changes: EventGroupChange[] = [];
  service.subscribe(userId, (change) => changes.push(change));
  const created = await service.create(owner, { job_ids: ids });
  expect(created).toMatchObject({ title: 'other', status: 'syncing', progress: 0, error: null, duration: 0 });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9);
  report(0.42);
  clock.mockRestore();
  expect(changes.at(-1)).toMatchObject({ change: 'changed', event: { progress: 42 } });

  const event = await settled(created.id, [
    { place: { offset: 0, driftPpm: 0, confidence: 0.98 }, hasSound: true },
    { place: { offset: 12.4, driftPpm: -8.4, confidence: 0.98 }, hasSound: true },
    at(null),
    { place: null, hasSound: false },
  ]);
  expect(event).toMatchObject({ status: 'ready', progress: null, duration: 73.399 });
  expect(event.recordings).toMatchObject([
    { name: 'camera', offset: 0, set_by: 'sound', left_out: null, stated_offset: 0 },
    // Its clock is an hour ahead.
    { name: 'phone', offset: 12.4, drift_ppm: -8.4, confidence: 0.98, stated_offset: 3600 },
    { name: 'recorder', offset: null, set_by: null, left_out: 'no_match', stated_offset: null },
    { name: 'other.MOV', offset: null, left_out: 'no_sound' },
  ]);
  service.delete(owner, event.id);
  expect(changes.at(-1)).toEqual({ event_id: event.id, change: 'removed', event: null });
  expect(store.videos.list(userId)).toHaveLength(4);
});

test('what was set by hand outlives a comparison, and the others keep their places', async () => {
  const { service, owner, ids, event, settled, compared } = await library();
  const { id } = await event(0, 10, 20);
  service.place(owner, id, ids[1]!, { offset: 10.5 });
  // A recording before the first moves the zero of the clock.
  const moved = service.place(owner, id, ids[2]!, { offset: -5 });
  expect(offsetsOf(moved)).toEqual({ recorder: 0, camera: 5, phone: 15.5 });
  expect(service.place(owner, id, ids[2]!, { offset: null }).recordings[2]).toMatchObject({ left_out: 'by_hand' });
  await service.add(owner, id, [ids[3]!]);
  // The sound places the second elsewhere, and the clock starts with the new one.
  const again = await settled(id, [at(30), at(41), at(0)]);
  expect(compared.at(-1)).toEqual(['camera', 'phone', 'other.MOV']);
  expect(offsetsOf(again)).toEqual({ 'other.MOV': 0, camera: 30, phone: 40.5, recorder: null });
  expect(again.recordings[2]).toMatchObject({ set_by: 'hand', confidence: null });
});

test('a video that gets another file loses its place, which was that of the former one', async () => {
  const { store, service, owner, userId, ids, event } = await library();
  const { id } = await event(0, 10, 20);
  service.place(owner, id, ids[2]!, { offset: 21 });
  for (const jobId of ids.slice(1, 3)) store.videos.replaceSource(userId, jobId, { duration: 40 } as never);
  const unknown = { offset: null, confidence: null, set_by: null, left_out: null, stated_offset: null };
  const { recordings } = service.get(owner, id);
  expect(recordings).toMatchObject([{ name: 'camera', offset: 0 }, { ...unknown, duration: 40 }, unknown]);
});

test('a comparison needs two recordings, and without them keeps what was set by hand', async () => {
  const { store, service, owner, userId, ids, event } = await library();
  const { id } = await event(0, 10);
  const before = service.place(owner, id, ids[0]!, { offset: -2 });
  store.videos.trash(userId, ids[1]!);
  expect(() => service.sync(owner, id, true)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(service.get(owner, id)).toMatchObject({ status: 'ready', recordings: [before.recordings[0]] });
  store.videos.restore(userId, ids[1]!);
  service.place(owner, id, ids[1]!, { offset: null });
  expect(() => service.sync(owner, id)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(service.sync(owner, id, true).status).toBe('syncing');
});

test('a recording that was left out returns to its place, and a change by hand is undone', async () => {
  const { service, owner, ids, event, settled } = await library();
  const before = await event(0, 10, null);
  const [camera, phone, recorder] = before.recordings;
  service.place(owner, before.id, ids[1]!, { offset: 10.5 });
  const undo = { offset: 10, confidence: 0.9, left_out: null };
  expect(service.place(owner, before.id, ids[1]!, undo).recordings[1]).toEqual(phone);
  service.place(owner, before.id, ids[2]!, { offset: 3 });
  const never = { offset: null, confidence: null, left_out: 'no_match' as const };
  expect(service.place(owner, before.id, ids[2]!, never).recordings[2]).toEqual(recorder);

  // The clock begins with the other one meanwhile.
  const out = service.place(owner, before.id, ids[0]!, { offset: null });
  expect(out).toMatchObject({ duration: 61 });
  const left = out.recordings.find(({ name }) => name === 'camera')!;
  expect(left).toMatchObject({ offset: null, set_by: null, left_out: 'by_hand', former_offset: -10, confidence: 0.9 });
  expect(service.place(owner, before.id, ids[0]!, { offset: null }).recordings).toEqual(out.recordings);
  const back = { offset: left.former_offset, confidence: left.confidence };
  expect(service.place(owner, before.id, ids[0]!, back).recordings).toEqual([camera, phone, recorder]);
  service.place(owner, before.id, ids[1]!, { offset: null });
  service.sync(owner, before.id, true);
  expect(offsetsOf(await settled(before.id, [at(0), at(12), at(null)]))).toEqual({
    camera: 0,
    phone: 12,
    recorder: null,
  });
});

test('a recording that is left out during a comparison stays out', async () => {
  const { service, owner, ids, event, settled } = await library();
  const { id } = await event(0, 10, 20);
  service.sync(owner, id);
  service.place(owner, id, ids[1]!, { offset: null });
  expect(offsetsOf(await settled(id, [at(0), at(10), at(20)]))).toEqual({ camera: 0, phone: null, recorder: 20 });
});

test('a comparison can be canceled, fail, and run again', async () => {
  const { service, owner, ids, settled } = await library();
  const { id } = await service.create(owner, { job_ids: ids.slice(0, 2) });
  expect(service.cancel(owner, id)).toMatchObject({
    status: 'ready',
    recordings: [{ offset: null }, { offset: null }],
  });
  service.sync(owner, id);
  const failed = await settled(id, new Error('The disk is gone.'));
  expect(failed).toMatchObject({ status: 'failed', error: { message: 'The disk is gone.' } });
  expect(service.sync(owner, id)).toMatchObject({ status: 'syncing', error: null });
  expect(offsetsOf(await settled(id, [at(0), at(3)]))).toEqual({ camera: 0, phone: 3 });
});

test('a comparison that a shutdown ended starts again', async () => {
  const { service, owner, ids, store, sync, compared } = await library();
  const { id } = await service.create(owner, { job_ids: ids.slice(0, 2) });
  await waitUntil(() => compared.length === 1, { interval: 1 });
  service.close();
  expect(service.get(owner, id).status).toBe('syncing');
  new EventGroupsService({ store, sync, log }).resume();
  await waitUntil(() => compared.length === 2, { interval: 1 });
});

test('a video leaves its event with the trash, and comes back', async () => {
  const { service, owner, ids, store, userId, event } = await library();
  const { id } = await event(0, 10, 20);
  store.videos.trash(userId, ids[0]!);
  expect(offsetsOf(service.get(owner, id))).toEqual({ phone: 0, recorder: 10 });
  store.videos.restore(userId, ids[0]!);
  expect(offsetsOf(service.get(owner, id))).toEqual({ camera: 0, phone: 10, recorder: 20 });
  service.removeRecording(owner, id, ids[0]!);
  expect(() => service.removeRecording(owner, id, ids[1]!)).toThrow('An event needs at least two recordings');
  expect(() => service.removeRecording(owner, id, ids[0]!)).toThrow('Recording not found');
  await expect(service.add(owner, id, [ids[1]!])).rejects.toThrow('“phone” is already in this event.');
});

test('events are found by their videos, and only by those who may see all of them', async () => {
  const { service, owner, ids, store, userId, event } = await library();
  const { id } = await event(0, 10);
  const project = store.projects.create(userId, { name: 'Harbor', description: null }).id;
  store.videos.update(userId, ids[0]!, { projectId: project });
  const confined = { userId, projects: [project] };
  expect(service.list(owner, { job_id: ids[1]! })).toMatchObject([{ id }]);
  expect(service.list(owner, { job_id: ids[2]! })).toEqual([]);
  expect(service.list(confined, {})).toEqual([]);
  expect(() => service.get(confined, id)).toThrow('Event not found');
  expect(() => service.delete({ userId: userId + 1 }, id)).toThrow('Event not found');
  store.videos.update(userId, ids[1]!, { projectId: project });
  expect(service.list(confined, {})).toMatchObject([{ id }]);
  expect(service.rename(confined, id, 'Concert')).toMatchObject({ title: 'Concert' });
});
