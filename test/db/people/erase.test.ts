import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/db/index.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const MARK = 'Wilhelmina Findable';
/** A float whose bytes occur nowhere else. */
const RARE = 0.123_456_78;

/** Names, templates, and pictures found in the bytes of a folder's files. */
function tracesIn(folder: string): string[] {
  const marks = {
    name: Buffer.from(MARK),
    template: Buffer.from(Float32Array.of(RARE, RARE, RARE).buffer),
    picture: Buffer.from('JPEG of a face JPEG of a face'),
  };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map((file) => readFileSync(join(file.parentPath, file.name)));
  return Object.entries(marks).flatMap(([mark, bytes]) =>
    contents.some((each) => each.includes(bytes)) ? [mark] : [],
  );
}

async function setUp() {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const [own, other] = ['own', 'other'].map((name) => store.projects.create(userId, { name, description: null }).id);
  const videoIn = (projectId: number) => store.videos.update(userId, addVideo(store, userId).jobId, { projectId })!;
  const videos = { own: videoIn(own!), other: videoIn(other!) };
  const kept = { tracks: [{ start: 0, end: 9, template: new Float32Array(128).fill(0.5) }] };
  const template = new Float32Array(1024).fill(RARE);
  const gone = {
    name: MARK,
    tracks: [{ start: 0, end: 9, template, thumbnail: Buffer.from('JPEG of a face '.repeat(300)) }],
  };
  // In turns, so that rows of both projects share pages, which are split and filled again.
  for (let i = 0; i < 12; i++) {
    seedPeople(store, videos.other, [kept]);
    seedPeople(store, videos.own, [gone]);
  }
  return { store, folder: dirname(path), userId, own: own!, other: other!, videos };
}

test('leaves no byte of deleted people in the data folder, and everyone of other projects', async () => {
  const { store, folder, userId, own, other } = await setUp();
  expect(tracesIn(folder)).toEqual(['name', 'template', 'picture']);
  expect(store.people.eraseProject(own)).toBe(true);
  expect(tracesIn(folder)).toEqual([]);
  expect(store.people.eraseProject(own)).toBe(false);
  expect(store.people.enabledAt(own)).toBeNull();
  expect(store.people.list(userId, other)).toHaveLength(12);
  expect(store.people.list(userId, other)[0]!.number).toBe(1);
});

test.each(['project', 'video', 'file', 'move'] as const)('leaves no byte when the %s goes', async (what) => {
  const { store, folder, userId, own, other, videos } = await setUp();
  if (what === 'project') store.projects.delete(userId, own);
  if (what === 'video') store.videos.delete(userId, videos.own.jobId);
  if (what === 'file') store.videos.replaceSource(userId, videos.own.jobId, {});
  if (what === 'move') store.videos.update(userId, videos.own.jobId, { projectId: other });
  expect(tracesIn(folder)).toEqual([]);
  expect(store.people.list(userId, other)).toHaveLength(12);
});

test('forgets that a file was scanned when it is replaced, also without any face in it', async () => {
  const { store, userId, own } = await setUp();
  const video = store.videos.update(userId, addVideo(store, userId).jobId, { projectId: own })!;
  seedPeople(store, video, []);
  expect(store.jobs.hasFindings(video.id)).toBe(true);
  store.videos.replaceSource(userId, video.jobId, {});
  expect(store.people.isComplete(video.id)).toBe(false);
  expect(store.jobs.hasFindings(video.id)).toBe(false);
});

test('keeps people out of backups', async () => {
  const { store, folder } = await setUp();
  const backup = join(await tempFolder(), 'backup.db');
  await store.backup(backup);
  expect(tracesIn(dirname(backup))).toEqual([]);
  expect(tracesIn(folder)).toHaveLength(3);
  const copy = openStore({ path: backup });
  onTestFinished(() => copy.close());
  expect(copy.projects.list(1)).toHaveLength(2);
});
