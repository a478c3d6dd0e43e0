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
