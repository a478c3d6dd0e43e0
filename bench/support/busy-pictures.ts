import type { Picture } from '../../test/fixtures/media-spec.ts';
import { grain } from '../../test/fixtures/pictures.ts';
import { enlarge, makeWorld } from './views.ts';

/** Frames per second. */
export const BUSY_RATE = 25;

/** A camera moving over synthetic scenery with film grain, a new scene every `shot` seconds, at {@link BUSY_RATE}. */
export function* busyPictures(width: number, height: number, seconds: number, shot: number): Generator<Picture> {
  const noise = grain(width + 64, height, 5, 0, 14).rgb;
  const worlds = [1, 2, 3, 4].map((seed) => enlarge(makeWorld(seed), width + 256, height + 128));
  for (let index = 0; index < seconds * BUSY_RATE; index++) {
    const number = Math.floor(index / BUSY_RATE / shot);
    const world = worlds[number % worlds.length]!;
    const within = index - Math.ceil(number * shot * BUSY_RATE);
    const [left, top] = [Math.min(255, within * 2), Math.min(127, within)];
    const rgb = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y++) {
      const from = ((y + top) * world.width + left) * 3;
      const grainAt = (((y + index * 37) % height) * (width + 64) + (index % 64)) * 3;
      for (let i = 0, to = y * width * 3; i < width * 3; i++)
        rgb[to + i] = world.rgb[from + i]! * 0.9 + noise[grainAt + i]!;
    }
    yield { width, height, rgb };
  }
}
