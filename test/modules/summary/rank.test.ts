import { describe, expect, it } from 'vitest';
import { cosine, rank } from '../../../src/modules/summary/rank.ts';

const best = (...texts: string[]) =>
  texts[rank(texts).reduce((a, b) => (b.score * b.form > a.score * a.form ? b : a)).index];

describe('rank', () => {
  it('ranks the most central sentence first', () => {
    const middle = 'Glaciers shape valleys and feed rivers in summer.';
    const others = [
      'Rivers rise with the summer heat of the mountains.',
      'Glaciers once filled these valleys with solid ice.',
    ];
    expect(best(others[0]!, 'My neighbor bought an expensive blue bicycle.', middle, others[1]!)).toBe(middle);
  });

  it('prefers a statement to a question and to a fragment', () => {
    expect(best('Do glaciers shape these valleys over time?', 'Glaciers do shape these valleys over time.')).toMatch(
      /\.$/,
    );
    expect(best('Glaciers, valleys.', 'These are the glaciers that made our valleys.')).toMatch(/^These/);
  });

  it('excludes sentences without content, and handles thousands', () => {
    expect(rank(['The of.', '...', ''])).toEqual([]);
    const many = Array.from({ length: 5000 }, (_, i) => `Sentence ${i % 7} about topic${i % 11} and matter${i % 13}`);
    const ranked = rank(many);
    expect(ranked.length).toBe(400);
    expect(ranked.every(({ score }) => Number.isFinite(score))).toBe(true);
    expect(ranked.at(-1)!.index).toBeGreaterThan(4900);
  });
});

describe('cosine', () => {
  it('is 1 for the same direction and 0 for unrelated vectors', () => {
    const a = new Map([
      ['x', 0.6],
      ['y', 0.8],
    ]);
    expect(cosine(a, a)).toBeCloseTo(1);
    expect(cosine(a, new Map([['z', 1]]))).toBe(0);
  });
});
