import type { Picture, VideoSpec } from '../../test/fixtures/media-spec.ts';
import { blend, solid, withGrain } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { type Camera, HEIGHT, look, makeWorld, toned, WIDTH } from './views.ts';

/** A generated clip with its shot changes; start and end in seconds, equal for a cut. */
export interface ShotClip {
  name: string;
  video: VideoSpec;
  truth: { start: number; end: number }[];
}

type Random = () => number;
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

const TREATMENTS = ['plain', 'grain', 'low contrast', 'dark', 'fast pans', 'short shots'] as const;
const RATES = [24, 25, 30, 50];

/** Hard cuts, with I-frames every 12, 60, or 500 frames, independent of the cuts. */
export function cutClips(seed: number): ShotClip[] {
  return TREATMENTS.map((treatment, index) => {
    const random = seededRandom(seed * 100 + index);
    const rate = RATES[Math.floor(random() * RATES.length)]!;
    const pictures: Picture[] = [];
    const truth: ShotClip['truth'] = [];
    for (let shot = 0; shot < 14; shot++) {
      if (shot > 0) truth.push({ start: pictures.length / rate, end: pictures.length / rate });
      const seconds = treatment === 'short shots' ? 0.5 : between(random, 0.5, 1.6);
      pictures.push(...shotPictures(random, Math.round(seconds * rate), treatment === 'fast pans' ? 6 : 1));
    }
    const gop = [12, 60, 500][index % 3]!;
    return { name: treatment, truth, video: videoOf(treat(pictures, treatment, random), rate, gop) };
  });
}

/** Dissolves and fades through black and through white of 0.4 to 1.6 s between moving shots. */
export function gradualClips(seed: number): ShotClip[] {
  return (['dissolve', 'black', 'white', 'dissolve', 'mixed'] as const).map((kind, index) => {
    const random = seededRandom(seed * 100 + 50 + index);
    const rate = RATES[Math.floor(random() * RATES.length)]!;
    let pictures = shotPictures(random, Math.round(between(random, 1, 2) * rate), 1);
    const truth: ShotClip['truth'] = [];
    for (let shot = 0; shot < 6; shot++) {
      const length = Math.round(between(random, 0.4, 1.6) * rate);
      const next = shotPictures(random, length + Math.round(between(random, 0.9, 2) * rate), 1);
      const tail = pictures.slice(-Math.min(length, Math.floor(pictures.length / 2)));
      const start = pictures.length - tail.length;
      truth.push({ start: start / rate, end: (start + tail.length) / rate });
      const through = kind === 'mixed' ? (['dissolve', 'black', 'white'] as const)[shot % 3]! : kind;
      const middle = tail.map((from, i) => transition(from, next[i]!, (i + 1) / (tail.length + 1), through));
      pictures = [...pictures.slice(0, start), ...middle, ...next.slice(tail.length)];
    }
    return { name: kind, truth, video: videoOf(pictures, rate, 250) };
  });
}

function transition(from: Picture, to: Picture, amount: number, through: 'dissolve' | 'black' | 'white'): Picture {
  if (through === 'dissolve') return blend(from, to, amount);
  const plain = solid(WIDTH, HEIGHT, through === 'black' ? [0, 0, 0] : [255, 255, 255]);
  return amount < 0.5 ? blend(from, plain, amount * 2) : blend(plain, to, amount * 2 - 1);
}

/** One shot over its own scenery; `speed` 1 crosses about a tenth of it per second. */
export function shotPictures(random: Random, count: number, speed: number): Picture[] {
  const world = makeWorld(Math.floor(random() * 1e9));
  const from: Camera = {
    x: between(random, 0.3, 0.7),
    y: between(random, 0.3, 0.7),
    zoom: between(random, 0.6, 1.4),
  };
  const [dx, dy] = [between(random, -0.003, 0.003) * speed, between(random, -0.002, 0.002) * speed];
  const growth = 1 + between(random, -0.002, 0.002) * speed;
  return Array.from({ length: count }, (_, i) =>
    look(world, { x: from.x + dx * i, y: from.y + dy * i, zoom: from.zoom * growth ** i }),
  );
}

function treat(pictures: Picture[], treatment: (typeof TREATMENTS)[number], random: Random): Picture[] {
  if (treatment === 'grain') return pictures.map((picture, i) => withGrain(picture, i, 30));
  if (treatment === 'low contrast') return pictures.map((picture) => toned(picture, (v) => 90 + v * 0.25));
  const gain = between(random, 0.15, 0.3);
  return treatment === 'dark' ? pictures.map((picture) => toned(picture, (v) => 8 + v * gain)) : pictures;
}

export function videoOf(pictures: Picture[], frameRate: number, gop: number, crf = 26): VideoSpec {
  return { width: WIDTH, height: HEIGHT, frameRate, pictures, gop, crf };
}
