import { expect, test } from 'vitest';
import type { Segment } from '../../../../src/contract/analysis/segment.ts';
import { citeFinding, verifyLabeledTimes, verifyTimes } from '../../../../src/server/chat/attribution/citations.ts';
import { extractiveAnswer, factualAnswer } from '../../../../src/server/chat/extractive.ts';
import { factOf } from '../../../../src/server/chat/facts/facts.ts';
import { readQuestion } from '../../../../src/server/chat/question.ts';

const finding = (id: string, content: string, start_time: number, end_time = start_time + 3): Segment => ({
  id,
  module: 'ocr',
  content,
  start_time,
  end_time,
  data: null,
  engine: null,
});
/** Three texts on screen within one second; the latest starts last. */
const SAME_SECOND = [
  finding('1', 'HELLO BUDGET', 0),
  finding('2', 'Council of Harbor', 0.3),
  finding('3', '13 26', 0.6),
];
const cited = (answer: string) => verifyTimes(answer, SAME_SECOND).citations.map(({ segment_id }) => segment_id);

test('a quoted finding is the one that is cited, however many are at its time', () => {
  const { answer, citations, removed } = verifyTimes(
    extractiveAnswer(
      { segments: SAME_SECOND, isRanked: false, completing: [], nearest: [], query: '' },
      { count: 3 },
      'en',
    ),
    SAME_SECOND,
  );
  expect(citations.map(({ segment_id }) => segment_id)).toEqual(['1', '2', '3']);
  expect(removed).toBe(0);
  expect(answer).not.toContain('#');
  const lines = answer.split('\n').filter((line) => line.startsWith('- '));
  expect(lines.map((line) => line.slice(0, 13))).toEqual(Array(3).fill('- **[00:00]**'));
  const labeled = verifyLabeledTimes(`Text ${citeFinding(SAME_SECOND[0]!, 'V1')}`, new Map([['V1', SAME_SECOND]]));
  expect(labeled.citations).toMatchObject([{ segment_id: '1', video: 'V1' }]);
});

test('an answer of a model cites the finding that shares words with the statement', () => {
  expect(cited('The screen says “Hello budget” **[00:00]**.')).toEqual(['1']);
  expect(cited('The harbor council is named [00:01], and the number 26 is shown **[00:01]**.')).toEqual(['2', '3']);
  expect(cited('- **[00:00]** HELLO BUDGET\n- **[00:00]** 13 26')).toEqual(['1', '3']);
  expect(cited('Something else happens at 00:00.')).toEqual(['3']);
});

test('an ID that is not of a finding at the time supports nothing', () => {
  expect(cited('HELLO BUDGET **[00:00#99]**')).toEqual(['1']);
  expect(verifyTimes('HELLO **[00:50#1]**', SAME_SECOND)).toMatchObject({ citations: [], removed: 1, answer: 'HELLO' });
});

test('times that findings or the question state are no times of the video', () => {
  const findings = [
    finding('1', 'The lecture starts at 10:45 and ends at 11:20.', 30),
    finding('2', 'Half time 12:10', 40),
  ];
  const kept = (answer: string, question?: string) => verifyTimes(answer, findings, question).answer;
  expect(kept('It starts at 10:45 and ends at 11:20 **[00:30]**.')).toBe(
    'It starts at 10:45 and ends at 11:20 **[00:30]**.',
  );
  expect(kept('The score was 12:10 at half time.')).toBe('The score was 12:10 at half time.');
  expect(kept('No flight leaves at 9:15.', 'Is there a flight at 9:15?')).toBe('No flight leaves at 9:15.');
  expect(kept('It starts at [10:45], and not at 10:50.')).toBe('It starts at 10:45, and not.');
  const labeled = verifyLabeledTimes('From 10:45 on [V1 00:31].', new Map([['V1', findings]]));
  expect(labeled.answer).toBe('From 10:45 on **[V1 00:31]**.');
});

test('a computed answer cites the findings that it counts', () => {
  const objects = ['truck', 'car', 'bus'].map(
    (label, i): Segment => ({
      ...finding(String(i + 1), label, 0.2 * i),
      module: 'visualelements',
      data: { label },
    }),
  );
  const text = 'How many cars are there?';
  const fact = factOf({ text, question: readQuestion(text, []), segments: objects, duration: 10, language: 'en' })!;
  expect(fact.sentence).toContain('**[00:00#2]**');
  const { answer, citations } = verifyTimes(factualAnswer(fact, 'en'), objects);
  expect(citations.map(({ segment_id }) => segment_id)).toEqual(['2']);
  expect(answer).not.toContain('#');
});
