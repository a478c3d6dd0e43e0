import type { Script, WordReading } from '../../../models/accents/index.ts';
import type { Reading } from '../../../models/ocr/index.ts';

/** Scripts that put no space between words; the data of Tesseract has one after every character. */
const SPACELESS: readonly Script[] = ['Japanese'];
const RIGHT_TO_LEFT: readonly Script[] = ['Arabic', 'Hebrew'];
/**
 * Distance of two words from which there is a space between them, in line heights; the data often parts Korean
 * syllables.
 */
const MIN_SPACE = 0.08;
const MIN_KOREAN_SPACE = 0.2;
/** Letters that don't join the next one part Arabic words. */
const MIN_ARABIC_SPACE = 0.12;
/** Characters without width, which the data writes between Devanagari letters. */
const INVISIBLE = /[\u200b-\u200f]/g;
/** Breathings of ancient Greek, which the data confuses with the accents of today's. */
const BREATHINGS = /[\u0313\u0314\u0345]/g;

/**
 * Joins the words of a line in logical order: from right to left in Arabic and Hebrew, so that positions fall.
 * @param ratio width of the line divided by its height
 */
export function joinWords(words: readonly WordReading[], script: Script, ratio: number): Reading {
  const texts: string[] = [];
  const characters: number[] = [];
  const positions: number[] = [];
  const isReversed = RIGHT_TO_LEFT.includes(script);
  const space = spaceOf(script);
  let end: number | null = null;
  for (const { text, confidence, span = [0, 1] } of words) {
    const [near, far] = isReversed ? [span[1], span[0]] : span;
    const gap = end === null ? 0 : Math.abs(near - end) * ratio;
    if (end !== null && !SPACELESS.includes(script) && gap >= space) {
      texts.push(' ');
      characters.push(1);
      positions.push((end + near) / 2);
    }
    const letters = [...spelled(text, script)];
    for (const [i, letter] of letters.entries()) {
      texts.push(letter);
      characters.push(confidence);
      positions.push(near + ((far - near) * (i + 0.5)) / letters.length);
    }
    end = far;
  }
  const inked = characters.filter((_, i) => texts[i] !== ' ');
  const confidence = inked.reduce((sum, one) => sum + one, 0) / Math.max(1, inked.length);
  return { text: texts.join(''), confidence, characters, positions };
}

function spaceOf(script: Script): number {
  if (script === 'Korean') return MIN_KOREAN_SPACE;
  return script === 'Arabic' ? MIN_ARABIC_SPACE : MIN_SPACE;
}

function spelled(word: string, script: Script): string {
  const text = word.replace(INVISIBLE, '');
  if (script !== 'Greek') return text;
  // The article.
  return text === '0' ? 'Ο' : text.normalize('NFD').replace(BREATHINGS, '').normalize('NFC');
}
