import { dictionary } from '../../../base/dictionary.ts';

/** Letters of the main recognizer beyond ASCII; it knows others only by their plain form, or drops them. */
const READABLE = new Set('ÓÜËÉàáèéìíòóùúäüāēīōūǐǒ');

/** Readings of the main recognizer in place of letters that no accent distinguishes from another one. */
const PLAIN: Readonly<Record<string, readonly string[]>> = dictionary({
  ß: ['B', 'ss', 'b', '8', 's'],
  æ: ['ae', 'a', 'e'],
  Æ: ['AE', 'Ae', 'A', 'E'],
  œ: ['oe', 'ce', 'o'],
  Œ: ['OE', 'Oe', 'CE', 'O'],
  ø: ['o', '0'],
  Ø: ['O', '0'],
  ł: ['l', 't', '1', 'I'],
  Ł: ['L', 't'],
  đ: ['d'],
  Đ: ['D'],
  ð: ['o', 'd'],
  Ð: ['D'],
  þ: ['p', 'b'],
  Þ: ['P', 'p'],
  ç: ['c', 'g'],
  Ç: ['C', 'G'],
  ı: ['i', 'l', '1'],
  İ: ['I', 'l'],
});

/** Characters that both recognizers confuse: the main one's stays. */
const CONFUSED = ['1lI|!', '0Oo', '\'’‘`´"“”', '-–—'];

const COST = { equal: 0, marked: 0.1, punctuation: 0.2, confused: 0.3, otherCase: 0.4, dropped: 1 };

/** A letter that is dropped for every three that are there is the most that a word loses. */
const LETTERS_PER_DROPPED = 3;

interface Path {
  cost: number;
  text: string;
  dropped: number;
}

/** Whether the bundled recognizer can write a letter. */
export function isReadable(letter: string): boolean {
  return READABLE.has(letter);
}

/** Whether a character is a letter with an accent, or another letter beyond a to z. */
export function isMarked(character: string): boolean {
  return /^[^\p{ASCII}]$/u.test(character) && /^\p{Script=Latin}$/u.test(character);
}

/**
 * Returns a word with the marked letters of another reading of it; undefined when the two have other letters or digits.
 * Only marked letters are taken over: case, digits, and punctuation stay.
 */
export function withMarks(word: string, other: string): string | undefined {
  const [base, second] = [[...word.normalize('NFC')], [...other.normalize('NFC')]];
  const known = new Map<number, Path | null>();
  const best = (i: number, j: number): Path | null => {
    if (i === base.length && j === second.length) return { cost: 0, text: '', dropped: 0 };
    const key = i * (second.length + 1) + j;
    const found = known.get(key);
    if (found !== undefined) return found;
    let path: Path | null = null;
    for (const step of stepsAt(base, second, i, j)) {
      const rest = best(i + step.base, j + step.second);
      if (!rest) continue;
      const cost = step.cost + rest.cost;
      const dropped = rest.dropped + (step.cost === COST.dropped ? 1 : 0);
      if (!path || cost < path.cost) path = { cost, text: step.text + rest.text, dropped };
    }
    known.set(key, path);
    return path;
  };
  const path = best(0, 0);
  const letters = second.filter(isWordCharacter).length;
  return path && path.dropped * LETTERS_PER_DROPPED <= letters + 1 ? path.text : undefined;
}

interface Step {
  base: number;
  second: number;
  text: string;
  cost: number;
}

/** Ways to explain the next characters of both readings. */
function stepsAt(base: readonly string[], second: readonly string[], i: number, j: number): Step[] {
  const [a, b] = [base[i], second[j]];
  const steps: Step[] = [];
  if (a !== undefined && !isWordCharacter(a)) steps.push({ base: 1, second: 0, text: a, cost: COST.punctuation });
  if (b !== undefined && !isWordCharacter(b)) steps.push({ base: 0, second: 1, text: '', cost: COST.punctuation });
  if (b !== undefined && isMarked(b) && !READABLE.has(b))
    steps.push({ base: 0, second: 1, text: b, cost: COST.dropped });
  if (a === undefined || b === undefined) return steps;
  if (a === b) return [{ base: 1, second: 1, text: a, cost: COST.equal }, ...steps];
  if (CONFUSED.some((group) => group.includes(a) && group.includes(b)))
    steps.push({ base: 1, second: 1, text: a, cost: COST.confused });
  if (!isMarked(b)) {
    if (plainOf(a) === b) steps.push({ base: 1, second: 1, text: a, cost: COST.marked });
    else if (plainOf(a).toLowerCase() === b.toLowerCase())
      steps.push({ base: 1, second: 1, text: a, cost: COST.otherCase });
    return steps;
  }
  // The main recognizer writes a question mark for some letters with their marks, alone or before the plain one.
  if (a === '?' && !second.includes('?')) {
    steps.push({ base: 1, second: 1, text: b, cost: COST.confused });
    const next = base[i + 1];
    if (next !== undefined && plainOf(next) === plainOf(b))
      steps.push({ base: 2, second: 1, text: b, cost: COST.marked });
  }
  // Within a word, a round letter with its mark looks like a six.
  if (a === '6' && /\p{L}/u.test(base[i - 1] ?? '') && plainOf(b) === 'o')
    steps.push({ base: 1, second: 1, text: b, cost: COST.confused });
  for (const plain of PLAIN[b] ?? [plainOf(b)]) {
    const part = base.slice(i, i + plain.length).join('');
    if (plainOf(part) === plain) steps.push({ base: plain.length, second: 1, text: b, cost: COST.marked });
    else if (plainOf(part).toLowerCase() === plain.toLowerCase())
      // A small letter that begins a word was read without its accent, so its case is not certain either.
      steps.push({ base: plain.length, second: 1, text: i > 0 ? inCaseOf(b, part) : b, cost: COST.otherCase });
  }
  return steps;
}

function inCaseOf(letter: string, model: string): string {
  return model === model.toLowerCase() ? letter.toLowerCase() : letter.toUpperCase();
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
