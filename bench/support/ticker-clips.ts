import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { runMediaPass } from '../../src/media/media-pass.ts';
import type { Picture, VideoSpec } from '../../test/fixtures/media-spec.ts';
import { svgPicture } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { type TickerStyle, textStrip, tickerFrames, withTicker } from '../../test/fixtures/ticker.ts';
import { photoFiles } from './text-pictures.ts';

/** A clip with a running ticker. */
export interface TickerClip {
  name: string;
  video: VideoSpec;
  seconds: number;
  sentences: readonly string[];
  /** Static text beside it. */
  captions: readonly string[];
}

export type Half = 'tuning' | 'held out';

const WIDTH = 1280;
const HEIGHT = 720;
const FRAME_RATE = 25;
const CLIPS = join(import.meta.dirname, '../../../shared/media');
const FOOTAGE: Record<Half, string> = { tuning: 'bbb.mp4', 'held out': 'cockatoo.mp4' };

const SENTENCES: Record<Half, readonly string[]> = {
  tuning: [
    'Central bank leaves rates unchanged at 4.25 percent',
    'Ferry service to the islands resumes on Thursday',
    'Three climbers rescued from the north face',
    'Parliament votes on the new water act tonight',
    'Wheat prices fall for the fifth week in a row',
    'Museum returns 12 bronze figures to Benin',
    'Heavy snow closes two mountain passes',
    'Rail strike ends after 48 hours of talks',
  ],
  'held out': [
    'Volcano alert lowered after a quiet weekend',
    'Mayor of Porto announces free buses for students',
    'Exports rise 7.3 percent in the second quarter',
    'Search for the missing sailing boat continues',
    'New bridge over the Danube opens in October',
    'Court rejects the appeal of the mining company',
    'Scientists count 1,204 wolves in the region',
    'Airport closed until noon because of fog',
  ],
};
const FONTS: Record<Half, readonly string[]> = {
  tuning: ['DejaVu Sans', 'Liberation Sans', 'DejaVu Serif'],
  'held out': ['Liberation Serif', 'URW Gothic', 'Liberation Sans'],
};
const RTL: Record<Half, readonly string[]> = {
  tuning: ['חדשות היום מירושלים', 'שר האוצר אמר אתמול', 'מזג האוויר מחר'],
  'held out': ['פתיחת התערוכה החדשה', 'ברוכים הבאים לעיר הגדולה', 'הרכבת תצא בבוקר'],
};

/** Pixels a frame of 25 a second. */
const SPEEDS = { slow: 3, medium: 7, fast: 13 } as const;

interface Plan {
  speed: keyof typeof SPEEDS;
  separator: string;
  ground: 'photo' | 'footage';
  loops: number;
  /** A static label at the left of the strip, and a lower third above. */
  caption: boolean;
  narrow?: boolean;
  isRtl?: boolean;
}

const PLANS: readonly Plan[] = [
  { speed: 'slow', separator: '   •   ', ground: 'photo', loops: 1, caption: false },
  { speed: 'medium', separator: '   +++   ', ground: 'footage', loops: 1, caption: true },
  { speed: 'fast', separator: '   |   ', ground: 'footage', loops: 2, caption: true },
  { speed: 'medium', separator: '            ', ground: 'photo', loops: 2, caption: true },
  { speed: 'fast', separator: '   •   ', ground: 'photo', loops: 2, caption: false, narrow: true },
  { speed: 'medium', separator: '   •   ', ground: 'photo', loops: 1, caption: false, isRtl: true },
];

/** Clips with tickers: three speeds, separators, over photos and footage, beside captions. */
export async function* tickerClips(half: Half): AsyncGenerator<TickerClip> {
  for (const [i, plan] of PLANS.entries()) yield makeClip(half, plan, (half === 'tuning' ? 1 : 1001) + i);
}

async function makeClip(half: Half, plan: Plan, seed: number): Promise<TickerClip> {
  const random = seededRandom(seed);
  const all = plan.isRtl ? RTL[half] : SENTENCES[half];
  const first = (seed * 3) % all.length;
  const count = plan.isRtl ? all.length : 3;
  const sentences = Array.from({ length: count }, (_, i) => all[(first + i) % all.length]!);
  const dark = random() < 0.5;
  const size = 26 + Math.floor(random() * 10);
  const style: TickerStyle = {
    step: SPEEDS[plan.speed] * (plan.isRtl ? -1 : 1),
    y: 640,
    height: 52,
    size,
    font: plan.isRtl ? 'DejaVu Sans' : FONTS[half][seed % FONTS[half].length]!,
    ...(dark ? { ink: '#f4f4f4', paper: '#0b2a5b' } : { ink: '#15181d', paper: '#efe9d8' }),
    ...(plan.narrow ? { left: 400, right: 900 } : plan.caption ? { left: 200 } : {}),
  };
  const strip = await textStrip(sentences.map((sentence) => sentence + plan.separator).join(''), style);
  const gap = plan.loops > 1 ? 160 : 0;
  const frames =
    tickerFrames(strip, style, WIDTH) + (plan.loops - 1) * Math.ceil((strip.width + gap) / SPEEDS[plan.speed]);
  const captions = plan.caption ? ['BREAKING', 'Professor Ada Lindqvist'] : [];
  const ground = plan.ground === 'photo' ? [await photo(seed)] : await footage(half);
  const overlay = plan.caption ? await captionPicture(captions) : null;
  const base = ground.map((picture) => (overlay ? over(picture, overlay) : picture));
  const background = function* () {
    for (let n = 0; n < frames; n++) yield base[pingPong(n, base.length)]!;
  };
  return {
    name: `${plan.speed} “${plan.separator.trim() || 'gap'}” over ${plan.ground}${plan.loops > 1 ? ', twice' : ''}${plan.narrow ? ', narrow' : ''}${plan.isRtl ? ', Hebrew' : ''}`,
    video: {
      width: WIDTH,
      height: HEIGHT,
      frameRate: FRAME_RATE,
      crf: 26,
      gop: 100,
      pictures: withTicker(background(), strip, style, gap),
    },
    seconds: frames / FRAME_RATE,
    sentences,
    captions,
  };
}

function pingPong(n: number, length: number): number {
  const at = n % Math.max(1, 2 * (length - 1));
  return at < length ? at : 2 * (length - 1) - at;
}

async function photo(seed: number): Promise<Picture> {
  const files = photoFiles();
  const file = files[seed % Math.max(1, files.length)];
  if (!file)
    return svgPicture(WIDTH, HEIGHT, `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"/>`);
  const data = await sharp(file).resize(WIDTH, HEIGHT, { fit: 'cover' }).blur(6).removeAlpha().raw().toBuffer();
  return { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(data) };
}

/** Two seconds of real footage, or photos one after the other where there is none. */
async function footage(half: Half): Promise<Picture[]> {
  const path = join(CLIPS, FOOTAGE[half]);
  if (!existsSync(path)) return [await photo(1)];
  const pictures: Picture[] = [];
  const needs = { stills: { intervalSeconds: 0.04, maxSide: WIDTH } };
  await runMediaPass(path, [
    {
      needs,
      async onStill({ rgb, width, height }) {
        if (pictures.length >= 50) return;
        const data = await sharp(rgb, { raw: { width, height, channels: 3 } })
          .resize(WIDTH, HEIGHT, { fit: 'cover' })
          .raw()
          .toBuffer();
        pictures.push({ width: WIDTH, height: HEIGHT, rgb: new Uint8Array(data) });
      },
    },
  ]);
  return pictures;
}

function captionPicture(captions: readonly string[]): Promise<Buffer> {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect x="0" y="640" width="200" height="52" fill="#b00020"/>
    <text x="18" y="676" font-family="DejaVu Sans" font-weight="bold" font-size="26" fill="#fff">${captions[0]}</text>
    <rect x="80" y="540" width="560" height="70" fill="#101418"/>
    <text x="100" y="588" font-family="DejaVu Sans" font-size="36" fill="#fff">${captions[1]}</text></svg>`),
  )
    .ensureAlpha()
    .raw()
    .toBuffer();
}

function over(picture: Picture, overlay: Buffer): Picture {
  const rgb = new Uint8Array(picture.rgb);
  for (let i = 0; i < picture.width * picture.height; i++) {
    if (overlay[i * 4 + 3]! < 128) continue;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = overlay[i * 4 + c]!;
  }
  return { ...picture, rgb };
}
