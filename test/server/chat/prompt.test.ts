import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { estimateTokens, truncateToSentences } from '../../../src/models/language/tokens.ts';
import { buildPrompt } from '../../../src/server/chat/prompt.ts';

const LINE = 'A sentence about the harbor and its ferries, which leave at noon. ';
const finding = (id: number): Segment => ({
  id: String(id),
  module: 'transcription',
  engine: 'e@1',
  data: null,
  start_time: id,
  end_time: id + 1,
  content: `Finding number ${id} is said here.`,
});
const ask = (history: readonly string[], segments: readonly Segment[], contextTokens = 8000) =>
  buildPrompt({
    question: 'What?',
    videoName: 'a.mp4',
    history: history.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
    segments,
    coverage: [],
    contextTokens,
  });
const sentTokens = ({ system, turns }: ReturnType<typeof ask>) =>
  estimateTokens(system) + turns.reduce((sum, { content }) => sum + estimateTokens(content) + 8, 0);

describe('history of a question', () => {
  test('is sent whole beside few findings', () => {
    const history = Array.from({ length: 10 }, (_, i) => `${i}: ${LINE.repeat(20)}`.trim());
    const { turns } = ask(history, [finding(1)], 16_000);
    expect(turns.slice(2, -1).map(({ content }) => content)).toEqual(history);
  });

  test('is shortened at sentence ends, the longest messages first, beside many findings', () => {
    const history = Array.from({ length: 10 }, (_, i) => (i < 2 ? `Short ${i}.` : LINE.repeat(40).trim()));
    const prompt = ask(
      history,
      Array.from({ length: 2000 }, (_, i) => finding(i)),
    );
    const sent = prompt.turns.slice(2, -1).map(({ content }) => content);
    expect(sent).toHaveLength(10);
    expect(sent.slice(0, 2)).toEqual(['Short 0.', 'Short 1.']);
    for (const content of sent.slice(2)) {
      expect(content.length).toBeLessThan(LINE.length * 40 - 1);
      expect(content).toMatch(/noon\.$/);
    }
    // The findings keep half of the context.
    expect(estimateTokens(prompt.turns[0]!.content)).toBeGreaterThan(2500);
    expect(sentTokens(prompt) + prompt.maxTokens).toBeLessThanOrEqual(8000);
  });

  test('loses its oldest messages only when too little of each would remain', () => {
    const history = Array.from({ length: 10 }, (_, i) => `${i}: ${LINE.repeat(40)}`);
    const prompt = ask(
      history,
      Array.from({ length: 500 }, (_, i) => finding(i)),
      1400,
    );
    const sent = prompt.turns.slice(2, -1);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(10);
    expect(sent.at(-1)!.content).toMatch(/^9: /);
    expect(sentTokens(prompt) + prompt.maxTokens).toBeLessThanOrEqual(1400);
  });
});

test('findings and their delimiter stay the same from question to question', () => {
  const first = (history: string[]) => ask(history, [finding(1), finding(2)]);
  const [one, other] = [first([]), first(['Earlier?', 'Yes.'])];
  expect(other.system).toBe(one.system);
  expect(one.turns[0]!.content.startsWith(other.turns[0]!.content)).toBe(true);
  expect([one.historyUsed, other.historyUsed]).toEqual([0, 2]);
  expect(ask([], [finding(1)]).system).not.toBe(one.system);
});

test('what is said survives where not all findings fit', () => {
  const noise = Array.from(
    { length: 300 },
    (_, i): Segment => ({ ...finding(i), module: 'audioevents', content: 'Speech' }),
  );
  const { turns } = ask([], [...Array.from({ length: 60 }, (_, i) => finding(i)), ...noise], 3000);
  expect(turns[0]!.content.match(/is said here/g)).toHaveLength(60);
});

test('findings of a first look are marked, which text of a video cannot imitate', () => {
  const looked: Segment = { ...finding(1), data: { preview: true } };
  const { system, turns } = ask([], [looked, { ...finding(9), content: '[preview] of the sale' }]);
  expect(turns.at(-1)!.content).toContain('00:01-00:02 [preview] Finding number 1 is said here.');
  expect(turns.at(-1)!.content).toContain('00:09-00:10 (preview) of the sale');
  expect(system).toContain('begins with [preview] is of a first look');
  expect(ask([], [finding(1)]).system).not.toContain('first look');
});

test('truncateToSentences ends with a sentence, or an ellipsis within a long one', () => {
  expect(truncateToSentences('One. Two.', 50)).toBe('One. Two.');
  expect(truncateToSentences(`${LINE.repeat(3)}`.trim(), 30)).toBe(LINE.trim());
  expect(truncateToSentences('word '.repeat(100), 20)).toMatch(/^(word ){5,}.*…$/);
  expect(truncateToSentences('3.5 is a number without an end'.repeat(10), 10)).toMatch(/…$/);
});
