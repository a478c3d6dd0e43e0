import type { Picture } from '../../test/fixtures/media-spec.ts';
import { blend, solid, withBox } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { textPicture } from '../../test/fixtures/text.ts';
import { between, type ShotClip, shotPictures, videoOf } from './shot-clips.ts';
import { HEIGHT, look, makeWorld, toned, WIDTH } from './views.ts';

const RATE = 30;
const COUNT = 180;
type Random = () => number;

/** Single shots with a lot of change and no cuts. */
export async function calmClips(seed: number): Promise<ShotClip[]> {
  const clips: ShotClip[] = [];
  for (const [index, [name, make]] of Object.entries(KINDS).entries()) {
    const random = seededRandom(seed * 100 + index);
    const pictures = await make(random);
    clips.push({ name, truth: [], video: videoOf(pictures, RATE, name === 'keyframe pumping' ? 10 : 90, crfOf(name)) });
  }
  return clips;
}

const crfOf = (name: string): number => (name === 'keyframe pumping' ? 44 : 26);
const scene = (random: Random): Picture[] => shotPictures(random, COUNT, 1);
const WHITE = solid(WIDTH, HEIGHT, [255, 255, 255]);
const BLACK = solid(WIDTH, HEIGHT, [0, 0, 0]);

const KINDS: Record<string, (random: Random) => Picture[] | Promise<Picture[]>> = {
  flashes: (random) => {
    const strength = Array.from({ length: COUNT }, () => 0);
    for (let at = 10; at < COUNT - 8; at += Math.round(between(random, 12, 40))) {
      [1, 0.9, 0.5, 0.25].forEach((level, i) => {
        strength[at + i] = level;
      });
    }
    return scene(random).map((picture, i) => blend(picture, WHITE, strength[i]!));
  },
  flicker: (random) => scene(random).map((picture, i) => toned(picture, (v) => v * (1 + 0.35 * Math.sin(i * 2.1)))),
  strobe: (random) => scene(random).map((picture, i) => (i > 30 && i % 6 < 2 ? BLACK : picture)),
  lamps: (random) => {
    let gain = 1;
    return scene(random).map((picture) => {
      if (random() < 0.05) gain = between(random, 0.3, 1.2);
      const now = gain;
      return toned(picture, (v) => v * now);
    });
  },
  shake: (random) => path(random, () => ({ x: between(random, -0.02, 0.02), y: between(random, -0.02, 0.02) })),
  'whip pans': (random) => {
    let [from, to] = [0.25, 0.25];
    return path(random, (i) => {
      if (i % 30 === 0) [from, to] = [to, between(random, 0.2, 0.8)];
      return { x: from - 0.5 + (to - from) * Math.min(1, (i % 30) / 8), y: 0 };
    });
  },
  zooms: (random) =>
    path(random, (i) => ({
      zoom: 1.3 ** (Math.min(12, i % 36) * ((i / 36) % 2 < 1 ? 0.4 : -0.4) + ((i / 36) % 2 < 1 ? 0 : 4.8)),
    })),
  panels: (random) => popping(random, () => solid(WIDTH, HEIGHT, [between(random, 0, 255), 60, 200])),
  pictures: (random) => popping(random, () => shotPictures(random, 1, 1)[0]!),
  text: async (random) => {
    const titles = await Promise.all(
      ['BREAKING', 'A second line', 'THE END'].map((t) => textPicture(WIDTH, HEIGHT, t)),
    );
    return scene(random).map((picture, i) => {
      const title = i % 45 < 20 ? undefined : titles[Math.floor(i / 45) % 3];
      return title ? { ...picture, rgb: picture.rgb.map((v, k) => Math.max(v, title.rgb[k]!)) } : picture;
    });
  },
  'passing object': (random) =>
    scene(random).map((picture, i) => {
      const box = { x: ((i % 60) - 20) * 14, y: 10, width: 230, height: 170 };
      return withBox(picture, box, [180, 90, 40]);
    }),
  'keyframe pumping': scene,
  'fade in and out': (random) =>
    scene(random).map((picture, i) => blend(BLACK, picture, Math.min(1, i / 25, (COUNT - 1 - i) / 25))),
};

/** A camera whose position (shares of the world, from its middle) and zoom are given for every frame. */
function path(random: Random, at: (index: number) => { x?: number; y?: number; zoom?: number }): Picture[] {
  const world = makeWorld(Math.floor(random() * 1e9));
  return Array.from({ length: COUNT }, (_, i) => {
    const { x = 0, y = 0, zoom = 1 } = at(i);
    return look(world, { x: 0.5 + x, y: 0.5 + y, zoom });
  });
}

/** Panels of up to half the frame that appear and disappear abruptly. */
function popping(random: Random, panel: () => Picture): Picture[] {
  const base = shotPictures(random, 1, 0)[0]!;
  let shown: { x: number; y: number; width: number; height: number; picture: Picture } | undefined;
  return Array.from({ length: COUNT }, (_, i) => {
    if (i % 20 === 19) {
      const [width, height] = [between(random, 60, 220), between(random, 40, 130)];
      const [x, y] = [between(random, 0, WIDTH - width), between(random, 0, HEIGHT - height)];
      shown = shown ? undefined : { x, y, width, height, picture: panel() };
    }
    return shown ? overlaid(base, shown.picture, shown) : base;
  });
}

function overlaid(
  under: Picture,
  over: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Picture {
  const rgb = under.rgb.slice();
  for (let row = Math.floor(y); row < y + height && row < HEIGHT; row++) {
    const from = (row * WIDTH + Math.floor(x)) * 3;
    rgb.set(over.rgb.subarray(from, from + Math.floor(width) * 3), from);
  }
  return { ...under, rgb };
}
