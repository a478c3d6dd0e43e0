import { dictionary } from '../../base/dictionary.ts';
import { editDistance } from '../../base/edit-distance.ts';
import { foldLetters } from '../../base/text-fold.ts';

/** 1 = the same letters, 0 = nothing alike. Spacing, punctuation and case don't count. */
export function similarity(a: string, b: string): number {
  const [left, right] = [foldLetters(a), foldLetters(b)];
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 1 : 1 - editDistance(left, right) / longest;
}

/** How much of `part` occurs in a row somewhere in `whole`, 0..1 (Sellers' alignment: leaving `whole` over is free). */
export function containment(part: string, whole: string): number {
  const [needle, hay] = [foldLetters(part), foldLetters(whole)];
  if (needle.length === 0) return 1;
  let row = new Array<number>(hay.length + 1).fill(0);
  for (let i = 1; i <= needle.length; i++) {
    const next = [i];
    for (let j = 1; j <= hay.length; j++) {
      const replaced = row[j - 1]! + (needle[i - 1] === hay[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return 1 - Math.min(...row) / needle.length;
}

const LOOKALIKES: Record<string, string> = dictionary({ o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' });

/** Text in which letters that pass for digits are those digits, so that `1O0` and `100` are one number. */
function foldDigits(text: string): string {
  return foldLetters(text).replace(/[oqilzsb]/g, (letter) => LOOKALIKES[letter]!);
}

/**
 * Whether two similar readings state different numbers (`$199` and `$299`, `Chapter 1` and `Chapter 2`): then they
 * are two texts, however near. A digit that is read as a letter alike is no difference.
 */
export function numbersDiffer(a: string, b: string): boolean {
  if (!/\d/.test(a) || !/\d/.test(b) || foldDigits(a) === foldDigits(b)) return false;
  return (a.match(/\d/g) ?? []).join('') !== (b.match(/\d/g) ?? []).join('');
}

/** Whether `longer` is `shorter` with more text after it, as when a title is being typed or wiped in. */
export function isExtension(shorter: string, longer: string): boolean {
  const [start, whole] = [foldLetters(shorter), foldLetters(longer)];
  if (start.length < 3 || whole.length <= start.length || !whole.startsWith(start)) return false;
  // `1` does not grow into `10`.
  return !(/\d$/.test(start) && /\d/.test(whole[start.length]!));
}

/**
 * Whether two readings are one clock or time code at two instants: alike but for their digits, `12:30:05` and
 * `12:30:06`.
 */
export function sameClock(a: string, b: string): boolean {
  const pattern = (text: string) => text.replace(/\s/g, '').replace(/[\dOolI]/g, '#');
  return a !== b && /\d[:. ]\d\d/.test(a) && /\d[:. ]\d\d/.test(b) && pattern(a) === pattern(b);
}
