import { dictionary } from '../../base/dictionary.ts';
import type { Reading } from './ctc.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Characters of Latin words, numbers, and what stands between their digits: these are written from left to right. */
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Nd}]/u;
const BETWEEN = /[ .,:/%+\-@_&'’]/;
const MIRRORED: Readonly<Record<string, string>> = dictionary({
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
});

/**
 * Brings a reading from the order in which a line is seen, from left to right, to the order in which it is read, if
 * most of its letters are Arabic or Hebrew ones. Latin words and numbers within it keep their order.
 */
export function inLogicalOrder(reading: Reading): Reading {
  const characters = [...reading.text];
  const letters = characters.filter((c) => /\p{L}/u.test(c));
  if (letters.filter((c) => RIGHT_TO_LEFT.test(c)).length <= letters.length / 2) return reading;
  const order: number[] = [];
  for (let end = characters.length; end > 0; ) {
    let start = end - 1;
    if (LEFT_TO_RIGHT.test(characters[start]!)) {
      // Everything up to the last character of the run that is written from left to right.
      for (let i = start - 1; i >= 0; i--) {
        if (LEFT_TO_RIGHT.test(characters[i]!)) start = i;
        else if (!BETWEEN.test(characters[i]!)) break;
      }
    }
    for (let i = start; i < end; i++) order.push(i);
    end = start;
  }
  return {
    ...reading,
    text: order.map((i) => MIRRORED[characters[i]!] ?? characters[i]!).join(''),
    characters: order.map((i) => reading.characters[i]!),
    ...(reading.positions && { positions: order.map((i) => reading.positions![i]!) }),
    ...(reading.lookalikes && { lookalikes: order.map((i) => reading.lookalikes![i]) }),
  };
}
