import { expect, test } from 'vitest';
import { PeopleArtifact, toPeopleArtifacts } from '../../../src/modules/people/artifact.ts';

const head = (startTime: number) => ({
  startTime,
  endTime: startTime + 1,
  boxes: [{ time: startTime, x: 0.25, y: 0.5, width: 0.125, height: 0.25 }],
});
const track = (startTime: number) => ({
  ...head(startTime),
  confidence: 0.9,
  quality: 0.5,
  template: null,
  thumbnail: null,
});

test('face tracks are divided into parts, and the heads go with the last', () => {
  const tracks = Array.from({ length: 201 }, (_, i) => track(i));
  const parts = [...toPeopleArtifacts('faces@1', { tracks, heads: [head(7)], doubts: [head(8)] })];
  expect(parts.map((part) => PeopleArtifact.parse(part))).toEqual(parts);
  expect(
    parts.map(({ tracks: { length }, heads, doubts, isLast }) => [length, heads.length, doubts.length, isLast]),
  ).toEqual([
    [100, 0, 0, false],
    [100, 0, 0, false],
    [1, 1, 1, true],
  ]);
  expect([...parts[1]!.tracks[0]!.boxes]).toEqual([100, 0.25, 0.5, 0.125, 0.25]);
});

test('a video without faces has one part, which replaces those of an earlier analysis', () => {
  const parts = [...toPeopleArtifacts('faces@1', { tracks: [], heads: [], doubts: [] })];
  expect(parts).toMatchObject([{ tracks: [], isLast: true }]);
});
