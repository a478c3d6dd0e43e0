import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { openStore } from '../../../src/db/index.ts';
import { createChecksService } from '../../../src/server/checks/check-text.ts';
import { addUser } from '../../db/store-fixture.ts';

const store = openStore({ path: ':memory:' });
const userId = addUser(store);
afterAll(() => store.close());

function addVideo(name: string, module: 'transcription' | 'ocr', lines: readonly string[]): void {
  const jobId = crypto.randomUUID();
  const { id } = store.videos.create(userId, {
    jobId,
    name,
    storagePath: `users/${userId}/${jobId}.mp4`,
    selectedInsights: JSON.stringify([module]),
    fileSize: 1,
    duration: 600,
  });
  store.jobs.enqueue(userId, jobId, { action: 'process', modules: [module] });
  store.jobs.claimNext();
  const segments = lines.map((content, i) => ({
    content,
    data: null,
    start_time: 100 + i * 20,
    end_time: 104 + i * 20,
  }));
  store.segments.replaceModule(id, { module, engine: 'test@1', segments });
  store.jobs.setModule(id, module, { status: 'completed' });
  store.jobs.finish(id, { processingTime: 1, warnings: [] });
}

addVideo('council.mp4', 'transcription', [
  'The council approved forty-five million pounds for the repair of the bridge.',
  'The library will be closed for eight months.',
  'The old library was built in nine months.',
  'The hospital has 120 doctors.',
  'The mayor opened the museum on the third of May.',
  'Der Hafen hat zwölf neue Kräne.',
  'The museum in Northfield has 300 paintings.',
  'Each day 200 visitors come to the museum in Northfield.',
  'The ferry leaves at 9 o’clock.',
  'The last ferry leaves at 11 o’clock.',
  'Do the Rovers have 30 players?',
  'The Rovers have 28 players.',
  'Tickets cost 12 pounds for adults.',
  'Tickets cost 6 pounds for children.',
]);
addVideo('slides.mp4', 'ocr', ['Repair of the bridge: £42 million', 'Neue Kräne im Hafen: 14']);
addVideo('news.mp4', 'transcription', [
  'The hospital has 130 doctors.',
  'The mayor did not open the museum on the third of May.',
]);

const check = async (text: string) => {
  const { passages } = await createChecksService({
    store,
    citations: { idsOf: async () => [] },
    languageModel: async () => null,
    log: createLogger(() => {}),
  }).check(userId, text, {});
  return passages[0]!;
};

test.each([
  [
    'another line has another amount, and a slide the amount in other words',
    'The council approved 42 million pounds for the repair of the bridge.',
    ['slides.mp4', 'Repair of the bridge: £42 million'],
    ['council.mp4', 'The council approved forty-five million pounds for the repair of the bridge.'],
  ],
  [
    'another line has another amount in German',
    'Der Hafen hat 14 neue Kräne.',
    ['slides.mp4', 'Neue Kräne im Hafen: 14'],
    ['council.mp4', 'Der Hafen hat zwölf neue Kräne.'],
  ],
  [
    'one recording has the sentence, and another one a different amount',
    'The hospital has 120 doctors.',
    ['council.mp4', 'The hospital has 120 doctors.'],
    ['news.mp4', 'The hospital has 130 doctors.'],
  ],
  [
    'another one denies it',
    'The mayor opened the museum on May 3.',
    ['council.mp4', 'The mayor opened the museum on the third of May.'],
    ['news.mp4', 'The mayor did not open the museum on the third of May.'],
  ],
])('sources disagree: %s', async (_, text, support, counter) => {
  const { verdict, evidence, counter_evidence, suggestion } = await check(text);
  expect(verdict).toBe('sources_disagree');
  expect([evidence?.video_name, evidence?.quote]).toEqual(support);
  expect([counter_evidence?.video_name, counter_evidence?.quote]).toEqual(counter);
  expect(counter_evidence?.differences).not.toEqual([]);
  expect(evidence?.start_time).toBeGreaterThanOrEqual(100);
  expect(counter_evidence?.start_time).toBeGreaterThanOrEqual(100);
  // Neither source corrects the text.
  expect(suggestion).toBeNull();
});

test.each([
  ['the amount is of something else', 'The library will be closed for nine months.'],
  ['the amount counts something else', 'The museum in Northfield has 200 paintings.'],
  ['the amount is of others', 'Tickets cost 12 pounds for children.'],
  ['the amount is of another one of them', 'The last ferry leaves at 9 o’clock.'],
])('one source differs: %s', async (_, text) => {
  const { verdict, counter_evidence } = await check(text);
  expect(verdict).toBe('said_otherwise');
  expect(counter_evidence).toBeNull();
});

test('a source with an amount of another one contradicts no other', async () => {
  const { verdict, counter_evidence } = await check('The ferry leaves at 9 o’clock.');
  expect(verdict).toBe('said_so');
  expect(counter_evidence).toBeNull();
});

test('the sentence with another amount differs, rather than a question with the same one', async () => {
  const { verdict, evidence } = await check('The Rovers have 30 players.');
  expect([verdict, evidence?.quote]).toEqual(['said_otherwise', 'The Rovers have 28 players.']);
});
