import sharp from 'sharp';
import type { CloserModule } from '../../src/contract/analysis/closer-look.ts';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import { AUDIO_SAMPLE_RATE, type MediaConsumer } from '../../src/media/frames.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { bundledObjects } from '../../src/models/objects/index.ts';
import { ocrEngine } from '../../src/models/ocr/index.ts';
import { SINGLE_SIGHTING_CONFIDENCE } from '../../src/modules/visualelements/track.ts';
import type { Picture } from '../../test/fixtures/media-spec.ts';
import { analyzeClip } from './analyze-clip.ts';
import type { GeneratedMiss } from './generated-misses.ts';
import { HEIGHT, WIDTH } from './hard-pictures.ts';

/** Factors by which the place of the thing is enlarged, or reduced. */
const SCALES = { ocr: [1, 2, 4, 8], visualelements: [1 / 8, 1 / 4, 1 / 2, 1] };
/** Radii of Gaussian blur against noise, in pixels of the file. */
const SMOOTHING = [0, 1, 2, 4];
const TONES = ['plain', 'stretched', 'equalized', 'sharpened'] as const;
/** Tones of a blurred picture. */
const SMOOTH_TONES = ['stretched', 'equalized'] as const;
/** Multiples of the spectrum of the noise that are subtracted from that of the sound. */
const SUBTRACTIONS = [0, 1, 2, 4];
const FRAME = 512;

const textEngine = ocrEngine.load();
const objectEngine = bundledObjects.load();

/**
 * Returns a way of processing the stored file by which the installed model of a module finds what a clip contains: the
 * mean of all frames, cut to the known place, over a grid of sizes, blurs, and tones; for speech, the noise subtracted
 * with its spectrum known. Null if none does.
 */
export async function findingVariant(
  miss: GeneratedMiss,
  path: string,
  isTruth: (content: string) => boolean,
): Promise<string | null> {
  return miss.media.video ? findInPicture(miss, path, isTruth) : findInSound(miss, path, isTruth);
}

async function findInPicture(
  { miss, place }: GeneratedMiss,
  path: string,
  isTruth: (content: string) => boolean,
): Promise<string | null> {
  const mean = await meanFrame(path, miss);
  const [left, top, width, height] = place ?? [0, 0, WIDTH, HEIGHT];
  for (const blur of SMOOTHING) {
    const part = smoothed(mean, { left, top, width, height }, blur);
    for (const tone of blur === 0 ? TONES : SMOOTH_TONES) {
      const toned = await tonedPart(part, { width, height }, tone);
      for (const scale of SCALES[miss.module as keyof typeof SCALES]) {
        const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
        const image = sharp(toned, { raw: { width, height, channels: 3 } }).resize(size.width, size.height, {
          kernel: 'lanczos3',
        });
        const contents = await recognized(miss.module, { ...size, rgb: new Uint8Array(await image.raw().toBuffer()) });
        if ([...contents, contents.join(' ')].some(isTruth)) return `x${scale} blur ${blur} ${tone}`;
      }
    }
  }
  return null;
}

/** Lines or labels that the installed model of a module finds in one picture. */
async function recognized(module: ModuleName, picture: Picture): Promise<string[]> {
  if (module === 'visualelements') {
    const found = await (await objectEngine).detect(picture, SINGLE_SIGHTING_CONFIDENCE);
    return found.map(({ label }) => label);
  }
  const engine = await textEngine;
  const contents: string[] = [];
  for (const { rect } of await engine.detect(picture)) contents.push((await engine.recognize(picture, rect)).text);
  return contents;
}

interface Planes {
  data: Float32Array;
}

/** Mean of the frames of a range, unrounded. */
async function meanFrame(path: string, { start, end }: { start: number; end: number }): Promise<Planes> {
  const data = new Float32Array(WIDTH * HEIGHT * 3);
  let count = 0;
  const collect: MediaConsumer = {
    needs: { luma: true, stills: { intervalSeconds: Number.MAX_VALUE, maxSide: WIDTH } },
    onLuma: ({ time, duration }) => time < end && time + duration > start,
    async onStill({ rgb }) {
      for (let i = 0; i < data.length; i++) data[i]! += rgb[i]!;
      count++;
    },
  };
  await runMediaPass(path, [collect]);
  return { data: data.map((sum) => sum / count) };
}

/** A part of a frame, blurred. */
function smoothed(
  { data }: Planes,
  part: { left: number; top: number; width: number; height: number },
  radius: number,
): Float32Array {
  const { left, top, width, height } = part;
  const cut = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * WIDTH + left) * 3;
    cut.set(data.subarray(from, from + width * 3), y * width * 3);
  }
  if (radius === 0) return cut;
  const reach = Math.ceil(3 * radius);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * radius ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (source: Float32Array, step: number, length: number, others: number, otherStep: number) => {
    const target = new Float32Array(source.length);
    for (let other = 0; other < others; other++)
      for (let at = 0; at < length; at++)
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0;
          for (let i = -reach; i <= reach; i++) {
            const near = Math.min(length - 1, Math.max(0, at + i));
            sum += weights[i + reach]! * source[other * otherStep + near * step + channel]!;
          }
          target[other * otherStep + at * step + channel] = sum / total;
        }
    return target;
  };
  return along(along(cut, 3, width, height, width * 3), width * 3, height, width, 3);
}

async function tonedPart(
  part: Float32Array,
  size: { width: number; height: number },
  tone: (typeof TONES)[number],
): Promise<Buffer> {
  const sorted = part.toSorted();
  const [low, high] =
    tone === 'plain'
      ? [0, 255]
      : [sorted[Math.floor(sorted.length * 0.005)]!, sorted[Math.floor(sorted.length * 0.995)]!];
  const bytes = Uint8ClampedArray.from(part, (value) => ((value - low) * 255) / Math.max(0.01, high - low));
  const image = sharp(Buffer.from(bytes.buffer), { raw: { ...size, channels: 3 } });
  if (tone === 'equalized')
    image.clahe({ width: Math.min(64, size.width), height: Math.min(64, size.height), maxSlope: 4 });
  if (tone === 'sharpened') image.sharpen({ sigma: 8, m1: 4, m2: 8 });
  return image.raw().toBuffer();
}

async function findInSound(
  { miss }: GeneratedMiss,
  path: string,
  isTruth: (content: string) => boolean,
): Promise<string | null> {
  const parts: Float32Array[] = [];
  await runMediaPass(path, [
    {
      needs: { audio: true },
      async onAudio({ samples }) {
        parts.push(samples.slice());
      },
    },
  ]);
  const samples = Float32Array.from(parts.flatMap((part) => [...part]));
  for (const factor of SUBTRACTIONS) {
    const cleaned = amplified(factor === 0 ? samples : subtractNoise(samples, miss.start, factor));
    const { segments } = await analyzeClip(
      { audio: { sampleRate: AUDIO_SAMPLE_RATE, samples: cleaned, codec: 'flac' } },
      [miss.module as CloserModule],
    );
    const heard = (segments.get(miss.module) ?? []).map(({ content }) => content).join(' ');
    if (isTruth(heard)) return `noise subtracted ${factor} times`;
  }
  return null;
}

function amplified(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  return samples.map((sample) => (sample * 0.9) / peak);
}

/** Spectral subtraction (Boll 1979) with the noise of the seconds before the speech. */
function subtractNoise(samples: Float32Array, speechStart: number, factor: number): Float32Array {
  const window = Float32Array.from({ length: FRAME }, (_, i) =>
    Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME)),
  );
  const hop = FRAME / 2;
  const spectra: { real: Float64Array; imaginary: Float64Array }[] = [];
  for (let at = 0; at + FRAME <= samples.length; at += hop) {
    const real = Float64Array.from(window, (weight, i) => weight * samples[at + i]!);
    spectra.push(transform(real, new Float64Array(FRAME)));
  }
  const before = Math.floor((speechStart * AUDIO_SAMPLE_RATE) / hop) - 2;
  const noise = Float64Array.from({ length: FRAME }, (_, bin) => {
    let sum = 0;
    for (const { real, imaginary } of spectra.slice(0, before)) sum += real[bin]! ** 2 + imaginary[bin]! ** 2;
    return sum / before;
  });
  const cleaned = new Float32Array(samples.length);
  spectra.forEach(({ real, imaginary }, i) => {
    const gains = noise.map((power, bin) => {
      const own = real[bin]! ** 2 + imaginary[bin]! ** 2;
      return Math.sqrt(Math.max(0.01, 1 - (factor * power) / Math.max(1e-12, own)));
    });
    // The conjugate in and out makes the transform its own inverse.
    const back = transform(
      real.map((value, bin) => value * gains[bin]!),
      imaginary.map((value, bin) => -value * gains[bin]!),
    );
    for (let k = 0; k < FRAME; k++) cleaned[i * hop + k]! += (window[k]! * back.real[k]!) / FRAME;
  });
  return cleaned;
}

/** Fast Fourier transform, radix 2. */
function transform(real: Float64Array, imaginary: Float64Array): { real: Float64Array; imaginary: Float64Array } {
  const length = real.length;
  if (length === 1) return { real, imaginary };
  const half = length / 2;
  const pick = (values: Float64Array, odd: number) =>
    Float64Array.from({ length: half }, (_, i) => values[2 * i + odd]!);
  const even = transform(pick(real, 0), pick(imaginary, 0));
  const odd = transform(pick(real, 1), pick(imaginary, 1));
  const result = { real: new Float64Array(length), imaginary: new Float64Array(length) };
  for (let k = 0; k < half; k++) {
    const [cos, sin] = [Math.cos((-2 * Math.PI * k) / length), Math.sin((-2 * Math.PI * k) / length)];
    const [re, im] = [cos * odd.real[k]! - sin * odd.imaginary[k]!, sin * odd.real[k]! + cos * odd.imaginary[k]!];
    result.real[k] = even.real[k]! + re;
    result.imaginary[k] = even.imaginary[k]! + im;
    result.real[k + half] = even.real[k]! - re;
    result.imaginary[k + half] = even.imaginary[k]! - im;
  }
  return result;
}
