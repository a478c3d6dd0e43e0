import { expect, test } from 'vitest';
import { DescriptorsArtifact, toDescriptorsArtifacts } from '../../../src/modules/visualelements/artifact.ts';

test('descriptors are divided into parts, in order', () => {
  const frames = Array.from({ length: 801 }, (_, i) => ({ time: i / 2, descriptor: Int8Array.of(i % 100, -1) }));
  const parts = [...toDescriptorsArtifacts('view@1', frames)];
  expect(parts.map((part) => DescriptorsArtifact.parse(part))).toEqual(parts);
  expect(parts.map(({ timesMs, isLast }) => [timesMs.length, isLast])).toEqual([
    [800, false],
    [1, true],
  ]);
  expect(parts[1]).toMatchObject({ timesMs: [400_000], data: Int8Array.of(0, -1) });
});

test('a video without frames has no part', () => {
  expect([...toDescriptorsArtifacts('view@1', [])]).toEqual([]);
});
