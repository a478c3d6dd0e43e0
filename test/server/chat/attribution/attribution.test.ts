import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../src/contract/analysis/segment.ts';
import { attribute } from '../../../../src/server/chat/attribution/attribution.ts';

const line = (id: number, content: string): Segment => ({
  id: String(id),
  module: 'transcription',
  content,
  start_time: 10 * id,
  end_time: 10 * id + 8,
  data: null,
  engine: null,
});
const NEWS = [
  line(1, 'The old bridge will be closed for eight months.'),
  line(2, 'Engineers found deep cracks in its pillars.'),
  line(3, 'The council approved forty-two million pounds for the repair.'),
  line(4, 'Nobody was hurt when the railing broke.'),
  line(5, 'The Rovers beat the Wanderers two to one in the cup final.'),
  line(6, 'Striker Diego Alvarez scored both goals.'),
  line(7, 'Goalkeeper Sam Whitlock left the field with a knee injury.'),
  line(8, 'The lecture starts at 10:45 in room seven.'),
];
const attributed = async (answer: string, question: string, answering: readonly number[] = []) =>
  await attribute({
    answer,
    question,
    findings: NEWS,
    answering: new Set(answering.map(String)),
    compareWords: async () => () => 0,
  });
const text = async (...request: Parameters<typeof attributed>) =>
  (await attributed(...request)).text.replace(/#\w+(?=\])/g, '');

describe('a sentence that findings bear cites them', () => {
  test.each([
    ['The bridge will be closed for eight months.', 'How long is it closed?', [], '**[00:10]**.'],
    ['Forty-two million pounds.', 'How much is the repair?', [3], 'Forty-two million pounds **[00:30]**.'],
    ['The repair costs 42,000,000 pounds', 'How much is the repair?', [3], '**[00:30]**'],
    ['The goals were scored by Diego Alvarez [00:12].', 'Who scored?', [6], 'Diego Alvarez **[01:00]**.'],
    ['At **[00:50]**, the Rovers beat the Wanderers.', 'Who won?', [5], 'At **[00:50]**, the Rovers'],
    ['Nobody was hurt.', 'Was anybody hurt?', [4], 'Nobody was hurt **[00:40]**.'],
    ['No.', 'Was anybody hurt?', [4], 'No **[00:40]**.'],
    ['The lecture starts at 10:45.', 'When does the lecture start?', [8], 'at 10:45 **[01:20]**.'],
  ])('%s', async (answer, question, answering, expected) => {
    expect(await text(answer, question, answering)).toContain(expected);
    expect(await attributed(answer, question, answering)).toMatchObject({ supported: 1, unsupported: 0 });
  });
});

describe('a sentence is marked that nothing bears', () => {
  test.each([
    ['The Rovers won the tennis final.', 'Who won the tennis final?', []],
    ['The interview with the astronaut starts at [00:10].', 'When does the interview start?', []],
    ['Forty-two million pounds.', 'How much does the airport cost?', []],
    ['The bridge will be closed for nine months.', 'How long is it closed?', [1]],
    ['The bridge will not be closed.', 'Is the bridge closed?', [1]],
    ['Yes, nobody was hurt.', 'Was anybody hurt?', [4]],
    ['Yes.', 'Was anybody hurt?', [4]],
    ['Diego Alvarez left the field with a knee injury.', 'Who left the field?', [7]],
    ['The Wanderers were beaten by Diego Maradona.', 'Who won?', [5, 6]],
    ['The lecture starts at 10:50.', 'When does the lecture start?', [8]],
    ['Shot 2: 0.01-0.03 s.', 'Which shot?', []],
  ])('%s', async (answer, question, answering) => {
    const { text: marked, ...counts } = await attributed(answer, question, answering);
    expect(counts).toEqual({ supported: 0, unsupported: 1 });
    expect(marked).toContain('**[?]**');
    expect(marked).not.toMatch(/\*\*\[\d/);
  });
});

test('a finding that states the contrary is cited beside', async () => {
  const findings = [...NEWS, line(9, 'The old bridge will not be closed.')];
  const answer = 'The old bridge will be closed.';
  const { text: marked } = await attribute({
    answer,
    question: 'Will the bridge be closed?',
    findings,
    answering: new Set(),
    compareWords: async () => () => 0,
  });
  expect(marked).toBe('The old bridge will be closed **[00:10#1]** (but see **[01:30#9]**).');
});

test('introductions and statements that nothing was found have no mark', async () => {
  const answer = 'Here is what was found:\n- The bridge will be closed.\n- The price is not mentioned.';
  expect(await text(answer, 'What about the bridge?', [1])).toBe(
    'Here is what was found:\n- The bridge will be closed **[00:10]**.\n- The price is not mentioned.',
  );
});
