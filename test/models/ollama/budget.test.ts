import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/models/language/tokens.ts';
import { trimToBudget } from '../../../src/models/ollama/budget.ts';

const turn = (role: 'user' | 'assistant', length: number) => ({ role, content: 'x'.repeat(length) });

test('keeps messages that fit', () => {
  const request = { system: 'Be brief.', turns: [turn('user', 300)], maxTokens: 100 };
  expect(trimToBudget(request, 2048)).toEqual(request);
});

test("drops the oldest turns first, and starts with a user's turn", () => {
  const turns = [turn('user', 3000), turn('assistant', 600), turn('user', 900)];
  expect(trimToBudget({ system: '', turns, maxTokens: 100 }, 1024).turns).toEqual([turns[2]]);
});

test('truncates a last turn that is too long, in any script', () => {
  for (const letter of ['x', '字']) {
    const turns = [{ role: 'user' as const, content: letter.repeat(50_000) }];
    const [kept] = trimToBudget({ system: 'Be brief.', turns, maxTokens: 100 }, 1024).turns;
    expect(estimateTokens(kept!.content)).toBeGreaterThan(500);
    expect(estimateTokens(kept!.content)).toBeLessThanOrEqual(1024 - 100);
  }
});
