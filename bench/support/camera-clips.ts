import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { CameraMotion } from '../../src/contract/analysis/camera.ts';
import type { Picture, VideoSpec } from '../../test/fixtures/media-spec.ts';
import { withGrain } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { between, videoOf } from './shot-clips.ts';
import { HEIGHT, look, toned, WIDTH, type World } from './views.ts';

/** Single shot of a photo with the movements of its camera: `pan left`, `zoom in`, `static`, … */
export interface CameraClip {
  name: string;
  video: VideoSpec;
  truth: ReadonlySet<string>;
}

type Random = () => number;
/** Center of the view in shares of the photo, and its zoom. */
interface View {
  x: number;
  y: number;
  zoom: number;
}
/**
 * Camera of a clip, by the share of its time that has passed and by seconds; what is drawn on a frame; what it is
 * called.
 */
interface Scenario {
  view(share: number, seconds: number): Partial<View>;
  draw?(picture: Picture, seconds: number): Picture;
  truth: string[];
}

const RATES = [24, 25, 30];
/** Photos that thresholds were chosen with, and others. */
export const TUNING = { isHeldOut: false, seeds: [1, 2] };
export const HELD_OUT = { isHeldOut: true, seeds: [11, 12, 13] };

/** Photos as worlds, a little wider than three views. */
async function photosOf(folder: string, isHeldOut: boolean): Promise<World[]> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .sort()
    .filter((_, i) => (i % 2 === 1) === isHeldOut);
  return Promise.all(
    files.map(async (file) => {
      const image = sharp(join(folder, file)).rotate().resize(960, 720, { fit: 'cover' }).removeAlpha().raw();
      const { data, info } = await image.toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
    }),
  );
}

/** Clips of all kinds of camera work, one of each for every photo and seed. */
export async function* cameraClips(
  folder: string,
  { isHeldOut, seeds }: { isHeldOut: boolean; seeds: readonly number[] },
): AsyncGenerator<CameraClip> {
  const photos = await photosOf(folder, isHeldOut);
  for (const seed of seeds) {
    for (const [i, photo] of photos.entries()) {
      for (const [k, [name, make]] of Object.entries(SCENARIOS).entries()) {
        const random = seededRandom(seed * 10_000 + i * 100 + k);
        const scenario = make(random, photos[(i + 1) % photos.length]!);
        const rate = RATES[Math.floor(random() * RATES.length)]!;
        const seconds = between(random, 2.5, 4.5);
        const start = {
          x: between(random, 0.47, 0.53),
          y: between(random, 0.47, 0.53),
          zoom: between(random, 0.8, 1.1),
        };
        const treat = TREATMENTS[Math.floor(random() * TREATMENTS.length)]!;
        const pictures = Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
          const view = { ...start, ...scenario.view(index / rate / seconds, index / rate) };
          const picture = look(photo, { ...view, x: view.x, y: view.y });
          return treat(scenario.draw?.(picture, index / rate) ?? picture, index, random);
        });
        const crf = [20, 26, 32][Math.floor(random() * 3)]!;
        yield { name, truth: new Set(scenario.truth), video: videoOf(pictures, rate, 60, crf) };
      }
    }
  }
}

const TREATMENTS: ((picture: Picture, index: number, random: Random) => Picture)[] = [
  (picture) => picture,
  (picture) => picture,
  (picture, index) => withGrain(picture, index, 16),
  (picture) => toned(picture, (v) => 12 + v * 0.3),
  (picture, index) => toned(picture, (v) => v * (1 + 0.06 * Math.sin(index * 0.7))),
];

const smooth = (share: number) => share * share * (3 - 2 * share);

/** A move at even or eased speed. */
function pace(random: Random): (share: number) => number {
  return random() < 0.5 ? (share) => share : smooth;
}

function turn(random: Random, axis: 'x' | 'y', sign: 1 | -1): Scenario {
  const at = pace(random);
  const reach = between(random, 0.06, 0.3);
  const other = between(random, -0.15, 0.15) * reach;
  return {
    view: (share) => {
      const along = 0.5 + sign * reach * (at(share) - 0.5);
      const across = 0.5 + other * share;
      return axis === 'x' ? { x: along, y: across } : { x: across, y: along };
    },
    truth: [axis === 'x' ? `pan ${sign > 0 ? 'right' : 'left'}` : `tilt ${sign > 0 ? 'down' : 'up'}`],
  };
}

function zoom(random: Random, sign: 1 | -1): Scenario {
  const at = pace(random);
  const factor = between(random, 1.15, 1.8);
  return {
    view: (share) => ({ zoom: factor ** (sign > 0 ? at(share) : 1 - at(share)) * 0.8 }),
    truth: [`zoom ${sign > 0 ? 'in' : 'out'}`],
  };
}

/** Hands: a sway of a second or two and a tremor of several hertz, in shares of the photo. */
function shake(random: Random): (seconds: number) => { x: number; y: number } {
  const strength = between(random, 0.6, 2);
  const waves = Array.from({ length: 10 }, (_, i) => {
    const frequency = between(random, i < 4 ? 0.4 : 1.5, i < 4 ? 1.5 : 7);
    return {
      frequency,
      phase: between(random, 0, 7),
      size: (0.003 / (1 + frequency / 4)) * strength,
      isAcross: i % 2 === 0,
    };
  });
  return (seconds) => {
    const sum = { x: 0, y: 0 };
    for (const { frequency, phase, size, isAcross } of waves)
      sum[isAcross ? 'x' : 'y'] += size * Math.sin(2 * Math.PI * frequency * seconds + phase);
    return sum;
  };
}

/** A part of another photo that crosses the frame, as a person or a car would. */
function passing(random: Random, other: World): (picture: Picture, seconds: number) => Picture {
  const [width, height] = [Math.round(between(random, 40, 120)), Math.round(between(random, 50, 130))];
  const [speed, from, top] = [between(random, 40, 160), between(random, -60, 120), Math.round(between(random, 10, 45))];
  const sign = random() < 0.5 ? 1 : -1;
  return (picture, seconds) => {
    const rgb = picture.rgb.slice();
    const left = Math.round(sign > 0 ? from + speed * seconds : WIDTH - width - from - speed * seconds);
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y++)
      for (let x = Math.max(0, left); x < Math.min(WIDTH, left + width); x++) {
        // An ellipse, since few things are rectangles.
        if (((x - left) / width - 0.5) ** 2 + ((y - top) / height - 0.5) ** 2 > 0.25) continue;
        const at = ((y - top + 200) * other.width + (x - left + 300)) * 3;
        rgb.set(other.rgb.subarray(at, at + 3), (y * WIDTH + x) * 3);
      }
    return { ...picture, rgb };
  };
}

const still = { view: () => ({}) };

const SCENARIOS: Readonly<Record<string, (random: Random, other: World) => Scenario>> = {
  static: () => ({ ...still, truth: ['static'] }),
  'static, something passes': (random, other) => ({ ...still, draw: passing(random, other), truth: ['static'] }),
  'static, two things pass': (random, other) => {
    const [one, two] = [passing(random, other), passing(random, other)];
    return { ...still, draw: (picture, seconds) => two(one(picture, seconds), seconds), truth: ['static'] };
  },
  'pan left': (random) => turn(random, 'x', -1),
  'pan right': (random) => turn(random, 'x', 1),
  'tilt up': (random) => turn(random, 'y', -1),
  'tilt down': (random) => turn(random, 'y', 1),
  'zoom in': (random) => zoom(random, 1),
  'zoom out': (random) => zoom(random, -1),
  'pan, something passes': (random, other) => ({ ...turn(random, 'x', 1), draw: passing(random, other) }),
  'zoom, something passes': (random, other) => ({ ...zoom(random, 1), draw: passing(random, other) }),
  'rest, then pan': (random) => {
    const pan = turn(random, 'x', -1);
    return { ...pan, view: (share) => pan.view(Math.max(0, share - 0.5) * 2, 0) };
  },
  'pan, then tilt': (random) => {
    const [pan, tilt] = [turn(random, 'x', 1), turn(random, 'y', -1)];
    const [first, end, second] = [pan.view(0, 0), pan.view(1, 0), tilt.view(0, 0)];
    return {
      view: (share) => {
        if (share < 0.5) return pan.view(share * 2, 0);
        const now = tilt.view(share * 2 - 1, 0);
        return { x: end.x! + now.x! - second.x!, y: end.y! + now.y! - second.y! + 0 * first.y! };
      },
      truth: [...pan.truth, ...tilt.truth],
    };
  },
  handheld: (random) => {
    const hands = shake(random);
    return {
      view: (_, seconds) => ({ x: 0.5 + hands(seconds).x, y: 0.5 + hands(seconds).y }),
      truth: ['handheld'],
    };
  },
  'handheld, something passes': (random, other) => {
    const hands = shake(random);
    return {
      view: (_, seconds) => ({ x: 0.5 + hands(seconds).x, y: 0.5 + hands(seconds).y }),
      draw: passing(random, other),
      truth: ['handheld'],
    };
  },
  'handheld pan': (random) => {
    const [hands, pan] = [shake(random), turn(random, 'x', -1)];
    return {
      view: (share, seconds) => {
        const { x, y } = hands(seconds);
        const view = pan.view(share, seconds);
        return { x: view.x! + x, y: view.y! + y };
      },
      truth: ['handheld', 'pan left'],
    };
  },
  'no camera: everything moves': (random, other) => {
    const all = Array.from({ length: 14 }, () => passing(random, other));
    return { ...still, draw: (picture, seconds) => all.reduce((now, one) => one(now, seconds), picture), truth: [] };
  },
  'no camera: one color': () => ({ ...still, draw: (picture) => toned(picture, () => 90), truth: [] }),
};

/** Class of a label. */
export const classOf = (label: string) => label.split(' ')[0] as CameraMotion;
