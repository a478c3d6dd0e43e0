import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadWords, wordsOf } from '../../../../src/models/speech/whisper-cpp/tokens.ts';

const pieces = (...texts: string[]) => texts.map((text, i) => ({ text, t0: i * 100, t1: (i + 1) * 100 }));
const texts = (...all: string[]) => wordsOf(pieces(...all), all.join('')).map((word) => word.text);

describe('words from tokens', () => {
  it('begin at a space, and keep their punctuation', () => {
    expect(texts(' And', ' so', ',', ' fell', 'ow', '.')).toEqual(['And', 'so,', 'fellow.']);
    expect(texts('', ' ', ' don', "'t", ' “', 'yes', '”')).toEqual(["don't", '“yes”']);
  });

  it('have the times of their first and last token', () => {
    expect(wordsOf(pieces(' fell', 'ow', ' A'), ' fellow A')[0]).toEqual({ text: 'fellow', start: 0, end: 0.2 });
  });

  it('split scripts that are written without spaces', () => {
    expect(texts('你好', '，', '世界', '。')).toEqual(['你好，', '世界。']);
  });

  it('restore characters that were split across tokens, from the whole text', () => {
    const torn = pieces(' Z', '\uFFFD', '\uFFFD', 'rich', ' ok');
    expect(wordsOf(torn, ' Zürich ok').map((word) => word.text)).toEqual(['Zürich', 'ok']);
    const atEnd = pieces(' naïv', '\uFFFD');
    expect(wordsOf(atEnd, ' naïvé').map((word) => word.text)).toEqual(['naïvé']);
  });

  it('lose no letter for any split', () => {
    const letter = fc.constantFrom('a', 'é', '你', ' ', 'ß', '🎉', 'z');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(letter, { minLength: 1, maxLength: 3 }), fc.boolean()), { maxLength: 12 }),
        (parts) => {
          const bytes = parts.map(([letters]) => Buffer.from(letters.join('')));
          const whole = Buffer.concat(bytes);
          // Split inside a byte sequence, as by a byte-level tokenizer.
          const cut = parts.flatMap(([, tear], i) =>
            tear && bytes[i]!.length > 1 ? [bytes[i]!.subarray(0, 1), bytes[i]!.subarray(1)] : [bytes[i]!],
          );
          const words = wordsOf(pieces(...cut.map((part) => part.toString('utf8'))), whole.toString('utf8'));
          const letters = (text: string) => text.replace(/\s/g, '');
          expect(letters(words.map((word) => word.text).join(''))).toBe(letters(whole.toString('utf8')));
        },
      ),
    );
  });
});

describe('words of a phrase without word times', () => {
  it('are spread by their length', () => {
    const words = spreadWords('a longer one', 2, 5);
    expect(words.map((word) => word.text)).toEqual(['a', 'longer', 'one']);
    expect(words[0]!.start).toBe(2);
    expect(words[1]!.start).toBe(words[0]!.end);
    expect(words[2]!.end).toBeCloseTo(5);
    expect(words[1]!.end - words[1]!.start).toBeGreaterThan(words[2]!.end - words[2]!.start);
    expect(spreadWords('  ', 0, 1)).toEqual([]);
  });
});
