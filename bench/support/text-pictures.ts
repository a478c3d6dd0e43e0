import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { RgbImage } from '../../src/models/ocr/index.ts';
import { ACCENTED, HELD_OUT_ACCENTED } from './accented-texts.ts';

/** An image and its words. */
export interface TextPicture {
  kind:
    | 'slide'
    | 'lower third'
    | 'subtitle'
    | 'slide with accents'
    | 'held-out slide with accents'
    | 'slide without accents';
  image: RgbImage;
  words: string[];
}

const PHOTOS = join(import.meta.dirname, '../../../shared/media/photos');
const WIDTH = 1280;
const HEIGHT = 720;

const FONTS = ['Liberation Sans', 'DejaVu Sans', 'Liberation Serif', 'DejaVu Serif', 'Noto Sans Mono', 'URW Gothic'];

const TITLES = [
  'Quarterly Revenue Report',
  'How Rivers Shape the Land',
  'WELCOME TO THE SUMMER SCHOOL',
  'Lecture 7: Thermodynamics',
  'Safety Briefing 2025',
  'What We Learned Last Year',
];
const LINES = [
  'Revenue rose by 12.5% to $4.3 million',
  'Seven new stores opened across northern Europe',
  'Glaciers carve valleys and carry rocks downhill',
  'Please switch off your phone before we begin',
  'Energy can be neither created nor destroyed',
  'Call 0800 555 123 or visit www.example.org',
  'The bridge was finished in March 1937',
  'Every third customer came back within a month',
];
const NAMES = [
  'Maria Hernandez',
  'Dr. Samuel Okafor',
  'JANE WHITFIELD',
  'Li Wei Zhang',
  'Thomas Keller',
  'ANNA KOWALSKI',
];
const ROLES = [
  'Professor of Geology',
  'Chief Executive, Northwind Ltd',
  'Reporting from Lisbon',
  'Eyewitness',
  'Minister of Transport',
  'Head Coach',
];
const SUBTITLES = [
  'I never said that he was the one who did it.',
  'Where have you been all this time?',
  'We leave tomorrow morning, before the sun comes up.',
  'That is not what I meant, and you know it!',
  'They told us the road was closed because of snow.',
  'Nobody has lived in this house for twenty years.',
];

/** Names and words that are written without their accents, as in e-mail addresses, by news tickers, and in English. */
const PLAIN = [
  [
    'Jose Garcia and Francois Muller',
    'The cafe opened its facade at noon',
    'Mulder flies to Sao Paulo',
    'Senor Munoz in La Coruna',
  ],
  [
    'A cliche resume, naive and deja vu',
    'I was in Zurich and Malmo for a week',
    'jalapeno pinata in Malaga',
    'Soren and Bjorn in Lodz',
  ],
];

/** Photos as backgrounds where they exist, else gradients with noise. */
async function backgrounds(): Promise<RgbImage[]> {
  if (!existsSync(PHOTOS)) return Promise.all([0, 1, 2, 3].map(generated));
  return Promise.all(photoFiles().map((file) => decode(sharp(file).resize(WIDTH, HEIGHT, { fit: 'cover' }))));
}

/** Files of the shared photos, sorted; empty if missing. */
export function photoFiles(): string[] {
  if (!existsSync(PHOTOS)) return [];
  return readdirSync(PHOTOS)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .map((name) => join(PHOTOS, name));
}

/** Decodes anything that sharp reads into packed RGB. */
export async function decode(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** An image as a JPEG of this quality (1 to 100) shows it. */
export async function recompressed({ rgb, width, height }: RgbImage, quality: number): Promise<RgbImage> {
  return decode(
    sharp(
      await sharp(rgb, { raw: { width, height, channels: 3 } })
        .jpeg({ quality })
        .toBuffer(),
    ),
  );
}

function generated(seed: number): Promise<RgbImage> {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  let state = seed + 1;
  for (let i = 0; i < rgb.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const x = Math.floor(i / 3) % WIDTH;
    rgb[i] = 60 + ((x * (seed + 1)) / 12 + (i % 3) * 40 + (state >>> 28)) * 0.9;
  }
  return Promise.resolve({ width: WIDTH, height: HEIGHT, rgb });
}

/** A line of SVG text; its words are the ground truth. */
interface Line {
  text: string;
  x: number;
  y: number;
  attributes: string;
}

/** `count` images of each kind, cycling through backgrounds, fonts, sizes, and colors; deterministic. */
export async function textPictures(count: number): Promise<TextPicture[]> {
  const photos = await backgrounds();
  const pictures: TextPicture[] = [];
  for (let i = 0; i < count; i++) {
    const font = FONTS[i % FONTS.length]!;
    const photo = photos[i % photos.length]!;
    pictures.push(await draw('slide', null, slide(i, font), slideFrame(i)));
    pictures.push(await draw('lower third', photo, lowerThird(i, font), lowerThirdFrame(i)));
    pictures.push(await draw('subtitle', photo, subtitle(i, font), ''));
  }
  return pictures;
}

/** Slides whose words have letters beyond a to z, and slides of words that lack them; six fonts and sizes each. */
export async function accentPictures(): Promise<TextPicture[]> {
  const kinds = [
    { kind: 'slide with accents', texts: ACCENTED, count: 22 },
    { kind: 'held-out slide with accents', texts: HELD_OUT_ACCENTED, count: 22 },
    { kind: 'slide without accents', texts: PLAIN, count: 12 },
  ] as const;
  const pictures: TextPicture[] = [];
  for (const { kind, texts, count } of kinds) {
    for (let i = 0; i < count; i++) {
      const [title, ...lines] = texts[i % texts.length]!;
      const font = FONTS[Math.floor(i / 2) % FONTS.length]!;
      pictures.push(await draw(kind, null, slideOf(i, font, title!, lines), slideFrame(i)));
    }
  }
  return pictures;
}

const DARK_SLIDES = ['#10243e', '#1d1d1d', '#0b3d2e'];

function slideFrame(i: number): string {
  const fill = i % 2 ? DARK_SLIDES[i % DARK_SLIDES.length] : ['#ffffff', '#f4efe4', '#e3ecf5'][i % 3];
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;
}

function slide(i: number, font: string): Line[] {
  const lines = [0, 1, 2, 3].map((n) => LINES[(i * 3 + n) % LINES.length]!);
  return slideOf(i, font, TITLES[i % TITLES.length]!, lines);
}

function slideOf(i: number, font: string, heading: string, texts: readonly string[]): Line[] {
  const ink = i % 2 ? '#f2f2f2' : '#26323f';
  const body = [40, 32, 26, 22, 18, 16][i % 6]!;
  const at = (text: string, y: number, size: number, extra = ''): Line => ({
    text,
    x: 90,
    y,
    attributes: `font-family="${font}" font-size="${size}" fill="${ink}" ${extra}`,
  });
  const title = at(heading, 130, 44 + (i % 3) * 6, 'font-weight="bold"');
  return [title, ...texts.map((text, n) => at(text, 240 + n * body * 1.9, body))];
}

function lowerThirdFrame(i: number): string {
  const fill = ['#c00000', '#103060', '#000000', '#ffffff'][i % 4];
  return `<rect x="80" y="540" width="620" height="120" fill="${fill}" fill-opacity="${i % 3 ? 0.9 : 0.65}"/>`;
}

function lowerThird(i: number, font: string): Line[] {
  const ink = i % 4 === 3 ? '#101010' : '#ffffff';
  const text = (content: string, y: number, size: number, weight: string): Line => ({
    text: content,
    x: 104,
    y,
    attributes: `font-family="${font}" font-size="${size}" font-weight="${weight}" fill="${ink}"`,
  });
  return [
    text(NAMES[i % NAMES.length]!, 592, [44, 38, 32][i % 3]!, 'bold'),
    text(ROLES[(i * 5) % ROLES.length]!, 640, [28, 24, 20][i % 3]!, 'normal'),
  ];
}

function subtitle(i: number, font: string): Line[] {
  const size = [40, 34, 28, 24][i % 4]!;
  const fill = i % 3 === 2 ? '#ffe94a' : '#ffffff';
  const style = `text-anchor="middle" font-family="${font}" font-size="${size}" fill="${fill}" stroke="#000" stroke-width="${size / 8}" stroke-linejoin="round" paint-order="stroke"`;
  return [{ text: SUBTITLES[i % SUBTITLES.length]!, x: WIDTH / 2, y: 670, attributes: style }];
}

async function draw(
  kind: TextPicture['kind'],
  photo: RgbImage | null,
  lines: Line[],
  frame: string,
): Promise<TextPicture> {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const texts = lines.map((l) => `<text x="${l.x}" y="${l.y}" ${l.attributes}>${escaped(l.text)}</text>`).join('');
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${frame}${texts}</svg>`,
  );
  const base = photo
    ? sharp(photo.rgb, { raw: { width: photo.width, height: photo.height, channels: 3 } }).composite([{ input: svg }])
    : sharp(svg);
  return { kind, image: await decode(base), words: wordsOf(lines.map((line) => line.text).join(' ')) };
}

/** Words for computing recall: lowercase, split at spaces, without outer punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}$%]+|[^\p{L}\p{N}$%]+$/gu, ''))
    .filter((word) => word !== '');
}
