import { describe, expect, it } from 'vitest';
import {
  type ClusteringOptions,
  clusterSpeakers,
  type Observation,
} from '../../../../src/modules/transcription/speakers/clustering.ts';
import { seededRandom } from '../../../fixtures/random.ts';

/** Embeddings around one direction per speaker. */
function voices(speakers: readonly number[], noise = 0.3, seed = 1): Observation[] {
  const random = seededRandom(seed);
  return speakers.map((speaker) => {
    const vector = Float32Array.from({ length: 16 }, (_, i) => (i === speaker ? 1 : 0) + noise * (random() - 0.5));
    const length = Math.hypot(...vector);
    return { embedding: vector.map((value) => value / length), seconds: 1 };
  });
}
const AUTO = { maxDistance: 0.4, count: null };
const repeated = (length: number, pattern: readonly number[]) =>
  Array.from({ length }, (_, i) => pattern[i % pattern.length]!);

describe('clusterSpeakers', () => {
  it('finds the number of speakers, numbered by appearance', () => {
    const spoken = [...repeated(6, [2]), ...repeated(6, [0]), ...repeated(8, [2, 5])];
    expect(clusterSpeakers(voices(spoken), AUTO)).toEqual(spoken.map((one) => [2, 0, 5].indexOf(one)));
  });

  it('finds as many speakers as are given', () => {
    const spoken = repeated(30, [0, 1, 2]);
    expect(new Set(clusterSpeakers(voices(spoken), { ...AUTO, count: 2 })).size).toBe(2);
    expect(new Set(clusterSpeakers(voices(spoken), { ...AUTO, maxDistance: 2, count: 3 })).size).toBe(3);
    expect(new Set(clusterSpeakers(voices(spoken), { ...AUTO, count: 1 })).size).toBe(1);
  });

  it('prefers large groups to mixtures of voices if a number is given', () => {
    const spoken = [...repeated(12, [0]), ...repeated(3, [9]), ...repeated(12, [1]), ...repeated(12, [2])];
    const labels = clusterSpeakers(voices(spoken), { ...AUTO, count: 3 });
    const speech = (all: number[]) => all.filter((_, i) => spoken[i] !== 9);
    expect(new Set(speech(labels)).size).toBe(3);
    expect(new Set(labels).size).toBe(3);
  });

  it('makes no speaker of a sound that is heard for a moment', () => {
    const labels = clusterSpeakers(voices([...repeated(10, [0]), 7, ...repeated(10, [1])]), AUTO);
    expect(labels.toSpliced(10, 1)).toEqual([...repeated(10, [0]), ...repeated(10, [1])]);
    expect([0, 1]).toContain(labels[10]);
  });

  it('keeps one speaker of a recording of one word', () => {
    expect(clusterSpeakers(voices([3]), AUTO)).toEqual([0]);
    expect(clusterSpeakers([], AUTO)).toEqual([]);
  });

  it('joins a few seconds of a voice that vary, and keeps two whole voices of the same likeness apart', () => {
    const sameVoice = { fragment: 0.8, whole: 0.9 };
    const labelsOf = (seconds: number, others: Partial<ClusteringOptions> = {}) => {
      const varied = voices(repeated(seconds, [0]), 0.1, 2).map(({ embedding }) => {
        const turned = embedding.map((value, i) => (i === 1 ? 0.6 : value));
        return { embedding: turned.map((value) => value / Math.hypot(...turned)), seconds: 1 };
      });
      const options = { maxDistance: 0.1, count: null, sameVoice, ...others };
      return new Set(clusterSpeakers([...voices(repeated(12, [0]), 0.1), ...varied], options)).size;
    };
    expect(labelsOf(5, { sameVoice: undefined })).toBe(2);
    expect(labelsOf(5)).toBe(1);
    expect(labelsOf(12)).toBe(2);
    expect(labelsOf(5, { count: 2 })).toBe(2);
  });

  it('clusters hours of speech in blocks', () => {
    const spoken = repeated(2100, [0, 0, 1, 1, 1, 2, 3]);
    expect(clusterSpeakers(voices(spoken), AUTO)).toEqual(spoken);
  });
});
