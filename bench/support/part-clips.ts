import type { Picture } from '../../test/fixtures/media-spec.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { type ShotClip, shotPictures, videoOf } from './shot-clips.ts';
import { HEIGHT, WIDTH } from './views.ts';

const RATE = 30;
/** Frames of a shot that fills a part of the picture. */
const SHOT = 30;
const SHOTS = 10;
type Random = () => number;

/** Part of the picture, as fractions of it. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PARTS: Record<string, Part> = {
  'left half': { x: 0, y: 0, width: 0.5, height: 1 },
  'right half': { x: 0.5, y: 0, width: 0.5, height: 1 },
  'in a frame': { x: 0.18, y: 0.12, width: 0.64, height: 0.66 },
  'over a bar': { x: 0, y: 0, width: 1, height: 0.8 },
  inset: { x: 0.45, y: 0.4, width: 0.5, height: 0.55 },
};

/** Cuts of footage in a part of the picture, beside something static and beside other footage. */
export function partClips(seed: number): ShotClip[] {
  return Object.entries(PARTS).flatMap(([name, part], index) =>
    (['static', 'moving'] as const).map((rest, other) => {
      const random = seededRandom(seed * 100 + 70 + 2 * index + other);
      const footage = Array.from({ length: SHOTS }, () => shotPictures(random, SHOT, 1)).flat();
      const around = surroundings(random, rest === 'moving');
      const pictures = footage.map((picture, i) => inset(around[i]!, picture, part));
      const truth = Array.from({ length: SHOTS - 1 }, (_, i) => ({
        start: (i + 1) * (SHOT / RATE),
        end: (i + 1) * (SHOT / RATE),
      }));
      return { name: `${name}, ${rest} around`, truth, video: videoOf(pictures, RATE, 60) };
    }),
  );
}

/** Footage that appears in a part of the picture, and leaves it: no cut of the scene. */
export function appearingClips(seed: number): ShotClip[] {
  return (['static', 'moving'] as const).map((rest, index) => {
    const random = seededRandom(seed * 100 + 90 + index);
    const around = surroundings(random, rest === 'moving');
    let footage: Picture[] = [];
    const pictures = around.map((picture, i) => {
      const [visit, within] = [Math.floor(i / 60), i % 60];
      if (visit % 2 === 0) return picture;
      footage = within === 0 ? shotPictures(random, 60, 1) : footage;
      return inset(picture, footage[within]!, PARTS['inset']!);
    });
    return { name: `footage appears, ${rest} around`, truth: [], video: videoOf(pictures, RATE, 60) };
  });
}

function surroundings(random: Random, moves: boolean): Picture[] {
  const count = SHOT * SHOTS;
  if (moves) return shotPictures(random, count, 0.6);
  const [picture] = shotPictures(random, 1, 0);
  return Array.from({ length: count }, () => picture!);
}

/** Draws a picture, made smaller and cropped to the shape of the part, over another. */
function inset(over: Picture, picture: Picture, part: Part): Picture {
  const rgb = over.rgb.slice();
  const [left, top] = [Math.round(part.x * WIDTH), Math.round(part.y * HEIGHT)];
  const [width, height] = [Math.round(part.width * WIDTH), Math.round(part.height * HEIGHT)];
  const scale = Math.min(picture.width / width, picture.height / height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(y * scale) * picture.width + Math.floor(x * scale)) * 3;
      rgb.set(picture.rgb.subarray(from, from + 3), ((top + y) * WIDTH + left + x) * 3);
    }
  }
  return { ...over, rgb };
}
