import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { LumaFrame, Still } from '../../src/media/frames.ts';
import type { Face, FaceEngine } from '../../src/models/faces/index.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

export const FRAME = { width: 1024, height: 576 } as const;
/** Stills per appearance, a quarter of a second apart. */
const STILLS = 5;
const STEP_SECONDS = 0.25;
const LUMA = { width: 64, height: 36 } as const;

/** A portrait in a folder named after the person. */
export interface Portrait {
  person: string;
  file: string;
}

/** One appearance: stills that move, scale, turn, and light a portrait, and where its face is in each. */
export interface Appearance {
  person: string;
  start: number;
  end: number;
  stills: { still: Still; face: { x: number; y: number; width: number } }[];
}

/** Portraits of people with at least `count` pictures. */
export function readPortraits(folder: string, count: number): Map<string, Portrait[]> {
  const people = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = people.map(({ name: person }) => {
    const files = readdirSync(join(folder, person)).filter((file) => /\.(?:jpe?g|png|webp)$/i.test(file));
    return [person, files.sort().map((file) => ({ person, file: join(folder, person, file) }))] as const;
  });
  return new Map(found.filter(([, portraits]) => portraits.length >= count));
}

/** Makes an appearance of a portrait. @throws Error if no face is found in the picture itself */
export async function makeAppearance(
  engine: FaceEngine,
  { person, file }: Portrait,
  { start, seed }: { start: number; seed: number },
): Promise<Appearance> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const { data, info } = await sharp(file)
    .toColorspace('srgb')
    .removeAlpha()
    .resize({ width: 640, height: 640, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const source = { width: info.width, height: info.height, rgb: new Uint8Array(data) };
  const face = await faceOf(engine, source);
  if (!face) throw new Error(`No face in ${file}.`);
  const color = { r: between(30, 200), g: between(30, 200), b: between(30, 200) };
  const [sizeBefore, sizeAfter] = [between(64, 200), between(64, 200)];
  const light = between(0.75, 1.25);
  const angle = between(-8, 8);
  const travel = { x: between(-60, 60), y: between(-30, 30) };
  const stills: Appearance['stills'] = [];
  for (let i = 0; i < STILLS; i++) {
    const along = i / (STILLS - 1);
    // Of the face, in pixels of the frame.
    const size = sizeBefore + along * (sizeAfter - sizeBefore);
    const scale = size / (face.width * source.width);
    const moved = await sharp(source.rgb, { raw: { width: source.width, height: source.height, channels: 3 } })
      .resize(Math.max(8, Math.round(source.width * scale)), Math.max(8, Math.round(source.height * scale)), {
        fit: 'fill',
      })
      .rotate(angle * along, { background: color })
      .modulate({ brightness: light })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const side = { width: Math.min(moved.info.width, FRAME.width), height: Math.min(moved.info.height, FRAME.height) };
    const crop = { left: (moved.info.width - side.width) >> 1, top: (moved.info.height - side.height) >> 1, ...side };
    const left = clamp((FRAME.width - side.width) / 2 + travel.x * (2 * along - 1), FRAME.width - side.width);
    const top = clamp((FRAME.height - side.height) / 2 + travel.y * (2 * along - 1), FRAME.height - side.height);
    const pasted = await sharp(moved.data, { raw: moved.info }).extract(crop).raw().toBuffer();
    const canvas = sharp({ create: { ...FRAME, channels: 3, background: color } }).composite([
      { input: pasted, raw: { ...side, channels: moved.info.channels }, left, top },
    ]);
    // As a camera and a codec would leave it.
    const jpeg = await canvas.jpeg({ quality: 60 }).toBuffer();
    const rgb = await sharp(jpeg).removeAlpha().raw().toBuffer();
    const turned = turn(face, source, scale, angle * along);
    stills.push({
      still: { time: start + i * STEP_SECONDS, ...FRAME, rgb: new Uint8Array(rgb) },
      face: {
        x: left - crop.left + moved.info.width / 2 + turned.x,
        y: top - crop.top + moved.info.height / 2 + turned.y,
        width: size,
      },
    });
  }
  return { person, start, end: start + STILLS * STEP_SECONDS, stills };
}

/**
 * The face of a portrait. It is looked for in the middle of a larger gray picture, where the detector sees it at the
 * size that it was trained on: in pictures that a face fills, it also reports spectacles and beards, which are no truth
 * to measure by.
 */
export async function faceOf(
  engine: FaceEngine,
  { width, height, rgb }: { width: number; height: number; rgb: Uint8Array },
): Promise<Face | undefined> {
  const [across, down] = [width >> 1, height >> 1];
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .extend({ top: down, bottom: down, left: across, right: across, background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [face] = await engine.detect({ width: info.width, height: info.height, rgb: new Uint8Array(data) }, 0.5);
  if (!face) return undefined;
  const x = (value: number) => (value * info.width - across) / width;
  const y = (value: number) => (value * info.height - down) / height;
  return {
    ...face,
    x: x(face.x),
    y: y(face.y),
    width: (face.width * info.width) / width,
    height: (face.height * info.height) / height,
  };
}

/** Center of a face after scaling and turning, from the center of the picture. */
function turn(face: Face, { width, height }: { width: number; height: number }, scale: number, degrees: number) {
  const [x, y] = [(face.x + face.width / 2 - 0.5) * width * scale, (face.y + face.height / 2 - 0.5) * height * scale];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(0, Math.min(most, value)));
}

/** The small frame that cuts are found in. */
export function lumaOf({ time, width, height, rgb }: Still): LumaFrame {
  const luma = new Uint8Array(LUMA.width * LUMA.height);
  for (let y = 0; y < LUMA.height; y++) {
    for (let x = 0; x < LUMA.width; x++) {
      const at = (Math.floor((y * height) / LUMA.height) * width + Math.floor((x * width) / LUMA.width)) * 3;
      luma[y * LUMA.width + x] = (rgb[at]! + 2 * rgb[at + 1]! + rgb[at + 2]!) / 4;
    }
  }
  const chroma = new Uint8Array(luma.length / 4).fill(128);
  const retain = (): never => {
    throw new Error('not in this benchmark');
  };
  return { index: 0, time, duration: STEP_SECONDS, ...LUMA, luma, chromaU: chroma, chromaV: chroma, retain };
}
