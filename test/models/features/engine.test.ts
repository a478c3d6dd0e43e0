import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { type LogoEngine, referenceLogos } from '../../../src/models/features/index.ts';
import { extendedTest, sample, WHOLE } from '../../fixtures/extended.ts';
import { texture } from '../../fixtures/pictures.ts';

const WIDTH = 640;
const HEIGHT = 360;
const svg = (body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">${body}</svg>`);
const STAR = svg(
  '<path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/>',
);
const LINES = svg('<path d="M30 190L90 60l50 90 30-50 44 90zM60 30h120" fill="none" stroke="#fff" stroke-width="12"/>');
const ARROW = svg('<path d="M10 90h100V40l110 80-110 80v-50H10z" fill="#181818"/>');
const BARS = svg(
  '<rect width="240" height="240" fill="#124"/><path d="M40 200V120h36v80zM102 200V40h36v160zM164 200V80h36v120z" fill="#fc3"/>',
);
const ON_WHITE = await sharp(svg(`<rect width="240" height="240" fill="#fff"/>${ARROW}`))
  .jpeg()
  .toBuffer();
const LOGOS = { star: STAR, lines: LINES, arrow: ARROW, bars: BARS };

/** Ground, size in pixels, and rotation in degrees. */
const PLACES: [string, number, number][] = [
  ['plain', 60, 0],
  ['busy', 60, 0],
  ['busy', 110, 14],
  ['busy', 200, -8],
];

let engine: LogoEngine;
beforeAll(async () => {
  engine = await referenceLogos.load();
});
afterAll(() => engine.dispose());

const busy = () => sharp(texture(WIDTH, HEIGHT, 5).rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
const plain = () => sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#8a9098' } });

/** A still with a logo, degraded as by a camera and a codec. */
async function still(
  ground: Sharp,
  logo?: { picture: Buffer; left: number; top: number; side: number; turn?: number },
) {
  const shown =
    logo &&
    (await sharp(logo.picture)
      .resize(logo.side)
      .rotate(logo.turn ?? 0, { background: '#0000' })
      .png()
      .toBuffer());
  const made = shown ? ground.composite([{ input: shown, left: logo.left, top: logo.top }]) : ground;
  const jpeg = await sharp(await made.png().toBuffer())
    .jpeg({ quality: 70 })
    .toBuffer();
  const { data } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(data) };
}

describe.each(sample(Object.entries(LOGOS), 1))('%s', (_name, picture) => {
  test.each(sample(PLACES, 2))(
    'is located on %s ground, %i pixels large, rotated by %i degrees',
    WHOLE,
    async (ground, side, turn) => {
      await engine.learn([picture]);
      const sights = await engine.find(
        await still(ground === 'plain' ? plain() : busy(), { picture, left: 220, top: 70, side, turn }),
      );
      expect(sights).toHaveLength(1);
      const [sight] = sights;
      const turned = (side * (Math.cos((turn * Math.PI) / 180) + Math.abs(Math.sin((turn * Math.PI) / 180)))) / 2;
      expect(Math.abs((sight!.x + sight!.width / 2) * WIDTH - 220 - turned)).toBeLessThan(side * 0.12);
      expect(Math.abs((sight!.y + sight!.height / 2) * HEIGHT - 70 - turned)).toBeLessThan(side * 0.12);
      expect(sight!.confidence).toBeGreaterThan(0.8);
    },
  );
});

test('each logo is identified by its index, and not confused with others', WHOLE, async () => {
  await engine.learn(Object.values(LOGOS));
  for (const [index, picture] of sample([...Object.values(LOGOS).entries()], 1)) {
    const sights = await engine.find(await still(busy(), { picture, left: 90, top: 110, side: 120 }));
    expect(sights.map(({ logo }) => logo)).toEqual([index]);
  }
});

test('a picture on white paper is recognized by its content', async () => {
  await engine.learn([ON_WHITE]);
  expect(await engine.find(await still(busy(), { picture: ARROW, left: 90, top: 110, side: 120 }))).toHaveLength(1);
});

extendedTest('finds nothing in empty images', async () => {
  await engine.learn(Object.values(LOGOS));
  for (const ground of [plain(), busy()]) expect(await engine.find(await still(ground))).toEqual([]);
});

test('finds nothing without logos, or after they were replaced', async () => {
  const shown = await still(plain(), { picture: STAR, left: 90, top: 110, side: 120 });
  await engine.learn([STAR]);
  expect(await engine.find(shown)).toHaveLength(1);
  await engine.learn([ARROW]);
  expect(await engine.find(shown)).toEqual([]);
  await engine.learn([]);
  expect(await engine.find(shown)).toEqual([]);
});

test('accepts tiny and dark stills; stops when canceled', async () => {
  await engine.learn([STAR]);
  expect(await engine.find({ width: 8, height: 8, rgb: new Uint8Array(192) })).toEqual([]);
  expect(await engine.find({ width: 64, height: 36, rgb: new Uint8Array(64 * 36 * 3) })).toEqual([]);
  const signal = AbortSignal.abort();
  await expect(engine.find(await still(plain()), signal)).rejects.toThrow(CanceledError);
});

test.each([
  ['one plain color', svg('<rect width="240" height="240" fill="#333"/>'), 'single plain color'],
  ['white on white', svg('<rect width="240" height="240" fill="#fff"/>'), 'single plain color'],
  ['nothing', svg(''), 'fully transparent'],
  ['no picture', Buffer.from('no picture'), 'can’t be read'],
])('rejects a logo of %s', async (_name, picture, message) => {
  await expect(engine.learn([picture])).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(message),
  });
});
