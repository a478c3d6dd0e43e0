import { expect, test } from 'vitest';
import { Votes } from '../../../src/modules/ocr/votes.ts';

function votes(...readings: [string, number][]): Votes {
  const all = new Votes();
  for (const [text, confidence] of readings) {
    all.add({ text, confidence, characters: [...text].map(() => confidence) });
  }
  return all;
}

test('selects the most frequent and most confident reading', () => {
  const all = votes(['Sumrner sale', 0.7], ['Summer sale', 0.95], ['Summer sa1e', 0.8], ['Summer sale', 0.9]);
  expect(all.winner()).toEqual({ text: 'Summer sale', confidence: 0.925 });
  expect(all.reads).toBe(4);
});

test('selects the final text of a title that is typed in', () => {
  expect(votes(['BREAKI', 0.97], ['BREAKI', 0.97], ['BREAKING NEWS', 0.95]).winner().text).toBe('BREAKING NEWS');
});

test('keeps a word that the detector mostly missed, and drops a smear next to the text', () => {
  const lost: [string, number][] = [
    ['was waiting', 0.99],
    ['was waiting', 0.99],
    ['I was waiting', 0.99],
  ];
  expect(votes(...lost).winner().text).toBe('I was waiting');
  const smeared = votes(['was waiting', 0.99], ['was waiting', 0.99]);
  smeared.add({ text: 'I was waiting', confidence: 0.93, characters: [0.4, 0.9, ...Array(11).fill(0.99)] });
  expect(smeared.winner().text).toBe('was waiting');
});

test('prefers lasting readings to passing ones', () => {
  const all = votes(['Contents', 0.9], ['Contents', 0.9], ['Comments', 0.9]);
  for (let i = 0; i < 3; i++) all.repeat();
  expect(all.winner().text).toBe('Comments');
  expect(all.reads).toBe(3);
});
