import type { Picture } from '../../test/fixtures/media-spec.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { between, type ShotClip, shotPictures, videoOf } from './shot-clips.ts';
import { HEIGHT, WIDTH } from './views.ts';

const RATES = [24, 25, 30, 50];
const SHOTS = 6;

/** Where a point of a frame comes from, as shares of the width and height. */
type Source = { from: 'old' | 'new'; x: number; y: number };
/** Composes a frame of a transition; `done` is 0..1. */
type Composition = (x: number, y: number, done: number) => Source;
/** Largest distance from the center of the frame, in widths of it. */
const CORNER = 0.58;

const old = (x: number, y: number): Source => ({ from: 'old', x, y });
const next = (x: number, y: number): Source => ({ from: 'new', x, y });
/** The same composition in one of four directions. */
const turned =
  (compose: Composition, turn: number): Composition =>
  (x, y, done) => {
    const flip = (u: number) => (turn % 2 === 1 ? 1 - u : u);
    const [u, v] = turn < 2 ? [flip(x), y] : [flip(y), x];
    const found = compose(u, v, done);
    return turn < 2 ? { ...found, x: flip(found.x) } : { ...found, x: found.y, y: flip(found.x) };
  };
const edge: Composition = (x, y, done) => (x < done ? next(x, y) : old(x, y));
const cover: Composition = (x, y, done) => (x < done ? next(x + 1 - done, y) : old(x, y));
const uncover: Composition = (x, y, done) => (x < done ? next(x, y) : old(x - done, y));
const push: Composition = (x, y, done) => (x < done ? next(x + 1 - done, y) : old(x - done, y));
const within = (is: boolean, x: number, y: number): Source => (is ? next(x, y) : old(x, y));
const angle = (x: number, y: number): number => Math.atan2(y - 0.5, x - 0.5) / (2 * Math.PI) + 0.5;

/** Kinds of transitions in which an edge or a frame moves. */
const KINDS: Record<string, (turn: number) => Composition> = {
  wipe: (turn) => turned(edge, turn),
  'diagonal wipe': (turn) => turned((x, y, done) => within((x + y) / 2 < done, x, y), turn),
  'barn doors': (turn) => turned((x, y, done) => within(Math.abs(x - 0.5) < done / 2, x, y), turn),
  'iris opens': () => (x, y, done) => within(Math.hypot(x - 0.5, (y - 0.5) * 0.5625) < done * CORNER, x, y),
  'iris closes': () => (x, y, done) => within(Math.hypot(x - 0.5, (y - 0.5) * 0.5625) > (1 - done) * CORNER, x, y),
  clock: () => (x, y, done) => within(angle(x, y) < done, x, y),
  slide: (turn) => turned(cover, turn),
  uncover: (turn) => turned(uncover, turn),
  push: (turn) => turned(push, turn),
};

/** Wipes, slides, pushes, and irises of 0.3 to 1.4 s between moving shots. */
export function wipeClips(seed: number): ShotClip[] {
  return Object.entries(KINDS).map(([name, kind], index) => {
    const random = seededRandom(seed * 100 + 30 + index);
    const rate = RATES[Math.floor(random() * RATES.length)]!;
    let pictures = shotPictures(random, Math.round(between(random, 1, 2) * rate), 1);
    const truth: ShotClip['truth'] = [];
    for (let shot = 1; shot < SHOTS; shot++) {
      const length = Math.round(between(random, 0.3, 1.4) * rate);
      const after = shotPictures(random, length + Math.round(between(random, 1, 2) * rate), 1);
      const compose = kind(Math.floor(random() * 4));
      const tail = pictures.slice(-Math.min(length, Math.floor(pictures.length / 2)));
      const start = pictures.length - tail.length;
      truth.push({ start: start / rate, end: (start + tail.length) / rate });
      const middle = tail.map((before, i) => composed(before, after[i]!, compose, (i + 1) / (tail.length + 1)));
      pictures = [...pictures.slice(0, start), ...middle, ...after.slice(tail.length)];
    }
    return { name, truth, video: videoOf(pictures, rate, 250) };
  });
}

function composed(before: Picture, after: Picture, compose: Composition, done: number): Picture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let row = 0, to = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++, to += 3) {
      const { from, x, y } = compose((column + 0.5) / WIDTH, (row + 0.5) / HEIGHT, done);
      const at = Math.min(HEIGHT - 1, Math.floor(y * HEIGHT)) * WIDTH + Math.min(WIDTH - 1, Math.floor(x * WIDTH));
      const source = from === 'old' ? before.rgb : after.rgb;
      rgb.set(source.subarray(at * 3, at * 3 + 3), to);
    }
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}
