import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../src/modules/chapters/evidence.ts';
import { divide, logGamma } from '../../../src/modules/chapters/segmentation.ts';

/** One atom per word list, ten seconds each. */
function channel(...atoms: string[]): Channel {
  const numbers = new Map<string, number>();
  const counted = atoms.map((atom) => {
    const counts = new Map<number, number>();
    for (const word of atom.split(' ').filter(Boolean)) {
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      counts.set(numbers.get(word)!, (counts.get(numbers.get(word)!) ?? 0) + 1);
    }
    return counts;
  });
  return { vocabulary: numbers.size, concentration: 0.5, mass: atoms.join(' ').split(' ').length, atoms: counted };
}

const edgesOf = ({ atoms }: Channel) => Array.from({ length: atoms.length + 1 }, (_, i) => i * 10);
const divided = (words: Channel, more: Partial<Parameters<typeof divide>[0]> = {}) =>
  divide({
    edges: edgesOf(words),
    bonuses: edgesOf(words).map(() => 0),
    channels: [words],
    fixed: new Set(),
    minimum: 10,
    talk: words.atoms.map(() => 0),
    meanings: null,
    ...more,
  });

const sea = 'ship sea sail wind ship wave sea';
const bread = 'bread oven flour yeast bread oven';

describe('divide', () => {
  it('divides where the words change, and only there', () => {
    expect(divided(channel(sea, sea, sea, sea, bread, bread, bread))).toEqual([4]);
    expect(divided(channel(sea, sea, sea, sea, sea, sea))).toEqual([]);
  });

  it('divides where the meanings turn, without a common word', () => {
    const words = channel('a b', 'c d', 'e f', 'g h', 'i j', 'k l');
    const [east, north] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
    expect(divided(words, { meanings: [east, east, east, north, north, north] })).toEqual([3]);
    expect(divided(words, { meanings: [east, east, null, east, east, east] })).toEqual([]);
  });

  it('weighs boundaries by form if the words are equal, and divides by form alone if it is strong', () => {
    const words = channel(sea, sea, sea, '', bread, bread, bread);
    expect(divided(words, { bonuses: [0, 0, 0, 0, 2, 0, 0, 0] })).toEqual([4]);
    expect(divided(words, { bonuses: [0, 0, 0, 2, 0, 0, 0, 0] })).toEqual([3]);
    expect(divided(channel('', '', ''), { channels: [], bonuses: [0, 6, 4, 0] })).toEqual([1]);
  });

  it('keeps fixed starts and the minimum length', () => {
    expect(divided(channel(sea, sea, sea), { fixed: new Set([1]), minimum: 100 })).toEqual([1]);
    expect(divided(channel(sea, sea, bread, bread), { minimum: 30 })).toEqual([]);
  });

  it('divides long talk at least every five minutes, at the best place', () => {
    const words = channel(...new Array(12).fill(sea));
    const edges = edgesOf(words).map((edge) => edge * 6);
    const bonuses = edges.map((_, i) => (i === 7 ? 2 : 0));
    expect(divided(words, { edges, bonuses, talk: words.atoms.map(() => 40) })).toEqual([7]);
    expect(divided(words, { edges, bonuses, talk: words.atoms.map(() => 20) })).toEqual([]);
  });

  it('returns ascending starts at the minimum distance for any input', () => {
    const atom = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(atom, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 10, max: 60 }),
        (atoms, minimum) => {
          const starts = divided(channel(...atoms), { minimum });
          const bounds = [0, ...starts.map((start) => start * 10), atoms.length * 10];
          if (starts.length > 0)
            for (let i = 1; i < bounds.length; i++) expect(bounds[i]! - bounds[i - 1]!).toBeGreaterThanOrEqual(minimum);
        },
      ),
    );
  });
});

describe('logGamma', () => {
  it.each([
    [1, 0],
    [0.5, Math.log(Math.sqrt(Math.PI))],
    [5, Math.log(24)],
    [11, Math.log(3_628_800)],
  ])('of %d', (x, value) => expect(logGamma(x)).toBeCloseTo(value, 8));
});
