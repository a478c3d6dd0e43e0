import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { runMediaPass } from '../../src/media/media-pass.ts';
import type { Picture, VideoSpec } from '../../test/fixtures/media-spec.ts';
import { solid, texture } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

/** Category of a change; `none` stands unchanged. */
export type ChangeKind = 'digit' | 'letter' | 'prefix' | 'suffix' | 'case' | 'punctuation' | 'none';

/** A line of text that becomes another at `at` seconds. */
export interface ChangingLine {
  kind: ChangeKind;
  before: string;
  after: string;
  at: number;
  /** Font size in pixels. */
  size: number;
  /** Vertical center, as a fraction of the frame. */
  y: number;
}

/** A generated clip with its lines. */
export interface TextChangeClip {
  name: string;
  video: VideoSpec;
  seconds: number;
  lines: ChangingLine[];
}

/** `held out` has words, fonts, colors, and seeds that were not used to develop the tracker. */
export type Half = 'tuning' | 'held out';

const CLIP_SECONDS = 5;
const WIDTH = 1280;
const HEIGHT = 720;
const FRAME_RATE = 25;
const LINES_PER_CLIP = 4;
const KINDS: readonly ChangeKind[] = ['digit', 'letter', 'prefix', 'suffix', 'case', 'punctuation'];
const GROUNDS = ['plain', 'pan', 'photo', 'video', 'plates on video', 'clutter'] as const;
type Ground = (typeof GROUNDS)[number];

const MEDIA = join(import.meta.dirname, '../../../shared/media');
const REAL: Record<Half, string> = { tuning: 'bbb.mp4', 'held out': 'cockatoo.mp4' };

type Pair = readonly [string, string];

const PAIRS: Record<Half, Record<Exclude<ChangeKind, 'none'>, readonly Pair[]>> = {
  tuning: {
    digit: [
      ['Score 1 - 0', 'Score 1 - 1'],
      ['17:45:12', '17:45:13'],
      ['Room 101', 'Room 102'],
      ['Flight BA 4521', 'Flight BA 4527'],
      ['Lap 12 of 58', 'Lap 13 of 58'],
      ['$19.99', '$18.99'],
      ['Chapter 3', 'Chapter 8'],
      ['12 May 2024', '12 May 2025'],
      ['HOME 10 AWAY 6', 'HOME 10 AWAY 8'],
    ],
    letter: [
      ['Ms Carter', 'Mr Carter'],
      ['Seat 12A', 'Seat 12B'],
      ['Group C', 'Group D'],
      ['Dana Miller', 'Dane Miller'],
      ['The last bus', 'The lost bus'],
      ['WEST GATE', 'BEST GATE'],
      ['Hat trick', 'Cat trick'],
    ],
    prefix: [
      ['Total 1984', '1984'],
      ['Heineken', 'Nike'],
      ['Dr Helen Marsh', 'Helen Marsh'],
      ['Unlocked', 'Locked'],
      ['not guilty', 'guilty'],
      ['Grand opening', 'opening'],
    ],
    suffix: [
      ['Management', 'Manage'],
      ['Open', 'Opening hours'],
      ['Lesson 1', 'Lesson 12'],
      ['Live', 'Live from Rome'],
      ['Final result', 'Final'],
      ['Player', 'Players'],
    ],
    case: [
      ['Breaking News', 'BREAKING NEWS'],
      ['sold out', 'Sold out'],
      ['Press start', 'PRESS START'],
      ['Next game', 'next game'],
    ],
    punctuation: [
      ['Ready', 'Ready?'],
      ['Let us go.', 'Let us go!'],
      ['10.5 km', '10,5 km'],
      ['Are you sure', 'Are you sure?'],
      ['Stop!', 'Stop'],
      ['Part 1: home', 'Part 1, home'],
    ],
  },
  'held out': {
    digit: [
      ['Gate 14', 'Gate 11'],
      ['2 : 1', '2 : 2'],
      ['09:58', '09:59'],
      ['Bus 73 to Leeds', 'Bus 78 to Leeds'],
      ['Question 6 of 20', 'Question 7 of 20'],
      ['Down 0.42%', 'Down 0.47%'],
      ['Act 2', 'Act 3'],
      ['Bib 5530', 'Bib 5538'],
      ['Population 81,306', 'Population 81,906'],
      ['Invoice 70012', 'Invoice 70013'],
    ],
    letter: [
      ['Terminal A', 'Terminal E'],
      ['Jon Barker', 'Jan Barker'],
      ['Hall D', 'Hall B'],
      ['The great wave', 'The great cave'],
      ['Vitamin C', 'Vitamin K'],
      ['Row G Seat 4', 'Row C Seat 4'],
      ['PINE STREET', 'WINE STREET'],
      ['Marta Nowak', 'Marto Nowak'],
    ],
    prefix: [
      ['Retry', 'try'],
      ['Prof. Ann Lee', 'Ann Lee'],
      ['Disconnected', 'Connected'],
      ['unfair game', 'fair game'],
      ['New York Times', 'York Times'],
      ['Since 1972', '1972'],
    ],
    suffix: [
      ['Winner', 'Winners'],
      ['Departure', 'Depart'],
      ['Episode 2', 'Episode 21'],
      ['Kitchen', 'Kitchen garden'],
      ['The harbor at night', 'The harbor'],
      ['Teaching', 'Teach'],
    ],
    case: [
      ['Game over', 'GAME OVER'],
      ['the end', 'The end'],
      ['On Air', 'ON AIR'],
      ['Sunday Market', 'SUNDAY MARKET'],
    ],
    punctuation: [
      ['Who was there', 'Who was there?'],
      ['Goal!', 'Goal'],
      ['Wait for me.', 'Wait for me!'],
      ['3.75 tons', '3,75 tons'],
      ['No, thanks', 'No thanks'],
      ['Why?', 'Why!'],
    ],
  },
};

const STANDING: Record<Half, readonly string[]> = {
  tuning: ['Quarterly report', 'Maria Hernandez', 'Platform 9', 'Weather at noon', 'CALL 0800 555 123', 'Episode IV'],
  'held out': ['Tonight at 8 pm', 'Samuel Okafor', 'Seven rivers', 'EXIT 24 B', 'Studio 5 London', 'Chief Engineer'],
};

const FONTS: Record<Half, readonly string[]> = {
  tuning: [
    'font-family="DejaVu Sans"',
    'font-family="DejaVu Serif"',
    'font-family="DejaVu Sans" font-weight="bold"',
    'font-family="DejaVu Sans Mono"',
  ],
  'held out': [
    'font-family="DejaVu Sans" font-stretch="condensed"',
    'font-family="DejaVu Serif" font-weight="bold"',
    'font-family="DejaVu Sans" font-style="oblique"',
    'font-family="DejaVu Sans Mono" font-weight="bold"',
    'font-family="DejaVu Serif" font-stretch="condensed"',
  ],
};

/** Fill on grounds of any brightness, which need an outline, and fill with plate. */
const INKS: Record<Half, { outlined: readonly string[]; plates: readonly Pair[] }> = {
  tuning: {
    outlined: ['#ffffff', '#ffe94a'],
    plates: [
      ['#ffffff', '#103060'],
      ['#101010', '#ffffff'],
      ['#ffffff', '#c00000'],
    ],
  },
  'held out': {
    outlined: ['#ffffff', '#9df3ff', '#ffb347'],
    plates: [
      ['#ffe94a', '#000000'],
      ['#14304f', '#e8e8e8'],
      ['#ffffff', '#1b6b3a'],
      ['#d0d0d0', '#3c3c3c'],
    ],
  },
};

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** Clips with `changes` changing lines in total, plus one unchanged line in each clip; deterministic. */
export async function* textChangeClips(half: Half, changes: number): AsyncGenerator<TextChangeClip> {
  const random = seededRandom(half === 'tuning' ? 1 : 1001);
  const perClip = LINES_PER_CLIP - 1;
  let used = 0;
  for (let n = 0; used < changes; n++) {
    const ground = GROUNDS[n % GROUNDS.length]!;
    const kinds = Array.from({ length: Math.min(perClip, changes - used) }, () => KINDS[used++ % KINDS.length]!);
    const lines = changingLines(half, [...kinds, 'none'], n, random);
    const crf = [18, 23, 28, 32][Math.floor(random() * 4)]!;
    const pictures = await framesOf(half, ground, n, lines, random);
    yield {
      name: `${half} ${n}: ${ground}, crf ${crf}`,
      seconds: CLIP_SECONDS,
      lines,
      video: { width: WIDTH, height: HEIGHT, frameRate: FRAME_RATE, pictures, crf, gop: 50 },
    };
  }
}

function changingLines(half: Half, kinds: ChangeKind[], clip: number, random: () => number): ChangingLine[] {
  const order = kinds.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
  // Changes are apart from each other, so that lines are not taken for one caption.
  const times = order.map((_, i) => 1.2 + ((CLIP_SECONDS - 2.6) / order.length) * (i + random() * 0.3));
  return order.map(({ kind }, i) => {
    const size = Math.round(20 + random() ** 1.5 * 50);
    const [first, second] =
      kind === 'none' ? Array<string>(2).fill(pick(random, STANDING[half])) : pick(random, PAIRS[half][kind]);
    const [before, after] = random() < 0.5 ? [first!, second!] : [second!, first!];
    const at = Math.round(times[(i + clip) % times.length]! * FRAME_RATE) / FRAME_RATE;
    return { kind, before, after, at, size, y: 0.14 + i * 0.24 };
  });
}

interface Style {
  x: number;
  anchor: 'start' | 'middle' | 'end';
  font: string;
  fill: string;
  plate: string | null;
}

async function framesOf(
  half: Half,
  ground: Ground,
  clip: number,
  lines: readonly ChangingLine[],
  random: () => number,
): Promise<Iterable<Picture>> {
  const plated = ground === 'plain' || ground === 'plates on video';
  const styles = lines.map((): Style => {
    const anchor = pick(random, ['start', 'middle', 'end'] as const);
    const x = { start: 80, middle: WIDTH / 2, end: WIDTH - 80 }[anchor];
    const [fill, plate] = pick(random, INKS[half].plates);
    const font = pick(random, FONTS[half]);
    return plated
      ? { x, anchor, font, fill, plate }
      : { x, anchor, font, fill: pick(random, INKS[half].outlined), plate: null };
  });
  const view = await groundOf(half, ground, clip);
  const textsAt = (frame: number) =>
    lines.map(({ before, after, at }) => (frame < Math.round(at * FRAME_RATE) ? before : after));
  const overlays: Uint8Array[] = [];
  for (let frame = 0; frame < CLIP_SECONDS * FRAME_RATE; frame++) {
    const same = frame > 0 && textsAt(frame).join('|') === textsAt(frame - 1).join('|');
    overlays.push(same ? overlays.at(-1)! : await drawn(lines, styles, textsAt(frame)));
  }
  return compose(view, overlays);
}

function* compose(view: (frame: number) => Picture, overlays: readonly Uint8Array[]): Generator<Picture> {
  for (const [frame, overlay] of overlays.entries()) yield composed(view(frame), overlay);
}

function drawn(lines: readonly ChangingLine[], styles: readonly Style[], texts: readonly string[]) {
  const parts = lines.map(({ size, y }, i) => {
    const { x, anchor, font, fill, plate } = styles[i]!;
    const baseline = Math.round(y * HEIGHT + size * 0.35);
    const outline = plate ? '' : `stroke="#000" stroke-width="${Math.max(2, size / 9)}" paint-order="stroke"`;
    const top = Math.round(y * HEIGHT - size);
    const back = plate ? `<rect x="40" y="${top}" width="${WIDTH - 80}" height="${size * 2}" fill="${plate}"/>` : '';
    const escaped = texts[i]!.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const place = `x="${x}" y="${baseline}" text-anchor="${anchor}" font-size="${size}" fill="${fill}"`;
    return `${back}<text ${place} ${font} ${outline} stroke-linejoin="round">${escaped}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}

function composed(ground: Picture, overlay: Uint8Array): Picture {
  const rgb = ground.rgb.slice();
  for (let i = 0, at = 0; i < overlay.length; i += 4, at += 3) {
    const alpha = overlay[i + 3]!;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++)
      rgb[at + c] = Math.round((rgb[at + c]! * (255 - alpha) + overlay[i + c]! * alpha) / 255);
  }
  return { ...ground, rgb };
}

/** The ground of a clip by frame number. */
async function groundOf(half: Half, ground: Ground, clip: number): Promise<(frame: number) => Picture> {
  const seed = clip + (half === 'tuning' ? 0 : 500);
  if (ground === 'plain') {
    const still = solid(WIDTH, HEIGHT, [30 + ((seed * 37) % 160), 40 + ((seed * 61) % 150), 60 + ((seed * 83) % 130)]);
    return () => still;
  }
  if (ground === 'photo') {
    const still = texture(WIDTH, HEIGHT, seed);
    return () => still;
  }
  if (ground === 'video' || ground === 'plates on video') {
    const frames = await realFrames(join(MEDIA, REAL[half]));
    if (frames.length > 0) return (frame) => frames[pingPong(frame, frames.length)]!;
  }
  const wide = ground === 'clutter' ? clutter(WIDTH + 600, HEIGHT, seed) : texture(WIDTH + 600, HEIGHT, seed);
  const speed = ground === 'clutter' ? 3 : 5;
  return (frame) => cut(wide, (frame * speed) % 600);
}

function pingPong(frame: number, length: number): number {
  const at = frame % (2 * length - 2);
  return at < length ? at : 2 * length - 2 - at;
}

/** Rectangles of many sizes and colors, as of windows, shelves, and signs without text. */
function clutter(width: number, height: number, seed: number): Picture {
  const random = seededRandom(seed);
  const { rgb } = solid(width, height, [90, 100, 110]);
  for (let n = 0; n < 700; n++) {
    const [w, h] = [8 + random() * 90, 8 + random() * 60];
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
    const color = [random() * 200, random() * 200, random() * 200];
    for (let y = top; y < Math.min(height, top + h); y++) {
      for (let x = left; x < Math.min(width, left + w); x++) rgb.set(color, (y * width + x) * 3);
    }
  }
  return { width, height, rgb };
}

function cut({ width, height, rgb }: Picture, left: number): Picture {
  const part = new Uint8Array(WIDTH * height * 3);
  for (let y = 0; y < height; y++) {
    const from = (y * width + left) * 3;
    part.set(rgb.subarray(from, from + WIDTH * 3), y * WIDTH * 3);
  }
  return { width: WIDTH, height, rgb: part };
}

/** The first three seconds of a shared clip at the size of the generated ones; empty if the file is missing. */
async function realFrames(path: string): Promise<Picture[]> {
  const frames: Picture[] = [];
  if (!existsSync(path)) return frames;
  const onStill = async ({ time, width, height, rgb }: Picture & { time: number }) => {
    if (time > 3) return;
    const whole = sharp(rgb, { raw: { width, height, channels: 3 } }).resize(WIDTH, HEIGHT, { fit: 'cover' });
    frames.push({ width: WIDTH, height: HEIGHT, rgb: new Uint8Array(await whole.raw().toBuffer()) });
  };
  await runMediaPass(path, [{ needs: { stills: { intervalSeconds: 0.02, maxSide: WIDTH } }, onStill }]);
  return frames;
}
