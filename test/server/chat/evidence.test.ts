import { expect, test } from 'vitest';
import { createTextComparison } from '../../../src/attribution/text-comparison.ts';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { findEvidence } from '../../../src/server/chat/evidence.ts';
import { readQuestion } from '../../../src/server/chat/question.ts';
import { offerSpellings } from '../../../src/server/chat/spellings.ts';
import type { SearchService } from '../../../src/server/search/search-service.ts';

const line = (content: string, speaker: string, i: number) =>
  ({
    id: String(i),
    module: 'transcription',
    content,
    start_time: i * 5,
    end_time: i * 5 + 5,
    data: { speaker, speaker_id: `S${speaker.length}` },
  }) as Segment;
const TALK = [
  line('The mayor promised two buses.', 'Ann Lee', 0),
  line('I have a question about the buses.', 'Robert Hale', 1),
  line('Are they electric?', 'Robert Hale', 2),
];
const search = { search: async () => ({ hits: [] }) } as unknown as SearchService;

const found = async (text: string) => {
  const request = { userId: 1, jobId: 'j', question: readQuestion(text, []), segments: TALK };
  return (await findEvidence(search, createTextComparison(undefined), request)).segments.map(({ content }) => content);
};

test.each([
  'What does Robert Hale say?',
  'Was sagt Robert Hale?',
  'Was meint Robert Hale dazu?',
  'What does Robert Hale ask?',
])('“%s” has all lines of the speaker', async (text) =>
  expect(await found(text)).toEqual([TALK[1]!.content, TALK[2]!.content]),
);

test('has the lines of a speaker about a thing', async () => {
  expect(await found('What does Robert Hale say about the buses?')).toEqual([TALK[1]!.content]);
  expect(await found('Was sagt Robert Hale über Tokio?')).not.toContain(TALK[2]!.content);
});

test('offers no name that the question has', () => {
  const unknownWords = () => [{ word: 'Hale', start: 17, spellings: ['speaker:"Robert Hale"'] }];
  const offer = (query: string) =>
    offerSpellings({ unknownWords } as never, 1, { query, jobIds: ['j'] }, { withPeople: true, language: 'en' });
  expect(offer('What does Robert Hale say about Tokyo?')).toBe('');
  expect(offer('What does Mister Hale say about Tokyo?')).toBe('Did you mean “Robert Hale”?');
});

const segment = (module: Segment['module'], content: string, i: number) =>
  ({ id: String(i), module, content, start_time: i * 5, end_time: i * 5 + 5, data: null }) as Segment;

/** Answers, and the nearest passages where there are none, of a video with a slide and three lines. */
const answered = async (text: string, answer: string) => {
  const segments = [
    segment('ocr', 'Pier and bridge: costs and closures', 0),
    segment('transcription', answer, 1),
    segment('transcription', 'Wir reden über die Kosten der Seebrücke.', 2),
    segment('transcription', 'There are boats at the pier.', 3),
  ];
  const similar = {
    search: async () => ({ hits: segments.map(({ id }) => ({ id, similarity: 0.6, match: 'text' })) }),
  };
  const request = { userId: 1, jobId: 'j', question: readQuestion(text, []), segments };
  const comparison = { ...createTextComparison(undefined), unrelated: async () => 0 };
  const evidence = await findEvidence(similar as unknown as SearchService, comparison, request);
  return {
    segments: evidence.segments.map(({ content }) => content),
    nearest: evidence.nearest.map(({ segment: { content } }) => content),
  };
};

test.each([
  ['How much does the pier cost?', 'The Pierre will cost five thousand pounds.'],
  ['How long will the pier be closed?', 'The Pierre will be closed until May.'],
  ['How many boats are at the pier?', 'Half of the boats left the pier.'],
  ['Wie viel kostet die Seebrücke?', 'Das kostet fünftausend Euro.'],
])('“%s” is answered by passages with an amount only', async (text, answer) => {
  expect((await answered(text, answer)).segments).toEqual([answer]);
});

test.each(['How much does the pier cost?', 'How many boats are at the pier?', 'Wie viel kostet die Seebrücke?'])(
  '“%s” has no answer without an amount, but nearest passages',
  async (text) => {
    const { segments, nearest } = await answered(text, 'The Pierre is beautiful.');
    expect(segments).toEqual([]);
    expect(nearest.length).toBeGreaterThan(0);
  },
);

test('a question that asks for no amount needs none', async () => {
  expect((await answered('When do boats come to the pier?', 'The pier opens.')).segments).not.toEqual([]);
});
