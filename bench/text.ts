import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { runMediaPass } from '../src/media/media-pass.ts';
import { accentEngine } from '../src/models/accents/index.ts';
import { loadTextReaders, type OcrEngine, ocrEngine, type RgbImage } from '../src/models/ocr/index.ts';
import { brandSegments } from '../src/modules/logos/sightings.ts';
import { LetterRestorer } from '../src/modules/ocr/accents/letter-restorer.ts';
import type { TextReader } from '../src/modules/ocr/reader.ts';
import { textSegments } from '../src/modules/ocr/segments.ts';
import { BrandMatcher } from '../src/modules/shared/brand-names/brand-matcher.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { textReaderOf } from '../test/fixtures/text-reader.ts';
import { percentile, type Report } from './report.ts';
import {
  accentPictures,
  decode,
  photoFiles,
  recompressed,
  type TextPicture,
  textPictures,
  wordsOf,
} from './support/text-pictures.ts';

export const name = 'text: text recognition and brand words';

/** Shared photos that contain text; the brand is the one in their README. */
const WRITTEN = ['000000005001.jpg', '000000038829.jpg', 'bus.jpg'];
const BRANDED = '000000038829.jpg';
const PICTURE_SECONDS = 2;
const FRAME_RATE = 10;

const brands = new BrandMatcher();
const accents = await accentEngine.load();
const { signal } = new AbortController();
const letters = new LetterRestorer(accents, signal);
/** Recognizers in a folder of installed models; without one, the bundled recognizers are measured. */
const installed = await loadTextReaders(process.env['REELSCOPE_BENCH_TEXT_MODELS'] ?? '');

export async function run(report: Report): Promise<void> {
  const engine = await ocrEngine.load();
  try {
    const pictures = await textPictures(12);
    await stills(report, engine, [...pictures, ...(await accentPictures())]);
    await video(report, engine, pictures);
    await photos(report, engine);
  } finally {
    await engine.dispose();
    await Promise.all([accents.dispose(), installed.dispose()]);
  }
}

/** Recognizes each image as a still, lossless and as a low-quality JPEG. */
async function stills(report: Report, engine: OcrEngine, pictures: readonly TextPicture[]): Promise<void> {
  const times: number[] = [];
  let invented = 0;
  for (const quality of [null, 50]) {
    const counts = new Map<string, { found: number; all: number }>();
    for (const picture of pictures) {
      const image = quality === null ? picture.image : await recompressed(picture.image, quality);
      const started = performance.now();
      const segments = await readStill(engine, image);
      times.push(performance.now() - started);
      if (isPlain(picture.words)) invented += segments.filter(({ content }) => !isPlain([content])).length;
      const count = counts.get(picture.kind) ?? { found: 0, all: 0 };
      count.found += found(picture.words, segments);
      count.all += picture.words.length;
      counts.set(picture.kind, count);
    }
    for (const [kind, { found, all }] of counts) {
      const how = quality === null ? '' : `, JPEG quality ${quality}`;
      report.figure(`word recall, ${kind}${how}`, (found / all).toFixed(3), '>= 0.95');
    }
  }
  report.figure('texts with invented accents', String(invented), '0');
  report.figure('one new 1280x720 still, median', `${percentile(times, 0.5).toFixed(0)} ms`);
  report.figure('new 1280x720 stills a second', (1000 / percentile(times, 0.5)).toFixed(2));
  report.figure('one new 1280x720 still, 95th percentile', `${percentile(times, 0.95).toFixed(0)} ms`);
}

/** All pictures one after the other in an H.264 video, through the media pass. */
async function video(report: Report, engine: OcrEngine, pictures: readonly TextPicture[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const path = join(folder, 'texts.mp4');
    const { width, height } = pictures[0]!.image;
    const frames = pictures.flatMap(({ image }) => new Array<RgbImage>(PICTURE_SECONDS * FRAME_RATE).fill(image));
    await writeMedia(path, { video: { width, height, frameRate: FRAME_RATE, pictures: frames, crf: 32, gop: 250 } });
    const reader = readerOf(engine);
    let delivered = 0;
    const started = performance.now();
    await runMediaPass(path, [
      {
        needs: { luma: true, stills: { intervalSeconds: 0.5, maxSide: 1280 } },
        onLuma: (frame) => reader.onLuma(frame),
        onStill: (still) => {
          delivered++;
          return reader.onStill(still);
        },
      },
    ]);
    const seconds = (performance.now() - started) / 1000;
    const segments = textSegments(await reader.finish(pictures.length * PICTURE_SECONDS));
    videoFigures(report, pictures, segments);
    report.figure('stills delivered, read', `${delivered}, ${reader.stillsRead}`);
    report.figure('seconds of video per second', ((pictures.length * PICTURE_SECONDS) / seconds).toFixed(1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function videoFigures(report: Report, pictures: readonly TextPicture[], segments: readonly SegmentDraft[]): void {
  let hits = 0;
  let all = 0;
  let onTime = 0;
  for (const [i, { words }] of pictures.entries()) {
    const middle = (i + 0.5) * PICTURE_SECONDS;
    const shown = segments.filter((segment) => segment.start_time <= middle && segment.end_time > middle);
    hits += found(words, shown);
    all += words.length;
    const exact = shown.filter((segment) => Math.abs(segment.start_time - i * PICTURE_SECONDS) < 0.05);
    if (found(words, exact) >= words.length * 0.9) onTime++;
  }
  report.figure('word recall, H.264 video at crf 32', (hits / all).toFixed(3), '>= 0.95');
  report.figure('pictures whose text starts on its very frame', `${onTime} of ${pictures.length}`);
}

async function photos(report: Report, engine: OcrEngine): Promise<void> {
  const files = photoFiles();
  if (files.length === 0) return report.figure('photos', 'not on this machine');
  let invented = 0;
  for (const file of files) {
    const segments = await readStill(engine, await decode(sharp(file)));
    const names = brandSegments(segments, brands).map(({ content }) => content);
    const photo = basename(file);
    if (WRITTEN.includes(photo)) {
      report.figure(`read on ${photo}`, segments.map(({ content }) => content).join(' | ') || 'nothing');
    } else invented += segments.length;
    const expected = photo === BRANDED ? 'Coca-Cola' : '';
    if (expected || names.length > 0) report.figure(`brands on ${photo}`, names.join() || 'none', expected || 'none');
  }
  report.figure('false texts on photos without text', String(invented), '0');
}

/** Whether words have no letter beyond a to z. */
function isPlain(words: readonly string[]): boolean {
  return !words.some((word) => /[^\p{ASCII}]/u.test(word.replace(/\P{L}/gu, '')));
}

function readerOf(engine: OcrEngine): TextReader {
  return textReaderOf({ engine, accents, installed, letters, isKnown: (text) => brands.fills(text) });
}

async function readStill(engine: OcrEngine, image: RgbImage): Promise<SegmentDraft[]> {
  const reader = readerOf(engine);
  await reader.onStill({ ...image, time: 0 });
  return textSegments(await reader.finish(1));
}

/** Number of words found in the texts, each occurrence counted once. */
function found(words: readonly string[], segments: readonly SegmentDraft[]): number {
  const left = segments.flatMap(({ content }) => wordsOf(content));
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
