/** Text recognized in one line. */
export interface Reading {
  text: string;
  /** Mean probability of the characters, 0..1; 0 for empty text. */
  confidence: number;
  /** Probability of each character of `text` (one per code point). */
  characters: number[];
}

const BLANK = 0;

/**
 * Minimum space probability between two characters for a space, even where the blank class is more likely, which is frequent in
 * Latin text with PP-OCRv4's Chinese and English model. Determined with bench/text.ts.
 */
const SPACE_PROBABILITY = 0.05;

/**
 * Greedy CTC decoding (Graves et al. 2006): takes the most likely class of each step, merges repeats, and drops blanks.
 * @param probabilities `steps * (alphabet.length + 1)`, softmaxed; class 0 is the blank, class i is `alphabet[i - 1]`, and the
 *   last class is the space
 */
export function decodeCtc(probabilities: Float32Array, steps: number, alphabet: readonly string[]): Reading {
  const classes = alphabet.length + 1;
  const spaceClass = classes - 1;
  const texts: string[] = [];
  const characters: number[] = [];
  let previous = BLANK;
  let gapSpace = 0;
  for (let step = 0; step < steps; step++) {
    const offset = step * classes;
    let best = BLANK;
    let probability = probabilities[offset]!;
    for (let i = 1; i < classes; i++) {
      const p = probabilities[offset + i]!;
      if (p > probability) {
        probability = p;
        best = i;
      }
    }
    gapSpace = Math.max(gapSpace, probabilities[offset + spaceClass]!);
    if (best !== BLANK && best !== spaceClass) {
      if (best === previous) {
        characters[characters.length - 1] = Math.max(characters.at(-1)!, probability);
      } else {
        if (texts.length > 0 && gapSpace >= SPACE_PROBABILITY) {
          texts.push(' ');
          characters.push(gapSpace);
        }
        texts.push(alphabet[best - 1]!);
        characters.push(probability);
      }
      gapSpace = 0;
    }
    previous = best;
  }
  const letters = characters.filter((_, i) => texts[i] !== ' ');
  const confidence = letters.length > 0 ? letters.reduce((sum, p) => sum + p, 0) / letters.length : 0;
  return { text: texts.join(''), confidence, characters };
}
