import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../../src/contract/analysis/segment.ts';
import {
  findMatches,
  replaceEdit,
  replaceEdits,
} from '../../../../../src/renderer/features/video/transcript/find/find-matches.ts';
import {
  buildTranscript,
  linesBetween,
} from '../../../../../src/renderer/features/video/transcript/transcript-model.ts';
import { spokenWordAt } from '../../../../../src/renderer/features/video/transcript/use-spoken-word.ts';

/** A line with a word in each second. */
function line(start: number, content: string, speaker?: string): Segment {
  const words = content.split(' ').map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8 }));
  return {
    id: String(start),
    module: 'transcription',
    engine: 'e@1',
    content,
    start_time: start,
    end_time: words.at(-1)!.end_time,
    data: { words, ...(speaker !== undefined && { speaker }) },
  };
}
const texts = (segments: Segment[]) => buildTranscript(segments).paragraphs.map(({ text }) => text);

describe('paragraphs', () => {
  test('end at pauses and changes of speaker', () => {
    expect(texts([line(0, 'a b'), line(2, 'c'), line(9, 'd')])).toEqual(['a b c', 'd']);
    expect(texts([line(0, 'a', 'S1'), line(1, 'b', 'S1'), line(2, 'c', 'S2')])).toEqual(['a b', 'c']);
  });

  test('end after a long sentence, or anywhere when there is none', () => {
    const long = (mark: string) => Array.from({ length: 12 }, (_, i) => line(i * 10, `w w w w w w w w w w${mark}`));
    expect(texts(long('.'))).toHaveLength(2);
    expect(texts([...long(''), ...long('').map((one, i) => line(120 + i * 10, one.content))])).toHaveLength(2);
  });
});

test('words are found by time, also in overlapping lines', () => {
  const transcript = buildTranscript([line(0, 'a b c'), line(1.5, 'd e')]);
  const at = (time: number) => spokenWordAt(transcript, time);
  expect([at(-1), at(0), at(0.9), at(1.1), at(2.6), at(60)]).toEqual([-1, 0, 0, 1, 4, -1]);
  expect(Array.from(transcript.starts)).toEqual([0, 1, 2, 2, 2.5]);
});

test('the text between two words is returned by line', () => {
  const transcript = buildTranscript([line(0, 'a b c'), line(3, 'd e', 'S2')]);
  expect(linesBetween(transcript, 1, 3)).toEqual([
    { start: 1, text: 'b c', speaker: undefined },
    { start: 3, text: 'd', speaker: 'S2' },
  ]);
});

describe('findMatches', () => {
  const transcript = buildTranscript([line(0, 'The Straße is'), line(3, 'closed, the end'), line(30, 'Other')]);
  const find = (text: string, options = {}) =>
    findMatches(transcript, { text, matchCase: false, wholeWords: false, ...options }).map(
      ({ paragraph, start, end }) => transcript.paragraphs[paragraph]!.text.slice(start, end),
    );
  test.each([
    ['the', {}, ['The', 'the', 'the']],
    ['the', { matchCase: true }, ['the', 'the']],
    ['the', { wholeWords: true }, ['The', 'the']],
    ['strasse', {}, ['Straße']],
    ['is  closed', {}, ['is closed']],
    [' ', {}, []],
  ])('finds %j with %j', (text, options, found) => expect(find(text, options)).toEqual(found));
});

describe('replacing', () => {
  test('edits each line once, and removes empty ones', () => {
    const transcript = buildTranscript([line(0, 'um so um yes'), line(9, 'um'), line(12, 'no')]);
    const { edits, count } = replaceEdits(transcript, { text: 'um', matchCase: false, wholeWords: true }, '');
    expect(count).toBe(3);
    expect(edits).toEqual([
      { type: 'text', segment_id: '0', content: 'so yes' },
      { type: 'remove', segment_id: '9' },
    ]);
  });

  test('replaces one match', () => {
    expect(replaceEdit('1', 'a b a', [{ start: 4, end: 5 }], 'c')).toEqual({
      type: 'text',
      segment_id: '1',
      content: 'a b c',
    });
  });
});
