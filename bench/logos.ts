import { readdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { referenceLogos } from '../src/models/features/index.ts';

/**
 * Recall and false alarms of reference logos over a table of size, turn, ground and JPEG quality.
 * `node bench/logos.ts [--photos <folder>]`: real photos serve as ground and as pictures without any logo.
 */
const { values } = parseArgs({ options: { photos: { type: 'string' } } });
const svg = (body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">${body}</svg>`);
const LOGOS: Record<string, Buffer> = {
  star: svg(
    '<path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/>',
  ),
  flat: svg('<circle cx="120" cy="120" r="110" fill="#0a5"/><path d="M60 120L120 60L180 120L120 180z" fill="#fff"/>'),
  bars: svg(
    '<rect width="240" height="240" fill="#124"/><path d="M40 200V120h36v80zM102 200V40h36v160zM164 200V80h36v120z" fill="#fc3"/>',
  ),
  mono: svg('<path d="M20 220V20h60l40 110L160 20h60v200h-50V100l-38 120h-24L70 100v120z" fill="#111"/>'),
};
const SIDE = [0.06, 0.1, 0.2, 0.4];
const TURN = [0, 8, 20];
const QUALITY = [90, 40];
const SIZE = { width: 960, height: 540 };

const files = values.photos ? (await readdir(values.photos)).filter((name) => /\.jpe?g$/.test(name)) : [];
const photos = await Promise.all(files.map((name) => readFile(`${values.photos}/${name}`)));
const noise = await sharp(
  Buffer.from(Array.from({ length: 48 * 27 * 3 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256)),
  {
    raw: { width: 48, height: 27, channels: 3 },
  },
)
  .resize(SIZE.width, SIZE.height, { kernel: 'cubic' })
  .png()
  .toBuffer();
const plain = await sharp({ create: { ...SIZE, channels: 3, background: '#dcdcd4' } })
  .png()
  .toBuffer();
const grounds = { plain, noise, ...(photos[0] ? { photo: photos[0] } : {}) };
const still = async (input: Buffer, quality = 90) => {
  const jpeg = await sharp(input).resize(SIZE.width, SIZE.height, { fit: 'cover' }).jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
};

const engine = await referenceLogos.load();
await engine.learn(Object.values(LOGOS));
const names = Object.keys(LOGOS);
const tally = new Map<string, { found: number; of: number }>();
const count = (key: string, found: boolean) => {
  const row = tally.get(key) ?? { found: 0, of: 0 };
  tally.set(key, { found: row.found + Number(found), of: row.of + 1 });
};
let wrong = 0;
let stills = 0;
let spent = 0;
// Every other still is saved coarsely: all pairs would take twice as long and tell no more.
for (const [ground, picture] of Object.entries(grounds))
  for (const [index, name] of names.entries())
    for (const side of SIDE)
      for (const turn of TURN) {
        const quality = QUALITY[stills % QUALITY.length]!;
        const logo = await sharp(LOGOS[name], { density: 72 })
          .resize(Math.round(SIZE.width * side))
          .rotate(turn, { background: '#0000' })
          .png()
          .toBuffer();
        const base = await sharp(picture).resize(SIZE.width, SIZE.height, { fit: 'cover' }).toBuffer();
        const made = await still(
          await sharp(base)
            .composite([{ input: logo, left: 300, top: 60 }])
            .png()
            .toBuffer(),
          quality,
        );
        const start = performance.now();
        const sights = await engine.find(made);
        spent += performance.now() - start;
        stills++;
        const hit = sights.some((sight) => sight.logo === index && Math.abs(sight.x - 300 / SIZE.width) < 0.1);
        wrong += sights.filter((sight) => sight.logo !== index).length;
        for (const key of [`logo ${name}`, `ground ${ground}`, `side ${side}`, `turn ${turn}`, `quality ${quality}`])
          count(key, hit);
      }
console.table(
  Object.fromEntries([...tally].map(([key, { found, of }]) => [key, { found, of, recall: (found / of).toFixed(2) }])),
);
let alarms = 0;
const without = [plain, noise, ...photos];
for (const picture of without) alarms += (await engine.find(await still(picture))).length;
console.log({
  wrongLogo: wrong,
  alarmsWithoutLogo: alarms,
  stillsWithoutLogo: without.length,
  msPerStill: Math.round(spent / stills),
});
await engine.dispose();
