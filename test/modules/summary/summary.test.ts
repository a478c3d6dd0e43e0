import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { summarize } from '../../../src/modules/summary/compose.ts';
import { sentenceCount } from '../../../src/modules/summary/extract.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { anyFindings, findings, found, shots, speech } from '../shared/findings/some-findings.ts';

const summaryOf = (...given: Parameters<typeof findings>) => summarize(findings(...given), []);
const content = (...given: Parameters<typeof findings>) => summaryOf(...given)?.content;

describe('summarize without speech', () => {
  const scenes = shots(10, 1.2, 3.04, 5.48, 7.48, 9.68);

  it('returns none for counts, objects, and sounds: they are no summary', () => {
    const visualelements = [found('person ×3', 0, 9.2, { label: 'person' }), found('car', 2, 5)];
    const audioevents = [found('Silence', 0, 10)];
    expect(content(10, { scenes, visualelements, audioevents, ocr: [found('TAXI', 4, 5)] })).toBeUndefined();
    expect(content(0, {})).toBeUndefined();
  });

  it('quotes the captions of the longest shots in order, each once', () => {
    const caption = (text: string, start: number, end: number) => found('Shot', start, end, { caption: text });
    const captioned = [
      caption('A dog runs along a beach.', 0, 6),
      caption('A close-up of sand.', 6, 7),
      caption('a dog runs along a beach.', 7, 12),
      caption('A child throws a ball', 12, 20),
      caption('Waves break on rocks.', 20, 25),
    ];
    const { content: text, data } = summaryOf(25, { scenes: captioned })!;
    expect(text).toBe('A dog runs along a beach. A child throws a ball. Waves break on rocks.');
    expect(data!.sources).toEqual([
      { module: 'scenes', start_time: 0, end_time: 6 },
      { module: 'scenes', start_time: 12, end_time: 20 },
      { module: 'scenes', start_time: 20, end_time: 25 },
    ]);
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
    const { data, content: text } = summaryOf(50, { transcription: speech(talk) })!;
    const sentences = data!.sentences as { text: string; start_time: number }[];
    expect(sentences.length).toBe(sentenceCount(50));
    expect(sentences.map((sentence) => sentence.text)).toEqual(expect.arrayContaining([about]));
    for (const sentence of sentences) expect([about, ...power]).toContain(sentence.text);
    expect(new Set(sentences.map((sentence) => sentence.text)).size).toBe(sentences.length);
    expect(sentences.map((one) => one.start_time)).toEqual(
      sentences.map((one) => one.start_time).sort((a, b) => a - b),
    );
    expect(text).toBe(sentences.map((one) => one.text).join(' '));
    expect(data!.kind).toBe('extractive');
  });

  it('leaves out greetings, and takes the first sentence of each part', () => {
    const news = [
      'Good evening and welcome to the news.',
      'The council of Norwood approved a new tram line on Monday.',
      'They argued for hours about the tram.',
      'Shop owners fear that the tram will cost them customers.',
      'A storm destroyed 40 barns in the north of Elmshire.',
      'It was the worst storm in years.',
      'Crews cleared the roads after the storm.',
      'Thank you for watching.',
    ];
    const { data } = summarize(findings(40, { transcription: speech(news) }), [20])!;
    expect((data!.sentences as { text: string }[]).map(({ text }) => text)).toEqual([news[1], news[4]]);
  });

  it('begins with the subject as it was announced, and leaves out what asks for a click', () => {
    const lesson = [
      "Hi everyone, in this video I'm going to show you how to fix a dripping faucet.",
      'You need a wrench, a flat screwdriver, and a repair kit from the hardware store.',
      'Turn both valves under the sink until the water stops.',
      'Loosen it, and wait for ten minutes.',
      'The cartridge has two pins that go into two holes of the seat.',
      'Tighten the nut by hand and a quarter turn more with the wrench.',
      'Leave a paper towel under the valves of the sink.',
      "If this helped you, give it a thumbs up, and I'll see you next time with a new faucet.",
    ];
    const text = content(45, { transcription: speech(lesson) })!;
    expect(text).toMatch(/^In this video I'm going to show you how to fix a dripping faucet\./);
    expect(text).not.toMatch(/Hi everyone|Loosen it|thumbs up/);
  });

  it('does not begin with an announcement whose pronoun needs the sentence before', () => {
    const story = [
      'Okay so hi everyone, it’s Marcus here from Byte Size Security.',
      'Last Tuesday a hospital group in Ohio had to turn ambulances away, since every computer showed the same screen.',
      'Today I want to walk you through how they got in, because it’s embarrassing.',
      'A contractor had plugged a printer into the wrong network, and nobody ever updated its firmware.',
      'From the printer they jumped to a file server that held a list of passwords.',
      'The backups were deleted before anything was encrypted.',
      'Put printers on a network of their own, and practice a restore twice a year.',
    ];
    expect(content(60, { transcription: speech(story) })).not.toMatch(/how they got in|hi everyone/);
  });

  it('returns a short speech whole', () => {
    expect(content(11, { transcription: speech(['and so, my fellow Americans, ask not']) })).toBe(
      'And so, my fellow Americans, ask not.',
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
    const { data } = summaryOf(25, { transcription: speech(story) })!;
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
        const summary = summarize(some, []);
        expect(summarize(some, [])).toEqual(summary);
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
