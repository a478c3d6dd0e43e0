import { writeMedia } from '../../test/fixtures/media.ts';
import type { Picture, VideoSpec } from '../../test/fixtures/media-spec.ts';
import { grain } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { between } from './shot-clips.ts';
import { enlarge, makeWorld, type World } from './views.ts';

const [WIDTH, HEIGHT, RATE] = [1280, 720, 25];
/** Shots last from one to twenty seconds, four in the median. */
const [SHORTEST, LONGEST] = [1, 20];

/** Writes shots of known cuts in 720p as common encoders do; returns the cuts in seconds. */
export async function writePreviewClip(
  path: string,
  spec: { seconds: number; gop: number; keyFrames: NonNullable<VideoSpec['keyFrames']>; seed: number; crf?: number },
): Promise<number[]> {
  const random = seededRandom(spec.seed);
  const lengths: number[] = [];
  for (let left = spec.seconds * RATE; left > 0; ) {
    const wanted = Math.round(RATE * SHORTEST * (LONGEST / SHORTEST) ** random());
    const length = left - wanted < SHORTEST * RATE ? left : wanted;
    lengths.push(length);
    left -= length;
  }
  const { gop, keyFrames, crf = 23 } = spec;
  const pictures = shots(lengths, spec.seed);
  const video = { width: WIDTH, height: HEIGHT, frameRate: RATE, pictures, gop, keyFrames, bFrames: 3, crf };
  await writeMedia(path, { video });
  return lengths.slice(0, -1).map((_, i) => lengths.slice(0, i + 1).reduce((sum, length) => sum + length, 0) / RATE);
}

/** Pans, still cameras, and moving objects, a third of them with film grain. */
function* shots(lengths: readonly number[], seed: number): Generator<Picture> {
  const random = seededRandom(seed + 1);
  const noise = grain(WIDTH + 64, HEIGHT, 5, 0, 10).rgb;
  for (const length of lengths) {
    const world = enlarge(makeWorld(Math.floor(random() * 1e9)), WIDTH + 256, HEIGHT + 128);
    const [dx, dy] = random() < 0.4 ? [0, 0] : [between(random, -2, 2), between(random, -1, 1)];
    const hasGrain = random() < 0.33;
    const object = { speed: between(random, -4, 4), side: Math.round(between(random, 60, 260)) };
    for (let i = 0; i < length; i++) {
      yield picture(world, { left: 128 + dx * i, top: 64 + dy * i }, object, i, hasGrain ? noise : undefined);
    }
  }
}

function picture(
  world: World,
  camera: { left: number; top: number },
  object: { speed: number; side: number },
  index: number,
  noise: Uint8Array | undefined,
): Picture {
  const left = Math.round(Math.min(255, Math.max(0, camera.left)));
  const top = Math.round(Math.min(127, Math.max(0, camera.top)));
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    const from = ((y + top) * world.width + left) * 3;
    rgb.set(world.rgb.subarray(from, from + WIDTH * 3), y * WIDTH * 3);
    if (!noise) continue;
    const at = (((y + index * 37) % HEIGHT) * (WIDTH + 64) + (index % 64)) * 3;
    for (let i = 0, to = y * WIDTH * 3; i < WIDTH * 3; i++)
      rgb[to + i] = Math.min(255, rgb[to + i]! * 0.95 + noise[at + i]!);
  }
  const x = (((500 + object.speed * index) % WIDTH) + WIDTH) % WIDTH;
  const right = Math.min(WIDTH, Math.round(x) + object.side);
  for (let y = 200; y < 200 + object.side; y++) rgb.fill(230, (y * WIDTH + Math.round(x)) * 3, (y * WIDTH + right) * 3);
  return { width: WIDTH, height: HEIGHT, rgb };
}
