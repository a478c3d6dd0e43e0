import type { LineSighting } from '../../../../src/modules/ocr/text-line.ts';

/** Width of a character in fractions of the frame; the line is 0.05 high. */
const PITCH = 0.014;
const STILL_SECONDS = 0.5;

export interface RunningText {
  text: string;
  /** Frame widths per second, to the left; to the right if negative. */
  speed: number;
  seconds: number;
  left?: number;
  right?: number;
  /** Changes what is read in a look; characters that become empty are not read. */
  misread?(characters: readonly string[], look: number): string[];
}

/** Lines of a look every half second at text of equally wide characters that enters a strip from the side. */
export function* looksAt({ text, speed, seconds, left = 0, right = 1, misread }: RunningText) {
  const characters = [...text];
  for (let look = 0; look * STILL_SECONDS < seconds; look++) {
    const moved = look * STILL_SECONDS * speed;
    const centerOf = (i: number) => (speed > 0 ? right - moved + (i + 0.5) * PITCH : left - moved - (i + 0.5) * PITCH);
    const shown = characters.map((character, i) => ({ character, x: centerOf(i) }));
    const visible = shown.filter(({ x }) => x > left + PITCH / 2 && x < right - PITCH / 2);
    const first = visible.findIndex(({ character }) => character !== ' ');
    const last = visible.findLastIndex(({ character }) => character !== ' ');
    const inked = visible.slice(Math.max(0, first), last + 1);
    yield { time: look * STILL_SECONDS, lines: inked.length > 0 ? [lineOf(inked, look, misread)] : [] };
  }
}

function lineOf(
  inked: { character: string; x: number }[],
  look: number,
  misread: RunningText['misread'],
): LineSighting {
  const xs = inked.map(({ x }) => x);
  const [from, to] = [Math.min(...xs) - PITCH / 2, Math.max(...xs) + PITCH / 2];
  const box = { x: from, y: 0.9, width: to - from, height: 0.05 };
  const shown = inked.map(({ character }) => character);
  const characters = misread?.(shown, look) ?? shown;
  const kept = characters.map((character, i) => ({ character, x: xs[i]! })).filter(({ character }) => character !== '');
  return {
    reading: {
      text: kept.map(({ character }) => character).join(''),
      confidence: 0.97,
      characters: kept.map(() => 0.97),
      positions: kept.map(({ x }) => (x - from) / (to - from)),
    },
    box,
  };
}

/** A line that stands still. */
export function standingLine(text: string, x: number, width: number, y = 0.9): LineSighting {
  const characters = [...text].map(() => 0.97);
  const positions = characters.map((_, i) => (i + 0.5) / characters.length);
  return { reading: { text, confidence: 0.97, characters, positions }, box: { x, y, width, height: 0.05 } };
}
