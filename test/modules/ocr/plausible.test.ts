import { describe, expect, test } from 'vitest';
import { cleanReading, confidenceFloor } from '../../../src/modules/ocr/plausible.ts';

function reading(text: string, confidence = 0.95) {
  return { text, confidence, characters: [...text].map(() => confidence) };
}

describe('accepts ordinary text at an ordinary confidence', () => {
  for (const text of [
    'Quarterly Revenue Report',
    'NATO',
    'BBC',
    '$4.99',
    '12.5%',
    '1937',
    '0800 555 123',
    'www.example.org',
    'Zürich',
    '欢迎来到北京',
    '北京',
    'Привет мир',
    'iPhone 15',
    'McDonald’s',
    'COVID-19',
    'a@example.org',
    'Tür',
    '24/7',
  ]) {
    test(text, () => expect(confidenceFloor(text)).toBeLessThanOrEqual(0.95));
  }
});

describe('text that resembles a texture', () => {
  for (const text of ['|', '®', '---', 'a', 'I', 'IIIIII', 'ooooo', '~ /-', '']) {
    test(JSON.stringify(text), () => expect(confidenceFloor(text)).toBeGreaterThan(1));
  }
  for (const [odd, plain] of [
    ['xKqTz', 'Later'],
    ['m1sol', 'misol'],
    ['brtgh', 'bright'],
    ['/=a.b|+', 'about'],
  ] as const) {
    test(`${odd} requires more than ${plain}`, () => {
      expect(confidenceFloor(odd)).toBeGreaterThan(confidenceFloor(plain));
    });
  }
  test('requires more confidence the shorter the text', () => {
    expect(confidenceFloor('ab')).toBeGreaterThan(confidenceFloor('abe'));
    expect(confidenceFloor('abe')).toBeGreaterThan(confidenceFloor('able'));
  });
});

test('drops Chinese characters from Latin text, but not from Chinese text', () => {
  expect(cleanReading(reading('Annual 品Report')).text).toBe('Annual Report');
  expect(cleanReading(reading('iPhone 发布会在北京')).text).toBe('iPhone 发布会在北京');
});

test('trims stray marks at the edges, and excludes them from the confidence', () => {
  const raw = { text: '- Sales —', confidence: 0.6, characters: [0.1, 0.1, 1, 1, 1, 1, 1, 0.2, 0.1] };
  expect(cleanReading(raw)).toMatchObject({ text: 'Sales', confidence: 1 });
  expect(cleanReading(reading('Really?')).text).toBe('Really?');
  expect(cleanReading(reading('The end.')).text).toBe('The end.');
});

test('writes full-width punctuation of Latin text as ASCII, and keeps it in Chinese text', () => {
  expect(cleanReading(reading('for （let i＝0； i＜9）')).text).toBe('for (let i=0; i<9)');
  expect(cleanReading(reading('价格（含税）')).text).toBe('价格（含税）');
});

test.each([
  ['Doors 18∶30', 'Doors 18:30'],
  ['12∶05∶41', '12:05:41'],
  ['Hours、 Monday 9-5', 'Hours, Monday 9-5'],
  ['【LIVE】 Geneva', '[LIVE] Geneva'],
  ['Ticket ￥500 │ Hall B', 'Ticket ¥500 | Hall B'],
  ['Don′t miss it', 'Don’t miss it'],
  ['47°22′14″ N', '47°22′14″ N'],
  ['Her “Never again” – a memoir…', 'Her “Never again” – a memoir…'],
  ['会议 18∶30 开始', '会议 18∶30 开始'],
])('signs of Latin text: %s is %s', (read, text) => expect(cleanReading(reading(read)).text).toBe(text));
