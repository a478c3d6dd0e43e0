import { expect, test } from 'vitest';
import { soundShares } from '../../../../src/renderer/features/video/details/sound-shares.ts';
import { segment } from './segment.ts';

test('sounds are added up, the longest first, with the start of their longest stretch', () => {
  const sounds = [
    segment(0, 10, 'Silence', 'audioevents'),
    segment(10, 12, 'Speech', 'audioevents'),
    segment(12, 20, 'Silence', 'audioevents'),
    segment(20, 50, 'Speech', 'audioevents'),
    segment(0, 50, 'Shot 1', 'scenes'),
  ];
  expect(soundShares(sounds)).toEqual([
    { name: 'Speech', seconds: 32, share: 0.64, start: 20 },
    { name: 'Silence', seconds: 18, share: 0.36, start: 0 },
  ]);
  expect(soundShares([])).toEqual([]);
});
