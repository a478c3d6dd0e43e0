import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SegmentDraft } from '../../../src/contract/segment.ts';
import { summarize } from '../../../src/modules/summary/compose.ts';
import { sentenceCount } from '../../../src/modules/summary/extract.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { anyFindings, findings, found, onScreen, shots, speech } from '../shared/findings/some-findings.ts';

const content = (...given: Parameters<typeof findings>) => summarize(findings(...given))?.content;

describe('summarize without speech', () => {
  const scenes = shots(10, 1.2, 3.04, 5.48, 7.48, 9.68);
  const visualelements = [found('person ×3', 0, 9.2, { label: 'person' }), found('car', 2, 5), found('bicycle', 6, 7)];

  it('states the findings in plain sentences', () => {
    const ocr = [found('TAXI', 4, 5)];
    expect(content(10, { scenes, visualelements, ocr }, { hasSound: false })).toBe(
      'Length: 10 seconds, 6 shots. Objects: person (0:00–0:09), car (0:02–0:05), bicycle (0:06–0:07). ' +
        'Text on screen: “TAXI”. No audio.',
    );
  });

  it('names its sources', () => {
    const { data, start_time, end_time } = summarize(findings(10, { scenes, visualelements }))!;
    expect([start_time, end_time]).toEqual([0, 10]);
    expect(data).toMatchObject({
      kind: 'extractive',
      sources: [
        { module: 'scenes', start_time: 0, end_time: 10 },
        { module: 'visualelements', start_time: 0, end_time: 9.2 },
        { module: 'visualelements', start_time: 2, end_time: 5 },
        { module: 'visualelements', start_time: 6, end_time: 7 },
      ],
      sentences: [],
    });
  });

  it('distinguishes missing speech from speech that was not transcribed', () => {
    const sound = (kind: string) => ({ audioevents: [found(kind, 0, 6), found('Silence', 6, 10)] });
    expect(content(10, sound('Speech'))).toContain('Audio: speech for 6 seconds (not transcribed).');
    expect(content(10, sound('Music or noise'))).toContain('Audio: music or noise for 6 seconds. No speech.');
    expect(content(10, { audioevents: [found('Silence', 0, 10)] })).toContain('Silent throughout.');
    expect(content(10, { scenes })).not.toMatch(/speech|audio/i);
  });

  it('lists brands, and the largest texts in their order', () => {
    const ocr = Array.from({ length: 9 }, (_, i) => onScreen(`Sign ${'ABCDEFGHI'[i]}`, i, i + 1, i % 2 ? 0.1 : 0.02));
    const logos = [found('Coca-Cola: on the wall', 0, 10, { label: 'Coca-Cola' })];
    expect(content(10, { ocr, logos })).toBe(
      'Length: 10 seconds. Brands: Coca-Cola (throughout). ' +
        'Text on screen: “Sign A”, “Sign B”, “Sign D”, “Sign F”, “Sign H” and 4 more.',
    );
  });

  it('omits uncertain detections', () => {
    expect(content(10, { visualelements: [found('tv', 0, 2, { confidence: 0.4 })], scenes })).toBe(
      'Length: 10 seconds, 6 shots.',
    );
  });

  it('is empty without findings', () => {
    expect(content(10, {})).toBeUndefined();
    expect(content(0, {})).toBeUndefined();
  });
});

describe('summarize with speech', () => {
  const about = 'Solar panels turn sunlight into electric power for homes.';
  const filler = [
    'Hm.',
    'So how are you?',
    'My uncle likes cheese.',
    'Anyway, that was last Tuesday.',
    'We had coffee there.',
  ];
  const power = [
    'A solar panel on the roof gives power all summer.',
    'Homes with solar panels sell electric power to the grid.',
    'In winter, less sunlight reaches the panels.',
  ];
  const talk = [
    filler[0]!,
    about,
    filler[1]!,
    power[0]!,
    filler[2]!,
    about,
    power[1]!,
    filler[3]!,
    power[2]!,
    filler[4]!,
  ];

  it('quotes the most central sentences in order, without repeats', () => {
    const { data, content: text } = summarize(findings(50, { transcription: speech(talk) }))!;
    const sentences = data!.sentences as { text: string; start_time: number }[];
    expect(sentences.length).toBe(sentenceCount(50));
    expect(sentences.map((sentence) => sentence.text)).toEqual(expect.arrayContaining([about]));
    for (const sentence of sentences) expect([about, ...power]).toContain(sentence.text);
    expect(new Set(sentences.map((sentence) => sentence.text)).size).toBe(sentences.length);
    expect(sentences.map((one) => one.start_time)).toEqual(
      sentences.map((one) => one.start_time).sort((a, b) => a - b),
    );
    expect(text.split('\n')).toEqual([sentences.map((one) => one.text).join(' '), 'Length: 50 seconds.']);
  });

  it('returns a short speech whole', () => {
    expect(content(11, { transcription: speech(['and so, my fellow Americans, ask not']) })).toBe(
      'And so, my fellow Americans, ask not.\nLength: 11 seconds.',
    );
  });

  it('supports scripts without spaces', () => {
    const story = [
      '猫は魚が好きです。',
      '猫は毎朝魚を食べます。',
      '昨日は雨でした。',
      '魚が好きな猫は多いです。',
      '電車が遅れました。',
    ];
    const { data } = summarize(findings(25, { transcription: speech(story) }))!;
    const said = (data!.sentences as { text: string }[]).map(({ text }) => text);
    expect(said.length).toBe(2);
    for (const sentence of said) expect(sentence).toMatch(/猫/);
  });

  extendedTest('stays short for hours of unpunctuated speech', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `${talk[i % 10]!.replace('.', '')} number${i % 997}`);
    expect(content(20_000, { transcription: speech(long, 1) })!.length).toBeLessThan(1300);
  });
});

describe('summarize', () => {
  it('is deterministic, within the video, and valid for any findings', WHOLE, () => {
    fc.assert(
      fc.property(anyFindings, (some) => {
        const summary = summarize(some);
        expect(summarize(some)).toEqual(summary);
        if (!summary) return;
        expect(SegmentDraft.safeParse(summary).success).toBe(true);
        expect(summary.content.trim()).not.toBe('');
        expect([summary.start_time, summary.end_time]).toEqual([0, some.duration]);
        for (const { start_time, end_time } of summary.data!.sources as { start_time: number; end_time: number }[]) {
          expect(start_time).toBeGreaterThanOrEqual(0);
          expect(end_time).toBeGreaterThanOrEqual(start_time);
          expect(end_time).toBeLessThanOrEqual(some.duration + 0.001);
        }
      }),
      { numRuns: EXTENDED ? 300 : 60 },
    );
  });
});
