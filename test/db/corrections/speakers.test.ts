import { expect, test } from 'vitest';
import type { SegmentData, SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { matchSpeakers } from '../../../src/db/corrections/speaker-match.ts';
import type { SpeakerFindings } from '../../../src/db/findings.ts';
import { addProcessed, addUser, testStore } from '../store-fixture.ts';

/** A voice: a unit vector. */
const voice = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));
const ANNA = voice(0);
const BEN = voice(1.5);
const CLEO = voice(2.8);

function line(content: string, start: number, speaker: string): SegmentDraft {
  const words = content
    .split(' ')
    .map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8, confidence: 0.9 }));
  const data = { words, speaker, speaker_id: speaker };
  return { content, start_time: start, end_time: start + words.length - 0.2, data };
}
const TALK = [line('good morning ben', 0, 'S1'), line('good morning anna', 10, 'S2'), line('shall we start', 20, 'S1')];
const found = (voices: Record<string, Float32Array>): SpeakerFindings => ({
  engine: 'voices@1',
  minSimilarity: 0.9,
  speakers: Object.entries(voices).map(([label, embedding]) => ({ label, embedding })),
});

async function setUp() {
  const { store } = await testStore();
  const userId = addUser(store);
  const addTalk = () => {
    const video = addProcessed(store, userId, []);
    const analyze = (segments: readonly SegmentDraft[], voices: Record<string, Float32Array> | null) =>
      store.segments.replaceModule(video.id, {
        module: 'transcription',
        engine: 'test@1',
        segments,
        ...(voices && { speakers: found(voices) }),
      });
    const data = () =>
      store.segments.list(userId, video.jobId).map((row) => JSON.parse(row.data ?? 'null') as SegmentData);
    const names = () => data().map(({ speaker }) => speaker);
    const row = (id: number) => store.segments.get(userId, id)!;
    return { id: video.id, analyze, data, names, row };
  };
  return { store, userId, addTalk, ...addTalk() };
}

test('names a speaker in all lines, also after a reanalysis that numbers speakers differently', async () => {
  const { store, id, analyze, names } = await setUp();
  analyze(TALK, { S1: ANNA, S2: BEN });
  expect(names()).toEqual(['S1', 'S2', 'S1']);
  store.speakers.rename(id, 'S1', 'Anna');
  expect(names()).toEqual(['Anna', 'S2', 'Anna']);
  const other = TALK.map((one) => line(one.content, one.start_time + 0.3, one.data!.speaker === 'S1' ? 'S2' : 'S1'));
  analyze(other, { S1: BEN, S2: ANNA });
  expect(names()).toEqual(['Anna', 'S2', 'Anna']);
  expect(store.speakers.list(id)).toMatchObject([
    { label: 'S1', name: 'Anna', lines: 2 },
    { label: 'S2', name: null, lines: 1 },
  ]);
});

test('finds the speakers of an earlier analysis by voice when its lines are gone', async () => {
  const { store, id, analyze, names } = await setUp();
  analyze(TALK, { S1: ANNA, S2: BEN });
  store.speakers.rename(id, 'S2', 'Ben');
  store.segments.delete(id);
  analyze([line('later that day', 300, 'S1'), line('a new voice', 310, 'S2')], { S1: BEN, S2: CLEO });
  expect(names()).toEqual(['Ben', 'S3']);
});

test('merges speakers, and takes the merge back', async () => {
  const { store, id, analyze, names, data } = await setUp();
  analyze(TALK, { S1: ANNA, S2: BEN });
  store.speakers.rename(id, 'S2', 'Ben');
  expect(store.speakers.merge(id, 'S2', 'S1')).toBe(true);
  expect(store.speakers.merge(id, 'S1', 'S2')).toBe(false);
  expect(names()).toEqual(['Ben', 'Ben', 'Ben']);
  expect(data()[1]).toMatchObject({ speaker_id: 'S1', original_speaker: 'S2' });
  expect(store.speakers.list(id)).toMatchObject([{ label: 'S1', lines: 3, merged: ['S2'] }]);
  // All lines are those of the name, which is that of the merged speaker.
  expect(store.speakers.spokenBy([id], 'ben')).toHaveLength(3);
  expect(store.speakers.spokenBy([id + 1], 'ben')).toEqual([]);
  analyze(TALK, { S1: ANNA, S2: BEN });
  expect(names()).toEqual(['Ben', 'Ben', 'Ben']);
  expect(store.speakers.unmerge(id, 'S2')).toBe(true);
  expect(names()).toEqual(['S1', 'Ben', 'S1']);
  expect(store.speakers.unmerge(id, 'S2')).toBe(false);
});

test('keeps the speaker that a user assigned to a line, also of a split or edited one', async () => {
  const { store, userId, id, analyze, names, row, data } = await setUp();
  const ids = analyze(TALK, { S1: ANNA, S2: BEN });
  store.speakers.ensure(id, 'S3');
  store.speakers.rename(id, 'S3', 'Cleo');
  const second = store.segments.split(row(ids[2]!), 6)!;
  store.segments.correct(userId, second, { speaker: 'S3' }, null);
  expect(names()).toEqual(['S1', 'S2', 'S1', 'Cleo']);
  expect(data()[3]).toMatchObject({ assigned_speaker: 'S3', original_speaker: 'S1' });
  store.segments.correct(userId, ids[1]!, { speaker: 'S1' }, null);
  store.segments.correct(userId, ids[1]!, { content: 'good morning Anna!' }, null);
  analyze(TALK, { S1: ANNA, S2: BEN });
  expect(names()).toEqual(['S1', 'S1', 'S1', 'Cleo']);
  const [, again] = store.segments.list(userId, store.videos.list(userId)[0]!.jobId);
  store.segments.correct(userId, again!.id, { speaker: null }, null);
  expect(names()).toEqual(['S1', 'S2', 'S1', 'Cleo']);
  expect(data()[1]).toMatchObject({ corrected: true, original: 'good morning anna' });
});

test('names speakers by the voices that the user keeps, once each', async () => {
  const { store, userId, id, analyze, addTalk } = await setUp();
  analyze(TALK, { S1: ANNA, S2: BEN });
  const kept = store.voices.save(userId, { name: 'Anna', ...store.speakers.voiceOf(id, 'S1')! });
  const later = addTalk();
  later.analyze(TALK, { S1: BEN, S2: voice(0.1) });
  expect(later.names()).toEqual(['S1', 'Anna', 'S1']);
  expect(store.speakers.list(later.id)[1]).toMatchObject({ name: 'Anna', voiceId: kept.id });
  const other = addTalk();
  store.voices.delete(userId, kept.id);
  other.analyze(TALK, { S1: ANNA, S2: BEN });
  expect(other.names()).toEqual(['S1', 'S2', 'S1']);
  expect(later.names()).toEqual(['S1', 'Anna', 'S1']);
  expect(store.voices.delete(userId, kept.id)).toBe(false);
});

test('uses no voice of another user or engine', async () => {
  const { store, analyze, names, userId } = await setUp();
  const embedding = new Uint8Array(ANNA.buffer.slice(0));
  store.voices.save(addUser(store, 'other'), { name: 'Anna', engine: 'voices@1', embedding });
  store.voices.save(userId, { name: 'Anna', engine: 'voices@2', embedding });
  analyze(TALK, { S1: ANNA, S2: BEN });
  expect(names()).toEqual(['S1', 'S2', 'S1']);
});

test('keeps names when an analysis distinguishes no speakers', async () => {
  const { store, id, analyze, names } = await setUp();
  analyze(TALK, { S1: ANNA, S2: BEN });
  store.speakers.rename(id, 'S1', 'Anna');
  analyze(
    TALK.map(({ data: _, ...one }) => ({ ...one, data: null })),
    null,
  );
  expect(store.speakers.list(id)).toEqual([]);
  analyze(TALK, { S1: ANNA, S2: BEN });
  expect(names()).toEqual(['Anna', 'S2', 'Anna']);
});

test('matchSpeakers gives free labels to new speakers', () => {
  const embedding = ANNA;
  const labels = matchSpeakers({
    before: [{ label: 'S2', start: 0, end: 10 }],
    now: [
      { label: 'S1', start: 20, end: 30 },
      { label: 'S2', start: 1, end: 9 },
    ],
    known: [{ label: 'S2', embedding: null }],
    found: [
      { label: 'S1', embedding },
      { label: 'S2', embedding },
    ],
    minSimilarity: 0.9,
  });
  expect([...labels]).toEqual([
    ['S2', 'S2'],
    ['S1', 'S1'],
  ]);
});
