import { expect, test } from 'vitest';
import directions from '../../../src/db/vectors/common-directions.json' with { type: 'json' };
import { distinctnessTo, distinctPart, similarityTo } from '../../../src/db/vectors/descriptor-similarity.ts';
import { seededRandom } from '../../fixtures/random.ts';

const PART = 256;
/** Random numbers, as in a part of a descriptor. */
function noise(seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: PART }, () => random() - 0.5);
}
/** A descriptor of five equal parts. */
function descriptorOf(part: readonly number[]): Int8Array {
  const largest = Math.max(...part.map(Math.abs));
  return Int8Array.from({ length: 5 * PART }, (_, i) => Math.round((part[i % PART]! / largest) * 127));
}
/** Much of what unrelated pictures have in common, and what a picture alone has. */
const picture = (common: number, own: readonly number[]) =>
  descriptorOf(own.map((value, i) => value + (common * directions[3]![i]!) / 1000));

test('compares the whole picture with each part, both ways', () => {
  const [a, b] = [descriptorOf(noise(1)), descriptorOf(noise(2))];
  const holdsA = b.slice();
  holdsA.set(a.subarray(0, PART), 3 * PART);
  for (const compare of [similarityTo, distinctnessTo]) {
    expect(compare(a)(a)).toBeCloseTo(1);
    expect(compare(a)(b)).toBeLessThan(0.4);
    expect(compare(a)(holdsA)).toBeCloseTo(1);
    expect(compare(holdsA)(a)).toBeCloseTo(1);
  }
});

test('what unrelated pictures have in common does not count for the ranking', () => {
  const own = noise(1);
  const query = picture(8, own);
  const [original, unrelated] = [picture(0, own), picture(8, noise(2))];
  expect(similarityTo(query)(unrelated)).toBeGreaterThan(similarityTo(query)(original));
  expect(distinctnessTo(query)(unrelated)).toBeLessThan(0.3);
  expect(distinctnessTo(query)(original)).toBeGreaterThan(0.95);
});

test('a plain picture without anything of its own is like no other', () => {
  const plain = picture(1, new Array<number>(PART).fill(0));
  expect(distinctnessTo(plain)(picture(8, noise(2)))).toBeLessThan(0.3);
  expect(distinctnessTo(new Int8Array(5 * PART))(plain)).toBe(0);
});

test('a part without the common directions is at right angles to them', () => {
  const part = distinctPart(picture(8, noise(1)), 2);
  for (const direction of directions) {
    const along = direction.reduce((sum, value, i) => sum + (value / 1000) * part[i]!, 0);
    expect(Math.abs(along) / Math.hypot(...part)).toBeLessThan(0.01);
  }
});
