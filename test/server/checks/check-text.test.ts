import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import type { SegmentData } from '../../../src/contract/analysis/segment.ts';
import { openStore, type Store } from '../../../src/db/index.ts';
import { createChecksService } from '../../../src/server/checks/check-text.ts';
import { addUser } from '../../db/store-fixture.ts';

let store: Store;
let userId: number;
const MOSS: SegmentData = { speaker: 'Linda Moss', speaker_id: 'S1' };
const REYES: SegmentData = { speaker: 'Tom Reyes', speaker_id: 'S2' };
const LINES: [string, SegmentData][] = [
  ['The city council approved forty-two million pounds for the repair on the third of May.', MOSS],
  ['The old bridge in Northfield will be closed', REYES],
  ['for eight months from Monday.', REYES],
  ['I do not think that we should sell the harbor to investors.', MOSS],
  ['If it rains, we will cancel the parade, and I am sorry.', MOSS],
  ['We will not raise the taxes this year.', REYES],
  ['Uh, the new new hospital, um, opened today.', REYES],
  ['Wir werden die Brücke erneuern, wenn das Land zahlt.', MOSS],
  ['Some people say that the mayor stole the money, but she never did.', MOSS],
  ['The hospital has 120 doctors and 30 nurses.', MOSS],
  ['The library might be closed in May. Is it true that the factory moves away?', REYES],
  ['We never said... That the harbor is deep enough. The museum has 2000 paintings in its cellar.', REYES],
  ['Das Museum eröffnet am dritten Mai mit 120 Bildern.', MOSS],
];

function addVideo(name: string, isTranscribed: boolean, media: string | null = null): number {
  const jobId = crypto.randomUUID();
  const video = store.videos.create(userId, {
    jobId,
    name,
    storagePath: `users/${userId}/${jobId}.mp4`,
    selectedInsights: '["transcription","ocr"]',
    fileSize: 1,
    media,
    duration: 60,
  });
  store.jobs.enqueue(userId, jobId, { action: 'process', modules: isTranscribed ? ['transcription', 'ocr'] : ['ocr'] });
  store.jobs.claimNext();
  if (isTranscribed) store.jobs.setModule(video.id, 'transcription', { status: 'completed' });
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  return video.id;
}

beforeAll(() => {
  store = openStore({ path: ':memory:' });
  userId = addUser(store);
  const id = addVideo('news.mp4', true);
  const segments = LINES.map(([content, data], i) => ({ content, data, start_time: i * 4, end_time: i * 4 + 3.5 }));
  store.segments.replaceModule(id, { module: 'transcription', engine: 'test@1', segments });
  const screens = [{ content: 'BREAKING: FLOOD IN EASTHAM', data: null, start_time: 0, end_time: 3 }];
  store.segments.replaceModule(id, { module: 'ocr', engine: 'test@1', segments: screens });
  for (const [label, name] of [
    ['S1', 'Linda Moss'],
    ['S2', 'Tom Reyes'],
  ] as const)
    store.speakers.rename(id, label, name);
});
afterAll(() => store.close());

const check = (text: string) =>
  createChecksService({
    store,
    citations: { idsOf: async () => [] },
    languageModel: async () => null,
    log: createLogger(() => {}),
  }).check(userId, text, {});

describe('the verdict', () => {
  test.each([
    ['the same words', '“The old bridge in Northfield will be closed for eight months,” said Tom Reyes.', 'said_so'],
    ['a number in digits', '“approved £42,000,000 for the repair on May 3,” said Moss', 'said_so'],
    ['without fillers', '“the new hospital opened today”', 'said_so'],
    ['an ellipsis', '“The old bridge […] will be closed … from Monday”', 'said_so'],
    ['a bracketed letter and word', '“[t]he old bridge [there] will be closed”', 'said_so'],
    ['the condition in the writer’s words', 'If it rains, “we will cancel the parade,” said Moss.', 'said_so'],
    ['another number', '“approved forty-three million pounds for the repair”', 'said_otherwise'],
    ['another name', '“The old bridge in Southfield will be closed”', 'said_otherwise'],
    ['a word of almost the same spelling', '“The odd bridge in Northfield will be closed”', 'said_otherwise'],
    ['an omitted word without an ellipsis', '“The bridge in Northfield will be closed”', 'said_otherwise'],
    ['another person', '“The old bridge in Northfield will be closed,” said Linda Moss.', 'other_speaker'],
    ['an unknown person', '“The old bridge in Northfield will be closed,” said Jane Doe.', 'other_speaker'],
    ['a negation before it', '“we should sell the harbor to investors”', 'out_of_context'],
    ['a condition before it', '“we will cancel the parade”', 'out_of_context'],
    ['a condition behind it', '„Wir werden die Brücke erneuern“', 'out_of_context'],
    ['a negation in an ellipsis', '“We will … raise the taxes this year”', 'out_of_context'],
    ['on screen', 'The caption was “Flood in Eastham”.', 'shown_on_screen'],
    ['elsewhere', '“I never liked your grandmother’s cooking”', 'not_in_library'],
    ['reported speech', 'Reyes said that the old bridge in Northfield will be closed for 8 months.', 'said_so'],
    [
      'reported speech of another person',
      'Moss said that the old bridge in Northfield will be closed.',
      'other_speaker',
    ],
    ['reported speech without its negation', 'Reyes said that they will raise the taxes this year.', 'said_otherwise'],
    ['a statement with another number', 'The council approved 45 million pounds for the repair.', 'said_otherwise'],
    ['speech of others', '“the mayor stole the money,” said Moss.', 'out_of_context'],
    ['a question', '“the factory moves away,” said Reyes.', 'out_of_context'],
    ['a statement of what may be', 'Reyes said that the library will be closed in May.', 'out_of_context'],
    ['a statement with its numbers exchanged', 'The hospital has 30 doctors and 120 nurses.', 'said_otherwise'],
    ['a statement by a thing', 'According to the report, the hospital has 120 doctors and 30 nurses.', 'said_so'],
    ['a negation before a pause', '“the harbor is deep enough,” said Reyes.', 'out_of_context'],
    ['a German statement with a date', 'Laut Moss eröffnet das Museum am 3. Mai mit 120 Bildern.', 'said_so'],
  ])('%s', async (_, text, verdict) => {
    const { passages } = await check(text);
    expect(passages.map((one) => one.verdict)).toEqual([verdict]);
  });

  test('is not in the library, with what could not be found in it', async () => {
    const { id } = store.videos.list(userId)[0]!;
    const quiet = { speech: [90, 60], level: [-25, 60], noise: [-26, 60] };
    store.conditions.merge(id, { sound: quiet, modules: {} });
    const { limits } = await check('“I never liked your grandmother’s cooking”');
    expect(limits).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/^Limits: .+: too noisy at 0:00–.+\.$/) }),
    );
    expect((await check('Reyes said that they will raise the taxes this year.')).limits).toEqual([]);
  });

  test('is that a video has no transcript, where that may be why', async () => {
    const id = addVideo('unheard.mp4', false);
    const silent = addVideo('without-sound.mp4', false, JSON.stringify({ audio: null }));
    const { passages, not_transcribed } = await check('“I never liked your grandmother’s cooking”');
    expect(passages).toMatchObject([{ verdict: 'not_transcribed', evidence: null }]);
    expect(not_transcribed).toMatchObject([{ name: 'unheard.mp4' }]);
    for (const { id: listed, jobId } of store.videos.list(userId))
      if (listed === id || listed === silent) store.videos.delete(userId, jobId);
  });
});

describe('a correction', () => {
  const corrected = async (text: string) => {
    const { passages } = await check(text);
    const { start, end, text: words } = passages[0]!.suggestion!;
    return text.slice(0, start) + words + text.slice(end);
  };

  test.each([
    [
      'The council “approved forty-three million pounds for the repair,” he said.',
      'The council “approved forty-two million pounds for the repair,” he said.',
    ],
    ['“The bridge in Northfield will be closed.”', '“The old bridge in Northfield will be closed.”'],
    ['“The very old bridge in Northfield will be closed.”', '“The old bridge in Northfield will be closed.”'],
    [
      '“The old bridge in Northfield will be closed,” said Linda Moss.',
      '“The old bridge in Northfield will be closed,” said Tom Reyes.',
    ],
    ['“we will cancel the parade”', '“If it rains we will cancel the parade”'],
    [
      'The council approved 45 million pounds for the repair.',
      'The council approved forty-two million pounds for the repair.',
    ],
    ['The museum has three thousand paintings in its cellar.', 'The museum has 2000 paintings in its cellar.'],
  ])('%s', async (text, expected) => {
    expect(await corrected(text)).toBe(expected);
  });
});

test('states when, by whom, and where the words are', async () => {
  const [passage] = (await check('“will be closed for eight months”')).passages;
  expect(passage!.evidence).toMatchObject({
    video_name: 'news.mp4',
    speaker: 'Tom Reyes',
    quote: 'will be closed for eight months',
    context: 'The old bridge in Northfield will be closed for eight months from Monday.',
  });
  expect(passage!.evidence!.start_time).toBeGreaterThan(5);
  expect(passage!.evidence!.end_time).toBeLessThan(11);
  expect(passage!.evidence!.segment_ids).toHaveLength(2);
});

test('refuses a text with too many passages', async () => {
  await expect(check('“a b c”\n\n'.repeat(2001))).rejects.toMatchObject({ code: 'too_large' });
});
