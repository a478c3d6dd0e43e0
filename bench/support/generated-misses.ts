import { AV_DISPOSITION_COMMENT } from 'node-av/constants';
import type { MissReason } from '../../src/contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { AudioSpec, MediaSpec, Picture } from '../../test/fixtures/media-spec.ts';
import { repeat } from '../../test/fixtures/pictures.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { concat, mix, type Sound, silence } from '../../test/fixtures/sounds.ts';
import { HEIGHT, hardened, LABELED_PHOTOS, linesPicture, photoPicture, WIDTH } from './hard-pictures.ts';
import { noiseAt, RATE, saidAt, spokenAt } from './hard-speech.ts';

/** Something that an analysis misses, and why. */
export interface GeneratedMiss {
  kind: string;
  reason: MissReason;
  media: MediaSpec;
  modules: readonly ModuleName[];
  /** Question as an analyst would ask it. */
  miss: { module: ModuleName; start: number; end: number; text?: string; height?: number };
  /** Words in the part, or labels of which one suffices; absent if no installed model can find it. */
  truth?: readonly string[];
  /** Left, top, width, and height in pixels of where it is; all of the frame if absent. */
  place?: readonly [number, number, number, number];
}

const FRAME_RATE = 25;
const SECONDS = 2;
const WORDS = ['EXIT 14 NORTH', 'Harbor Street 22', 'Invoice 4711', 'Do not enter', 'Platform nine', 'Room B 117'];
const UNKNOWN = ['crane', 'drone', 'helmet', 'ladder', 'tank', 'stretcher'];

type Random = () => number;

/** Thirty misses. @param seed decides about all sizes, times, words, and levels */
export async function generatedMisses(seed: number): Promise<GeneratedMiss[]> {
  const random = seededRandom(seed);
  const times = (count: number, make: (i: number) => Promise<GeneratedMiss>) =>
    Array.from({ length: count }, (_, i) => () => make(i));
  const makers = [
    ...times(4, (i) => tinyText(random, i)),
    ...times(4, (i) => hardPicture(random, i, 'dark scene')),
    ...times(4, (i) => hardPicture(random, i, 'blurred')),
    ...times(4, (i) => shortText(random, i)),
    ...times(2, (i) => shortObject(random, i)),
    ...times(4, (i) => whisper(random, i)),
    ...times(3, (i) => unknownObject(random, i)),
    ...times(3, (i) => skippedTrack(random, i)),
    ...times(2, (i) => moduleNotRun(random, i)),
  ];
  const misses: GeneratedMiss[] = [];
  for (const make of makers) misses.push(await make());
  return misses;
}

const between = (random: Random, least: number, most: number) => least + random() * (most - least);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

function video(pictures: Iterable<Picture>, frameRate = FRAME_RATE): MediaSpec {
  return { video: { width: WIDTH, height: HEIGHT, frameRate, pictures, crf: 12 } };
}

/** A picture that does not change, for two seconds. */
const standing = (picture: Picture): MediaSpec => video(repeat(picture, 10), 5);

const sound = (samples: Sound, more: Partial<AudioSpec> = {}): AudioSpec => ({
  sampleRate: RATE,
  samples,
  codec: 'flac',
  ...more,
});

async function tinyText(random: Random, i: number): Promise<GeneratedMiss> {
  const size = between(random, 3.5, 5.5);
  const words = pick(random, WORDS);
  const picture = await linesPicture([words], size);
  return {
    kind: 'tiny text',
    truth: [words],
    place: [60, 60, 120, 40],
    reason: 'too_small',
    media: standing(picture),
    modules: ['ocr'],
    // Half of the analysts mark the line.
    miss: { module: 'ocr', start: 0.5, end: 1.5, ...(i % 2 === 0 && { height: Math.round(size * 1.2) }) },
  };
}

async function hardPicture(random: Random, i: number, kind: 'dark scene' | 'blurred'): Promise<GeneratedMiss> {
  const isText = i % 2 === 0;
  const photo = pick(random, LABELED_PHOTOS);
  const words = isText ? [pick(random, WORDS), pick(random, WORDS)] : [];
  const plain = isText ? await linesPicture(words, between(random, 20, 30)) : await photoPicture(photo.path);
  const hardship =
    kind === 'blurred'
      ? { blur: isText ? between(random, 9, 14) : between(random, 30, 40) }
      : { light: between(random, 0.008, 0.02) };
  // The noise of a sensor differs from frame to frame.
  const frames = Array.from({ length: 10 }, (_, frame) => hardened(plain, { ...hardship, seed: 100 * i + frame + 1 }));
  const pictures = await Promise.all(frames);
  const module = isText ? 'ocr' : 'visualelements';
  return {
    kind,
    reason: kind === 'blurred' ? 'too_blurred' : 'too_dark',
    truth: isText ? words : photo.labels,
    ...(isText && { place: [40, 40, 420, 140] as const }),
    media: video(pictures, 5),
    modules: [module],
    miss: { module, start: 0.5, end: 1.5, ...(!isText && { text: photo.labels[0] }) },
  };
}

/** Frames that show something for less than the distance of two stills. */
function flash(random: Random, plain: Picture, shown: Picture, distance: number) {
  const frames = Math.floor(between(random, 2, 6));
  // Stills are due at multiples of the distance.
  const first = Math.floor(1 * FRAME_RATE + between(random, 0.15, 0.35) * distance * FRAME_RATE) + 1;
  const pictures = Array.from({ length: SECONDS * FRAME_RATE }, (_, at) =>
    at >= first && at < first + frames ? shown : plain,
  );
  return { media: video(pictures), start: first / FRAME_RATE, end: (first + frames) / FRAME_RATE };
}

async function shortText(random: Random, _i: number): Promise<GeneratedMiss> {
  const words = pick(random, WORDS);
  const [plain, shown] = [await linesPicture([], 24), await linesPicture([words], 28)];
  const { media, ...range } = flash(random, plain, shown, 0.5);
  return {
    kind: 'short appearance',
    truth: [words],
    reason: 'between_frames',
    media,
    modules: ['ocr'],
    miss: { module: 'ocr', ...range },
  };
}

async function shortObject(random: Random, i: number): Promise<GeneratedMiss> {
  const photo = pick(random, LABELED_PHOTOS);
  const plain = await photoPicture(photo.path);
  const shown = { ...plain, rgb: plain.rgb.slice() };
  // A small sign in a corner does not change the picture as a whole.
  const side = 40 + 10 * i;
  for (let y = 0; y < side; y++) shown.rgb.fill(220, (y * WIDTH + 20) * 3, (y * WIDTH + 20 + side) * 3);
  const { media, ...range } = flash(random, plain, shown, 0.5);
  return {
    kind: 'sampled between frames',
    reason: 'between_frames',
    media,
    modules: ['visualelements'],
    miss: { module: 'visualelements', ...range, text: 'stop sign' },
  };
}

async function whisper(random: Random, i: number): Promise<GeneratedMiss> {
  const index = i + Math.floor(random() * 6);
  const spoken = await spokenAt(index, between(random, -48, -42));
  if (!spoken) throw new Error('The benchmark needs espeak-ng and flite.');
  const said = concat(silence(1, RATE), spoken, silence(1, RATE));
  const noisy = mix(said, noiseAt(said.length / RATE, i + 1, between(random, -26, -20)));
  return {
    kind: 'whisper under noise',
    truth: [saidAt(index)],
    reason: 'too_noisy',
    media: { audio: sound(noisy) },
    modules: ['transcription', 'audioevents'],
    miss: { module: 'transcription', start: 1, end: 1 + spoken.length / RATE },
  };
}

async function unknownObject(random: Random, i: number): Promise<GeneratedMiss> {
  const picture = await photoPicture(pick(random, LABELED_PHOTOS).path);
  return {
    kind: 'object of no known label',
    reason: 'unknown_label',
    media: standing(picture),
    modules: ['visualelements'],
    miss: {
      module: 'visualelements',
      start: 0.2,
      end: 0.8,
      text: UNKNOWN[(i + Math.floor(random() * 6)) % UNKNOWN.length]!,
    },
  };
}

async function skippedTrack(random: Random, i: number): Promise<GeneratedMiss> {
  const [main, comment] = [await spokenAt(i, -22), await spokenAt(i + 3, -22)];
  if (!main || !comment) throw new Error('The benchmark needs espeak-ng and flite.');
  const start = main.length / RATE + between(random, 1, 2);
  const length = start + comment.length / RATE + 1;
  const first = concat(main, silence(length - main.length / RATE, RATE));
  const second = concat(silence(start, RATE), comment, silence(1, RATE));
  return {
    kind: 'skipped track',
    truth: [saidAt(i + 3)],
    reason: 'track_skipped',
    media: { audio: [sound(first), sound(second, { disposition: AV_DISPOSITION_COMMENT, title: 'Commentary' })] },
    modules: ['transcription', 'audioevents'],
    miss: { module: 'transcription', start, end: start + comment.length / RATE },
  };
}

async function moduleNotRun(random: Random, i: number): Promise<GeneratedMiss> {
  const words = pick(random, WORDS);
  const picture = await linesPicture([words], 40);
  const module = i % 2 === 0 ? 'ocr' : 'visualelements';
  return {
    kind: 'module not run',
    // No object is in it.
    ...(module === 'ocr' && { truth: [words] }),
    reason: 'not_run',
    media: standing(picture),
    modules: ['scenes'],
    miss: { module, start: 0.2, end: 0.8 },
  };
}
