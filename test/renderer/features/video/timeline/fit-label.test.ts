import { describe, expect, test } from 'vitest';
import { fitLabel } from '../../../../../src/renderer/features/video/timeline/fit-label.ts';

/** Ten pixels per character. */
const measure = (text: string) => text.length * 10;
const label = (text: string, room: number) => fitLabel(text, room, measure);

describe('a label', () => {
  test('that fits is unchanged', () => {
    expect(label('dining table', 120)).toBe('dining table');
  });
  test('ends at a word', () => {
    expect(label('dining table', 119)).toBe('dining…');
    expect(label('It was the best of times, it was', 270)).toBe('It was the best of times…');
  });
  test('is left out rather than cut inside a word', () => {
    expect(label('dining table', 69)).toBe('');
    expect(label('broccoli', 79)).toBe('');
    expect(label('a b', 20)).toBe('');
    expect(label('', 50)).toBe('');
  });
});
