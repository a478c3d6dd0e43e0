/** Text recognized in one line. */
export interface Reading {
  text: string;
  /** Mean probability of the characters, 0..1; 0 for empty text. */
  confidence: number;
  /** Probability of each character of `text` (one per code point). */
  characters: number[];
  /** Center of each character as a fraction of the line's width. */
  positions?: number[];
  /** Probability of each letter or digit that resembles a character, at that character. */
  lookalikes?: (Readonly<Record<string, number>> | undefined)[];
}

/** Letters and digits that are drawn alike. */
const LOOKALIKES = ['0Oo', '1Il', '5Ss', '8B', '2Zz', '6G', '9gq'];

const BLANK = 0;

/**
 * Minimum space probability between two characters for a space, even where the blank class is more likely, which is
 * frequent in Latin text with PP-OCRv4's Chinese and English model. Determined with bench/text.ts.
 */
const SPACE_PROBABILITY = 0.05;

/**
 * Greedy CTC decoding (Graves et al. 2006): takes the most likely class of each step, merges repeats, and drops blanks.
 * @param probabilities `steps * (alphabet.length + 1)`, softmaxed; class 0 is the blank, class i is `alphabet[i - 1]`,
 *   and the last class is the space
 */
export function decodeCtc(probabilities: Float32Array, steps: number, alphabet: readonly string[]): Reading {
  const classes = alphabet.length + 1;
  const spaceClass = classes - 1;
  const similar = similarClasses(alphabet);
  const texts: string[] = [];
  const characters: number[] = [];
  const positions: number[] = [];
  const lookalikes: Reading['lookalikes'] = [];
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
        if (probability > characters.at(-1)!) {
          characters[characters.length - 1] = probability;
          positions[positions.length - 1] = (step + 0.5) / steps;
          lookalikes[lookalikes.length - 1] = probabilitiesOf(similar.get(best), probabilities, offset, alphabet);
        }
      } else {
        if (texts.length > 0 && gapSpace >= SPACE_PROBABILITY) {
          texts.push(' ');
          characters.push(gapSpace);
          positions.push((positions.at(-1)! + (step + 0.5) / steps) / 2);
          lookalikes.push(undefined);
        }
        texts.push(alphabet[best - 1]!);
        characters.push(probability);
        positions.push((step + 0.5) / steps);
        lookalikes.push(probabilitiesOf(similar.get(best), probabilities, offset, alphabet));
      }
      gapSpace = 0;
    }
    previous = best;
  }
  const letters = characters.filter((_, i) => texts[i] !== ' ');
  const confidence = letters.length > 0 ? letters.reduce((sum, p) => sum + p, 0) / letters.length : 0;
  return { text: texts.join(''), confidence, characters, positions, lookalikes };
}

const similarByAlphabet = new WeakMap<readonly string[], Map<number, number[]>>();

/** Classes that resemble a class. */
function similarClasses(alphabet: readonly string[]): Map<number, number[]> {
  const known = similarByAlphabet.get(alphabet);
  if (known) return known;
  const classes = new Map<number, number[]>();
  for (const group of LOOKALIKES) {
    const members = [...group].map((character) => alphabet.indexOf(character) + 1).filter((index) => index > 0);
    for (const member of members)
      classes.set(
        member,
        members.filter((other) => other !== member),
      );
  }
  similarByAlphabet.set(alphabet, classes);
  return classes;
}

function probabilitiesOf(
  classes: readonly number[] | undefined,
  probabilities: Float32Array,
  offset: number,
  alphabet: readonly string[],
): Record<string, number> | undefined {
  if (!classes) return undefined;
  return Object.fromEntries(classes.map((index) => [alphabet[index - 1]!, probabilities[offset + index]!]));
}
