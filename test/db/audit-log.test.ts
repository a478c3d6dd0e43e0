import { createHash } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/json/canonical-json.ts';
import { addProcessed, addUser, addVideo, findings, testStore } from './store-fixture.ts';

/** A store with a video that has a history of several entries. */
async function libraryWithHistory() {
  const opened = await testStore();
  const { store } = opened;
  const userId = addUser(store);
  store.profiles.create(userId, { fullName: 'Ana Lyst', email: 'a@example.org', timezone: 'UTC' });
  const video = addProcessed(store, userId, ['a bridge', 'a river']);
  store.segments.correct(userId, video.segmentIds[0]!, { content: 'the bridge' }, null);
  store.segments.discard(userId, video.segmentIds[1]!);
  return { ...opened, userId, video };
}

/** Runs SQL on the file with the triggers dropped, as somebody with a database tool could. */
function tamper(path: string, sql: string): void {
  const database = new BetterSqlite3(path);
  for (const name of ['auditEntriesStay', 'auditEntriesUnchanged', 'auditHeadsStay', 'auditHeadsAdvance'])
    database.exec(`DROP TRIGGER IF EXISTS ${name}`);
  database.exec(sql);
  database.close();
}

test('records what happens to a video, by whom, in order', async () => {
  const { store, userId, video } = await libraryWithHistory();
  store.videos.update(userId, video.jobId, { name: 'evidence' });
  const { entries, problem } = store.audit.read(userId, video.jobId)!;
  expect(problem).toBeNull();
  expect(entries.map(({ number, action }) => `${number} ${action}`)).toEqual([
    '1 imported',
    '2 analyzed',
    '3 corrected',
    '4 corrected',
    '5 renamed',
  ]);
  expect(entries[1]).toMatchObject({
    actor: { kind: 'system' },
    details: { outcome: 'completed', modules: [{ module: 'transcription' }] },
  });
  expect(entries[2]).toMatchObject({
    actor: { kind: 'user', name: 'Ana Lyst' },
    details: { change: 'edited', module: 'transcription', start_time: 0, from: 'a bridge', to: 'the bridge' },
  });
  expect(entries[3]!.details).toMatchObject({ change: 'removed', from: 'a river', to: null });
  expect(entries[4]!.details).toEqual({ from: 'clip', to: 'evidence' });
});

test('anyone can recompute the hashes from the entries', async () => {
  const { store, userId, video } = await libraryWithHistory();
  let previous = '0'.repeat(64);
  for (const { previous_hash, hash, ...content } of store.audit.read(userId, video.jobId)!.entries) {
    expect(previous_hash).toBe(previous);
    previous = createHash('sha256')
      .update(previous + canonicalJson({ job_id: video.jobId, ...content }))
      .digest('hex');
    expect(hash).toBe(previous);
  }
  expect(store.audit.head(video.jobId)).toBe(previous);
});

test('an edit that fails leaves no entry, and an entry that fails no edit', async () => {
  const { store, userId, video, path } = await libraryWithHistory();
  const before = store.audit.read(userId, video.jobId)!.entries.length;
  expect(() =>
    store.transaction(() => {
      store.segments.correct(userId, video.segmentIds[0]!, { content: 'another' }, null);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(store.audit.read(userId, video.jobId)!.entries).toHaveLength(before);
  tamper(path, 'DROP TABLE auditHeads');
  expect(() => store.segments.correct(userId, video.segmentIds[0]!, { content: 'another' }, null)).toThrow(
    'auditHeads',
  );
  expect(store.segments.get(userId, video.segmentIds[0]!)!.content).toBe('the bridge');
});

test.each([
  ['a changed text', "UPDATE auditEntries SET details = replace(details, 'the bridge', 'a tunnel')", 3, 'changed'],
  ['a changed time', 'UPDATE auditEntries SET at = at - 1 WHERE number = 2', 2, 'changed'],
  ['broken JSON', "UPDATE auditEntries SET details = '{' WHERE number = 2", 2, 'changed'],
  ['another person', "UPDATE auditEntries SET actor = replace(actor, 'Ana', 'Bob') WHERE number = 4", 4, 'changed'],
  ['a removed entry', 'DELETE FROM auditEntries WHERE number = 2', 2, 'missing'],
  ['a removed last entry', 'DELETE FROM auditEntries WHERE number = 4', 4, 'missing'],
])('finds and names %s', async (_, sql, number, kind) => {
  const { store, userId, video, path } = await libraryWithHistory();
  tamper(path, sql);
  expect(store.audit.read(userId, video.jobId)!.problem).toEqual({ number, kind });
});

test('finds an entry that was changed together with its hash', async () => {
  const { store, userId, video, path } = await libraryWithHistory();
  const { entries } = store.audit.read(userId, video.jobId)!;
  const { hash: _, previous_hash, ...content } = { ...entries[1]!, details: { outcome: 'failed' } };
  const hash = createHash('sha256')
    .update(previous_hash + canonicalJson({ job_id: video.jobId, ...content }))
    .digest('hex');
  tamper(path, `UPDATE auditEntries SET hash = '${hash}', details = '{"outcome":"failed"}' WHERE number = 2`);
  expect(store.audit.read(userId, video.jobId)!.problem).toEqual({ number: 3, kind: 'replaced' });
});

test('SQLite refuses to change, delete, or shorten a history', async () => {
  const { path } = await libraryWithHistory();
  const database = new BetterSqlite3(path);
  for (const sql of [
    'UPDATE auditEntries SET at = 0',
    'DELETE FROM auditEntries',
    'DELETE FROM auditHeads',
    'UPDATE auditHeads SET number = 1',
  ])
    expect(() => database.exec(sql), sql).toThrow(/never (changed|deleted|shortened)/);
  database.close();
});

test('a history outlives its video, for its owner alone', async () => {
  const { store, userId, video } = await libraryWithHistory();
  const thief = addUser(store, 'thief');
  store.videos.delete(userId, video.jobId);
  const { entries, problem } = store.audit.read(userId, video.jobId)!;
  expect(entries.at(-1)).toMatchObject({ action: 'deleted', details: { name: 'clip' } });
  expect(problem).toBeNull();
  expect(store.audit.read(thief, video.jobId)).toBeUndefined();
});

test('records each end of a run with its engines', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const { jobId, id } = addVideo(store, userId);
  const start = () => {
    store.jobs.enqueue(userId, jobId, { action: 'process', modules: ['ocr'] });
    store.jobs.claimNext();
  };
  start();
  store.segments.replaceModule(id, findings(['TAXI'], { module: 'ocr' }));
  store.jobs.setModule(id, 'ocr', { status: 'completed', engine: 'pp-ocrv4@1' });
  store.jobs.finish(id, { processingTime: 1, warnings: [] });
  start();
  store.jobs.fail(id, { error: { message: 'no' }, errorCode: 'internal' });
  start();
  store.jobs.cancel(userId, jobId);
  const runs = store.audit.read(userId, jobId)!.entries.filter(({ action }) => action === 'analyzed');
  expect(runs.map(({ details }) => details['outcome'])).toEqual(['completed', 'failed', 'stopped']);
  expect(runs[0]!.details['modules']).toEqual([{ module: 'ocr', status: 'completed', engine: 'pp-ocrv4@1' }]);
});

test('records links and their opening, once in a while', async () => {
  const { store, clock, userId, video } = await libraryWithHistory();
  const link = { videoId: video.id, shareHash: 's', sealedToken: new Uint8Array(), expiresAt: null };
  const report = store.reports.create(userId, link);
  for (const at of [0, 1000, 601_000]) {
    clock.at += at;
    store.reports.recordOpening(report, 600_000);
  }
  store.reports.revoke(userId, report.id);
  store.reports.revoke(userId, report.id);
  const actions = store.audit.read(userId, video.jobId)!.entries.map(({ action }) => action);
  expect(actions.slice(4)).toEqual(['shared', 'opened', 'opened', 'revoked']);
});
