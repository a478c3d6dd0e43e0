import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { referenceLogos } from '../src/models/features/index.ts';
import type { Report } from './report.ts';

/**
 * Recall and false alarms over a table of size, turn, ground and JPEG quality. Real photos, where there are some, serve
 * as ground and as pictures without any logo. The thresholds were chosen on the logos of `MADE_WITH`; those of
 * `HELD_OUT` had no say in them.
 */
export const name = 'logos: reference logos in stills';

const PHOTOS = fileURLToPath(new URL('../../shared/media/photos', import.meta.url));
const SIZE = { width: 960, height: 540 };
const SIDE = [0.06, 0.1, 0.2, 0.4];
const TURN = [0, 8, 20];
const QUALITY = [90, 40];

const svg = (body: string, width = 240, height = 240) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
const MADE_WITH: Record<string, Buffer> = {
  star: svg(
    '<path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/>',
  ),
  flat: svg('<circle cx="120" cy="120" r="110" fill="#0a5"/><path d="M60 120L120 60L180 120L120 180z" fill="#fff"/>'),
  bars: svg(
    '<rect width="240" height="240" fill="#124"/><path d="M40 200V120h36v80zM102 200V40h36v160zM164 200V80h36v120z" fill="#fc3"/>',
  ),
  mono: svg('<path d="M20 220V20h60l40 110L160 20h60v200h-50V100l-38 120h-24L70 100v120z" fill="#111"/>'),
};
const HELD_OUT: Record<string, Buffer> = {
  'word mark': svg(
    '<path d="M10 70V10h14l30 38V10h14v60H54L24 32v38zM80 40a24 30 0 1 0 48 0a24 30 0 1 0-48 0zm14 0a10 16 0 1 1 20 0a10 16 0 1 1-20 0zM140 70V10h30a17 17 0 0 1 6 33l16 27h-16l-14-25h-8v25zm14-48v12h14a6 6 0 0 0 0-12zM204 70V10h22a30 30 0 0 1 0 60zm14-14h8a16 16 0 0 0 0-32h-8z" fill="#06c"/>',
    266,
    80,
  ),
  'thin lines': svg(
    '<path d="M30 190L90 60l50 90 30-50 44 90zM60 30h120" fill="none" stroke="#fff" stroke-width="11"/>',
  ),
  'one ring': svg('<path d="M120 10a110 110 0 1 0 .1 0zm0 50a60 60 0 1 1-.1 0z" fill="#222"/>'),
  'two tones': svg(
    '<path d="M30 20h180v110q0 70-90 100q-90-30-90-100z" fill="#446"/><path d="M120 20h90v110q0 70-90 100z" fill="#668"/>',
  ),
  arrow: svg('<path d="M20 90h110V40l100 80-100 80v-50H20z" fill="#f80"/>', 250, 240),
  'on white': await sharp(
    svg(
      '<rect width="240" height="240" fill="#fff"/><path d="M50 190L120 40l70 150h-36l-34-80-34 80z" fill="#c05"/><circle cx="120" cy="168" r="20" fill="#333"/>',
    ),
  )
    .jpeg({ quality: 85 })
    .toBuffer(),
};

/** Random shapes and lines, dense in edges; deterministic per seed. */
const clutter = (seed: number) => {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const color = () => `rgb(${random(256)},${random(256)},${random(256)})`;
  const shapes = Array.from({ length: 140 }, (_, i) => {
    const [x, y, a, b] = [random(960), random(540), 8 + random(90), 8 + random(90)];
    if (i % 3 === 0) return `<ellipse cx="${x}" cy="${y}" rx="${a / 2}" ry="${b / 2}" fill="${color()}"/>`;
    if (i % 3 === 1) return `<rect x="${x}" y="${y}" width="${a}" height="${b}" fill="${color()}"/>`;
    return `<path d="M${x} ${y}l${a} ${b}l${-b} ${a / 2}z" fill="none" stroke="${color()}" stroke-width="${2 + random(8)}"/>`;
  });
  return sharp(svg(`<rect width="960" height="540" fill="#777"/>${shapes.join('')}`, 960, 540))
    .png()
    .toBuffer();
};
const toStill = async (input: Buffer, quality = 90) => {
  const jpeg = await sharp(input).resize(SIZE.width, SIZE.height, { fit: 'cover' }).jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
};
/** Upright JPEG images have no alpha and are drawn unchanged; rotated ones have a transparent border. */
const show = async (logo: Buffer, ground: Buffer, side: number, turn: number, quality: number) => {
  const shown = await sharp(logo)
    .ensureAlpha()
    .resize(Math.round(SIZE.width * side))
    .rotate(turn, { background: '#0000' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const base = await sharp(ground).resize(SIZE.width, SIZE.height, { fit: 'cover' }).toBuffer();
  const [left, top] = [300, Math.min(60, SIZE.height - shown.info.height)];
  const made = sharp(base).composite([{ input: shown.data, left, top: Math.max(0, top) }]);
  return top < 0
    ? null
    : {
        still: await toStill(await made.png().toBuffer(), quality),
        middle: (left + shown.info.width / 2) / SIZE.width,
      };
};

export async function run(report: Report): Promise<void> {
  const noise = await sharp(
    Buffer.from(Array.from({ length: 48 * 27 * 3 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256)),
    { raw: { width: 48, height: 27, channels: 3 } },
  )
    .resize(SIZE.width, SIZE.height, { kernel: 'cubic' })
    .png()
    .toBuffer();
  const plain = await sharp({ create: { ...SIZE, channels: 3, background: '#9c9c94' } })
    .png()
    .toBuffer();
  const files = existsSync(PHOTOS) ? (await readdir(PHOTOS)).filter((name) => /\.jpe?g$/.test(name)).sort() : [];
  const photos = await Promise.all(files.map((name) => readFile(`${PHOTOS}/${name}`)));
  const grounds = {
    plain,
    noise,
    clutter: await clutter(7),
    ...(photos[0] && { photo: photos[0], other: photos.at(-1)! }),
  };
  const without = [plain, noise, ...(await Promise.all([1, 2, 3, 4, 5, 6].map(clutter))), ...photos];

  const all = { ...MADE_WITH, ...HELD_OUT };
  const names = Object.keys(all);
  const engine = await referenceLogos.load();
  const tally = new Map<string, { found: number; of: number }>();
  const count = (key: string, found: boolean) => {
    const row = tally.get(key) ?? { found: 0, of: 0 };
    tally.set(key, { found: row.found + Number(found), of: row.of + 1 });
  };
  let made = 0;
  for (const [name, logo] of Object.entries(all)) {
    await engine.learn([logo]);
    for (const [ground, picture] of Object.entries(grounds))
      for (const side of SIDE) {
        const turn = TURN[made % TURN.length]!;
        const quality = QUALITY[made++ % QUALITY.length]!;
        const shown = await show(logo, picture, side, turn, quality);
        if (!shown) continue;
        const [sight] = await engine.find(shown.still);
        // Compared by the center, because a white background is trimmed.
        const hit = sight !== undefined && Math.abs(sight.x + sight.width / 2 - shown.middle) < side * 0.15;
        const set = name in MADE_WITH ? 'logos used in development' : 'logos held out';
        for (const key of [
          set,
          `logo ${name}`,
          `ground ${ground}`,
          `side ${side}`,
          `turn ${turn}`,
          `quality ${quality}`,
        ])
          count(key, hit);
      }
  }
  for (const [key, { found, of }] of tally) report.figure(`found, ${key}`, `${found} of ${of}`);

  await engine.learn(Object.values(all));
  let wrong = 0;
  for (const [index, name] of names.entries()) {
    const shown = await show(all[name]!, photos[1] ?? noise, 0.2, 8, 90);
    wrong += (await engine.find(shown!.still)).filter((sight) => sight.logo !== index).length;
  }
  const alarms: string[] = [];
  const before = process.cpuUsage();
  const started = performance.now();
  for (const [index, picture] of without.entries())
    for (const { logo, confidence } of await engine.find(await toStill(picture)))
      alarms.push(`${names[logo]} in image ${index}, ${confidence}`);
  const spent = process.cpuUsage(before);
  const cpuMs = (spent.user + spent.system) / 1000 / without.length;
  report.figure('confused with another logo', `${wrong} of ${names.length * (names.length - 1)}`, '0');
  report.figure('false positives', `${alarms.length} of ${without.length * names.length}`, '0');
  for (const alarm of alarms) report.figure('  false positive', alarm);
  report.figure(
    `a still with ${names.length} logos`,
    `${Math.round((performance.now() - started) / without.length)} ms, processor ${Math.round(cpuMs)}`,
  );
  await engine.dispose();
}
