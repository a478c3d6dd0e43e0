import { expect, test } from 'vitest';
import { withMarks } from '../../../../src/modules/ocr/accents/marked-letters.ts';

test.each([
  ['Zurich', 'Zürich', 'Zürich'],
  ['BahnhofstraBe', 'Bahnhofstraße', 'Bahnhofstraße'],
  ['Bahnhofstrae', 'Bahnhofstraße', 'Bahnhofstraße'],
  ['Blabarsyltetoy', 'Blåbærsyltetøy', 'Blåbærsyltetøy'],
  ['AEro,', 'Ærø', 'Ærø,'],
  ['ogretmen', 'Öğretmen', 'Öğretmen'],
  ['saatä', 'säätä', 'säätä'],
  ["1'hopital", 'l’hôpital', "1'hôpital"],
  ['erosod6', 'erősödő', 'erősödő'],
  ['er?osod?o', 'erősödő', 'erősödő'],
  ['Gy?r', 'Győr', 'Győr'],
  ['es?', 'eső', 'eső'],
  ['J6', 'Jó', 'Jó'],
  ['Frangais,', 'Français,', 'Français,'],
  ['gargon', 'garçon', 'garçon'],
])('takes the marked letters of another reading: %s, %s', (word, other, expected) => {
  expect(withMarks(word, other)).toBe(expected);
});

test.each([
  ['cafe', 'cafe', 'cafe'],
  ['1O5', '105', '1O5'],
  ['café', 'cafe', 'café'],
  ['hello', 'HELLO', 'hello'],
  ['What?', 'What?', 'What?'],
  ['Wer?', 'Wér?', 'Wér?'],
])('keeps case, digits, and its own accents: %s, %s', (word, other, expected) => {
  expect(withMarks(word, other)).toBe(expected);
});

test.each([
  ['keszileket', 'készüléket'],
  ['2024', '2025'],
  ['London', 'Lindön'],
  ['A6', 'A5'],
  ['a', 'äöß'],
])('refuses a reading with other letters or digits: %s, %s', (word, other) => {
  expect(withMarks(word, other)).toBeUndefined();
});
