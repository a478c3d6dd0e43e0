import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import {
  type EditedLine,
  foundLine,
  mergeLines,
  splitLine,
  wholeLine,
  wholeSource,
} from '../../../src/db/text-index/line-source.ts';

/** A line with a word in each second. */
function lineOf(content: string, start: number, hasWords = true): SegmentDraft {
  const texts = content.split(' ');
  const words = texts.map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8 }));
  const data = { language: 'en', ...(hasWords && { words }) };
  return { content, start_time: start, end_time: start + texts.length - 0.2, data };
}
const asFound = (line: SegmentDraft): EditedLine => ({
  source: wholeSource(line),
  content: line.content,
  start: line.start_time,
  end: line.end_time,
  speaker: null,
});

describe('splitLine', () => {
  test('divides text, words, and times', () => {
    const [first, second] = splitLine(asFound(lineOf('one two three', 4)), 4)!;
    expect(first).toMatchObject({ content: 'one', start: 4, end: 4.8 });
    expect(second).toMatchObject({ content: 'two three', start: 5, end: 6.8 });
    const rest = lineOf('two three', 5);
    expect(foundLine(second)).toEqual({ ...rest, data: { ...rest.data, split: true } });
    expect(wholeLine(first)).toBeUndefined();
  });

  test('divides an edited line by the words that correspond', () => {
    const edited = {
      ...asFound(lineOf('we shall meat again my friend', 0)),
      content: 'We will meet again, my old friend',
    };
    const [first, second] = splitLine(edited, edited.content.indexOf('my'))!;
    expect(foundLine(first).content).toBe('we shall meat again');
    expect(foundLine(second)).toMatchObject({ content: 'my friend', start_time: 4 });
    expect(second.content).toBe('my old friend');
  });

  test.each([0, 3, 99])('leaves no side without a word: %d', (at) => {
    expect(splitLine(asFound(lineOf('one', 0)), at)).toBeUndefined();
  });

  test('estimates the time without word times', () => {
    const [first, second] = splitLine(asFound(lineOf('aaaa bbbb', 0, false)), 4)!;
    expect(first.end).toBeCloseTo(0.9);
    expect(second.start).toBeCloseTo(0.9);
    expect(foundLine(second).data).toEqual({ language: 'en', split: true });
  });
});

test('lines split and merged again, in any order, are as found', () => {
  const lines = [lineOf('a bb ccc', 0), lineOf('dddd ee', 10), lineOf('f g h i', 20)];
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 6 }), fc.infiniteStream(fc.nat(20)), (cuts, picks) => {
      let edited = lines.map(asFound);
      for (const cut of cuts) {
        const at = cut % edited.length;
        const parts = splitLine(edited[at]!, 1 + (cut % Math.max(1, edited[at]!.content.length - 1)));
        // Inside of words, the text would be divided as well.
        if (parts && `${parts[0].content} ${parts[1].content}` === edited[at]!.content)
          edited = edited.toSpliced(at, 1, ...parts);
      }
      while (edited.length > 1) {
        const at = picks.next().value! % (edited.length - 1);
        edited = edited.toSpliced(at, 2, mergeLines(edited[at]!, edited[at + 1]!));
      }
      expect(edited[0]!.content).toBe(lines.map(({ content }) => content).join(' '));
      const [first, rest] = splitLine(edited[0]!, 9)!;
      const [second, third] = splitLine(rest, 8)!;
      expect([first, second, third].map((line) => wholeLine(line))).toEqual(lines);
    }),
  );
});

test('a line that the user added keeps its place', () => {
  const edited = { ...asFound(lineOf('one two', 0)), content: 'one two and more' };
  const [first, second] = splitLine(edited, 8)!;
  expect(foundLine(first).content).toBe('one two');
  expect(foundLine(second)).toMatchObject({ content: '', start_time: second.start, end_time: second.end });
  expect(mergeLines(first, second)).toEqual(edited);
});
