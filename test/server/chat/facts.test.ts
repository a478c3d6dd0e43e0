import { describe, expect, it, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/modules.ts';
import type { Segment, SegmentData } from '../../../src/contract/segment.ts';
import { languageOf } from '../../../src/server/chat/answer-texts.ts';
import { verifyTimes } from '../../../src/server/chat/citations.ts';
import { findEvidence } from '../../../src/server/chat/evidence.ts';
import { factualAnswer } from '../../../src/server/chat/extractive.ts';
import { factOf } from '../../../src/server/chat/facts.ts';
import { findLabels } from '../../../src/server/chat/object-labels.ts';
import { readQuestion } from '../../../src/server/chat/question.ts';
import type { SearchService } from '../../../src/server/search/search-service.ts';

let ids = 0;
const found = (module: ModuleName, start: number, end: number, content: string, data: SegmentData = {}): Segment => ({
  id: String(++ids),
  ...{ module, content, data, engine: 'x@1', start_time: start, end_time: end },
});
const shot = (start: number, end: number, brightness: number, colours: [string, number][]) =>
  found('scenes', start, end, 'Shot', {
    ...{ brightness, length: end - start, motion: start },
    colours: colours.map(([name, share]) => ({ name, share, hex: '#000000' })),
  });
const thing = (label: string, start: number, end: number, count = 1) =>
  found('visualelements', start, end, label, { label, count });

const STREET = [
  shot(0, 10, 0.5, [['grey', 0.7]]),
  thing('person', 1, 4, 3),
  thing('dog', 2, 3),
  shot(10, 12, 0.1, [['blue', 0.8]]),
  thing('car', 11, 12, 2),
  shot(12, 20, 0.9, [['grey', 0.5]]),
  thing('car', 13, 14, 7),
  thing('traffic light', 14, 15),
  found('ocr', 15, 16, 'DOG FOOD'),
  found('summary', 0, 20, 'A street with a car.'),
];
const heard = (label: string, start: number, end: number) => found('audioevents', start, end, label, { label });

function ask(text: string, segments = STREET) {
  const [question, language] = [readQuestion(text, []), languageOf(text)];
  const fact = factOf({ text, question, segments, duration: 20, language });
  if (!fact) return null;
  // Every cited segment is among its sources.
  const written = factualAnswer(fact, language);
  expect(verifyTimes(written, fact.evidence)).toMatchObject({ answer: written, removed: 0 });
  return fact.sentence;
}

describe('questions answered from findings', () => {
  test.each([
    ['How many cars are there?', /^“car”: up to 7 at once, at \*\*\[00:13\]\*\*; appears 2 times\./],
    ['Wie viele Autos sind zu sehen?', /^„car“: höchstens 7 gleichzeitig, bei \*\*\[00:13\]\*\*; an 2 Stellen/],
    ['How many people can be seen in the video?', /^“person”: up to 3 at once, at \*\*\[00:01\]\*\*\./],
    ['How many traffic lights?', /^“traffic light”: up to 1 at once/],
    ['How many animals are there?', /^“dog”: up to 1 at once/],
    ['How many shots are there?', /^3 shots and 2 cuts\.$/],
    ['Wie viele Schnitte gibt es?', /^3 Shots und 2 Schnitte\.$/],
    ['What is the number of cuts?', /^3 shots and 2 cuts\.$/],
    ['How long is the video?', /^The video is 20 s long\.$/],
    ['Wie lang ist das Video?', /^Das Video ist 20 s lang\.$/],
    ['What colours dominate?', /^Mostly gray \(55%\) and blue \(8%\), across all shots\.$/],
    ['Welche Farben überwiegen?', /^Vor allem Grau \(55 %\) und Blau \(8 %\)/],
    ['Which shot is the darkest?', /^Shot 2 is the darkest, at \*\*\[00:10\]\*\*\.$/],
    ['Welche Einstellung ist am hellsten? Die hellste bitte.', /^Shot 3 ist am hellsten, bei \*\*\[00:12\]\*\*/],
    ['When does the first car appear?', /^“car” first appears at \*\*\[00:11\]\*\*\.$/],
    ['When is a car last seen?', /^“car” last appears at \*\*\[00:13\]\*\*\.$/],
    ['Wann ist zuerst ein Hund zu sehen?', /^„dog“ ist zuerst bei \*\*\[00:02\]\*\*/],
  ])('%s', (text, answer) => {
    expect(ask(text)).toMatch(answer);
  });

  test.each([
    [
      'transcribed',
      [found('transcription', 3, 4, 'Hello.'), found('transcription', 9, 11, 'Bye.')],
      /^2 phrases, .*03.*09/,
    ],
    ['only heard', [heard('silence', 0, 5), heard('speech', 5, 9)], /^Speech occurs once, at .*05.*transcribed/],
    ['not there', [heard('silence', 0, 20)], /^No speech was detected/],
  ] as const)('who speaks when: %s', (_, segments, answer) => {
    expect(ask('Who speaks when?', [...segments])).toMatch(answer);
    expect(ask('Is anything said?', [...segments])).toMatch(answer);
    expect(ask('Wer spricht wann?', [...segments])).not.toBeNull();
  });

  test.each([
    'How many red cars overtake the bus driver?',
    'How many elephants are there?',
    'What colour is the car?',
    'What does the speaker say about revenue?',
    'How long does the man wait?',
    'Where is a car?',
    'How many cars are there at 0:13?',
    '',
  ])('not “%s”', (text) => {
    expect(ask(text)).toBeNull();
  });
});

describe('objects by name', () => {
  test.each([
    ['Wo ist der Hund?', ['dog']],
    ['Wann sieht man einen Hund?', ['dog']],
    ['Where is the man?', ['person']],
    ['traffic lights and a light', ['traffic light']],
    ['the bank on the sign', []],
    ['Wer sitzt auf der Bank?', ['bench']],
    ['a teddy bear', ['teddy bear']],
    ['quarterly revenue', []],
  ])('%s', (text, labels) => {
    expect(findLabels(text, languageOf(text)).labels).toEqual(labels);
  });

  it('are found by their label in any language, with related text', async () => {
    const search = { search: () => Promise.reject(new Error('not asked')) } as unknown as SearchService;
    const evidence = async (text: string) => {
      const question = readQuestion(text, []);
      const request = { userId: 1, jobId: 'j', question, mode: 'vector' as const, segments: STREET };
      return (await findEvidence(search, request)).map(({ content }) => content);
    };
    expect(await evidence('Wo ist der Hund?')).toEqual(['dog', 'DOG FOOD']);
    expect(await evidence('Which vehicles can be seen?')).toEqual(['car', 'car']);
  });
});
