import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { widthOf } from '../../src/core/formats/cue-lines.ts';
import { type Cue, cuesOf } from '../../src/core/formats/cues.ts';
import { toVtt } from '../../src/core/formats/subtitles.ts';

interface Spoken {
  text: string;
  seconds: number;
  /** Pause after the word. */
  pause: number;
}

/** Lines of up to nine words. */
function segmentsOf(spoken: readonly Spoken[], start = 0): Segment[] {
  const segments: Segment[] = [];
  let time = start;
  for (let i = 0; i < spoken.length; i += 9) {
    const words = spoken.slice(i, i + 9).map(({ text, seconds, pause }) => {
      const word = { text, start_time: time, end_time: time + seconds };
      time += seconds + pause;
      return word;
    });
    segments.push({
      id: String(i),
      module: 'transcription',
      engine: 'e@1',
      content: words.map(({ text }) => text).join(' '),
      start_time: words[0]!.start_time,
      end_time: words.at(-1)!.end_time,
      data: { words },
    });
  }
  return segments;
}

const speak = (text: string, seconds = 0.3, pause = 0.02) =>
  segmentsOf(text.split(' ').map((word) => ({ text: word, seconds, pause })));
const textsOf = (cues: readonly Cue[]) => cues.map(({ lines }) => lines.join(' | '));
const wordCount = (line: string) => line.split(' ').length;

const word = fc.record({
  text: fc
    .tuple(fc.stringMatching(/^[a-zA-Zäöüß’]{1,13}$/), fc.constantFrom('', '', '', '', ',', '.', '?'))
    .map((parts) => parts.join('')),
  seconds: fc.integer({ min: 8, max: 60 }).map((n) => n / 100),
  pause: fc.constantFrom(0, 0, 0, 0.02, 0.1, 0.4),
});
const speech = fc.array(word, { minLength: 1, maxLength: 80 });

describe('any speech', () => {
  const anything = fc.array(
    fc.record({
      text: fc.oneof(fc.stringMatching(/^\S{1,60}$/), fc.constantFrom('東京', 'ですから。', '안녕하세요', '…', '–')),
      seconds: fc.constantFrom(0, 0.01, 0.3, 2, 9),
      pause: fc.constantFrom(0, 0.3, 1, 30),
    }),
    { maxLength: 40 },
  );

  test('has cues of at most two lines of 42 characters, in order and without overlaps', () => {
    fc.assert(
      fc.property(anything, (spoken) => {
        const cues = cuesOf(segmentsOf(spoken));
        cues.forEach(({ from, to, lines }, i) => {
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(42);
            expect(line.trim()).not.toBe('');
          }
          expect(to).toBeGreaterThan(from);
          if (i > 0) expect(from).toBeGreaterThanOrEqual(cues[i - 1]!.from);
        });
      }),
    );
  });

  test('keeps every word, in order', () => {
    fc.assert(
      fc.property(anything, (spoken) => {
        const all = (texts: readonly string[]) => texts.join('').replace(/\s/g, '');
        expect(all(cuesOf(segmentsOf(spoken)).flatMap(({ lines }) => lines))).toBe(all(spoken.map(({ text }) => text)));
      }),
    );
  });
});

test('no cue ends after its file, nor begins at its end', () => {
  fc.assert(
    fc.property(speech, fc.integer({ min: 1, max: 30_000 }), (spoken, end) => {
      for (const { from, to } of cuesOf(segmentsOf(spoken), { duration: end / 1000 })) {
        expect(to).toBeLessThanOrEqual(end);
        expect(from).toBeLessThan(to);
      }
    }),
  );
});

test('no cue spans a pause of more than a second, or two speakers', () => {
  const pauses = fc.record({
    text: fc.constantFrom('one', 'two', 'three'),
    seconds: fc.constant(0.3),
    pause: fc.constantFrom(0, 0.9, 1.05, 4),
  });
  fc.assert(
    fc.property(fc.array(pauses, { minLength: 2, maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (spoken, every) => {
      // Lines last until the next one, as those of some engines do.
      const segments = segmentsOf(spoken).map((segment, i, all) => ({
        ...segment,
        end_time: all[i + 1]?.start_time ?? segment.end_time,
        data: { ...segment.data, speaker: `Guest ${Math.floor(i / every)}` },
      }));
      const words = segments.flatMap(({ data }) => data.words!.map((word) => ({ ...word, speaker: data.speaker })));
      let at = 0;
      for (const { lines, speaker } of cuesOf(segments)) {
        const own = words.slice(at, at + lines.join(' ').split(' ').length);
        at += own.length;
        for (const [i, word] of own.entries()) {
          expect(word.speaker).toBe(speaker);
          if (i > 0) expect(word.start_time - own[i - 1]!.end_time).toBeLessThanOrEqual(1.001);
        }
      }
    }),
  );
});

describe('continuous speech', () => {
  test('leaves no word alone in a line, nor in a cue unless it is a sentence', () => {
    fc.assert(
      fc.property(speech, (spoken) => {
        let before = '.';
        for (const { lines } of cuesOf(segmentsOf(spoken))) {
          if (lines.length === 2) expect(Math.min(...lines.map(wordCount)), lines.join('|')).toBeGreaterThan(1);
          const text = lines.join(' ');
          const isSentence = /[.?]$/.test(before) && /[.?]$/.test(text);
          const isLast = text.endsWith(spoken.at(-1)!.text);
          if (wordCount(text) === 1 && !isSentence && !isLast) expect(`alone: ${text}`).toBe('');
          before = text;
        }
      }),
    );
  });

  test('has no overlapping cues, none below 5/6 s that could last longer, and none above 7 s', () => {
    fc.assert(
      fc.property(speech, (spoken) => {
        const cues = cuesOf(segmentsOf(spoken));
        cues.forEach(({ from, to }, i) => {
          const next = cues[i + 1]?.from ?? Number.POSITIVE_INFINITY;
          expect(to).toBeLessThanOrEqual(next);
          expect(to - from).toBeGreaterThanOrEqual(Math.min(833, next - from - 81));
          expect(to - from).toBeLessThanOrEqual(7600);
        });
      }),
    );
  });

  test('is shown at 17 characters a second or slower where the speech allows', () => {
    fc.assert(
      fc.property(speech, (spoken) => {
        const cues = cuesOf(segmentsOf(spoken));
        cues.forEach(({ from, to, lines }, i) => {
          const seconds = lines.join(' ').length / 17;
          const available = ((cues[i + 1]?.from ?? Number.POSITIVE_INFINITY) - from) / 1000 - 0.081;
          expect((to - from) / 1000).toBeGreaterThanOrEqual(Math.min(seconds, available) - 0.002);
        });
      }),
    );
  });
});

describe('breaks', () => {
  test('are at the borders of sentences and clauses', () => {
    const speech =
      'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';
    expect(textsOf(cuesOf(speak(speech)))).toEqual([
      'And so, my fellow Americans:',
      'ask not what your country can do for you, | ask what you can do for your country.',
    ]);
  });

  test('do not follow an article or a preposition', () => {
    const text =
      'We have been talking about the history of the harbor and the people that came here to work in the old factories along the river';
    for (const line of cuesOf(speak(text))
      .flatMap(({ lines }) => lines)
      .slice(0, -1)) {
      expect(line).not.toMatch(/ (the|of|to|in|a|and|that|about)$/);
    }
  });

  test('are at long pauses and changes of speaker', () => {
    const [first] = speak('Good evening.');
    const [second] = segmentsOf([{ text: 'Hello.', seconds: 0.5, pause: 0 }], 0.7);
    const [third] = segmentsOf([{ text: 'Later.', seconds: 0.5, pause: 0 }], 9);
    const by = (segment: Segment, speaker: string) => ({ ...segment, data: { ...segment.data, speaker } });
    const cues = cuesOf([by(first!, 'S1'), by(second!, 'S<2>'), by(third!, 'S<2>')]);
    expect(cues).toMatchObject([
      { lines: ['Good evening.'], speaker: 'Speaker 1' },
      { lines: ['Hello.'], from: 700, to: 1533 },
      { lines: ['Later.'], from: 9000, to: 9833 },
    ]);
    const head = { job_id: 'j', video_name: 'v', duration: 9, status: 'completed', processing_time: 1 } as const;
    expect(toVtt({ ...head, segments: [], transcription: [by(second!, 'S<2>')] })).toContain(
      '\n<v S&lt;2&gt;>Hello.\n',
    );
  });

  test('divide unspaced scripts into lines of 16 characters', () => {
    const [segment] = speak('今日は天気がいいので散歩に行きましょう。それから図書館で本を借りて帰ります。', 8);
    const cues = cuesOf([{ ...segment!, data: null }]);
    expect(textsOf(cues).join('')).toContain('。');
    expect(Math.max(...cues.flatMap(({ lines }) => lines.map((line) => line.length)))).toBeLessThanOrEqual(16);
  });
});

test('four hours of speech are divided within seconds', () => {
  const text = 'we went down to the river, and then nothing happened for a while. ';
  const words = text.repeat(2800).trim().split(' ');
  const cues = cuesOf(segmentsOf(words.map((one) => ({ text: one, seconds: 0.35, pause: 0.04 }))));
  expect(cues.length).toBeGreaterThan(2000);
});
