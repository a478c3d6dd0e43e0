import { describe, expect, it } from 'vitest';
import { isInvented } from '../../../src/modules/transcription/invented.ts';
import { removeLoops } from '../../../src/modules/transcription/loops.ts';

const spoken = (text: string, confidence?: number) =>
  text.split(' ').map((word, i) => ({
    text: word,
    start: i / 3,
    end: i / 3 + 0.3,
    ...(confidence !== undefined && { confidence }),
  }));

/** Phrases that Whisper invents for sound without speech, by language. */
const CLOSING = [
  ['en', 'Thank you.'],
  ['en', 'Thanks for watching!'],
  ['en', 'Please subscribe to my channel.'],
  ['en', 'Subtitles by the Amara.org community'],
  ['de', 'Untertitel im Auftrag des ZDF für funk, 2017'],
  ['de', 'Vielen Dank.'],
  ['fr', "Merci d'avoir regardé cette vidéo !"],
  ['es', 'Subtítulos realizados por la comunidad de Amara.org'],
  ['pl', 'Dziękuję za oglądanie.'],
  ['ru', 'Продолжение следует...'],
  ['ru', 'Редактор субтитров А.Семкин Корректор А.Егорова'],
  ['nl', 'Ondertiteld door TVT Media'],
  ['tr', 'Altyazı M.K.'],
] as const;
const FLIPS = [
  ['en', 'Спасибо большое'],
  ['en', '시청해주셔서 감사합니다.'],
  ['de', 'ご視聴ありがとうございました'],
  ['fr', 'شكرا لكم'],
  ['es', 'Ευχαριστώ πολύ'],
] as const;
const LOOPS = ['Thank you.', 'you', 'I am sorry.', 'Okay, okay, let us go.', 'la la'];

const table = [
  ...CLOSING.flatMap(([language, text]) => [
    { why: 'after silence', language, text, speech: 0.5, confidence: 0.9 },
    { why: 'with low confidence', language, text, speech: 0.95, confidence: 0.4 },
  ]),
  ...CLOSING.slice(0, 5).map(([language, text]) => ({
    why: 'without confidences',
    language,
    text,
    speech: 0.5,
    confidence: undefined,
  })),
  ...FLIPS.flatMap(([language, text]) => [
    { why: 'in another script', language, text, speech: 0.9, confidence: 0.5 },
    { why: 'guessed', language, text, speech: 0.9, confidence: 0.1 },
  ]),
];

describe('invented phrases', () => {
  it.each(table)('$text ($why) is dropped', ({ language, text, speech, confidence }) => {
    expect(isInvented({ words: spoken(text, confidence), language, speech })).toBe(true);
  });

  it.each(LOOPS)('“%s” in a loop is kept at most once', (text) => {
    const { words } = removeLoops(spoken(Array.from({ length: 12 }, () => text).join(' '), 0.9), 20);
    expect(words.length).toBeLessThanOrEqual(text.split(' ').length);
  });

  it.each([
    ['en', 'Thank you.', 0.95, 0.9],
    ['en', 'Thanks for watching the children while I was away.', 0.6, 0.5],
    ['de', 'Vielen Dank.', 0.9, 0.8],
    ['ru', 'Это было давно.', 0.9, 0.5],
    ['en', 'The word is Спасибо in Russian.', 0.9, 0.5],
    [null, 'Ευχαριστώ πολύ', 0.9, 0.5],
  ] as const)('%s: “%s” is kept when the audio supports it', (language, text, speech, confidence) => {
    expect(isInvented({ words: spoken(text, confidence), language, speech })).toBe(false);
  });
});
