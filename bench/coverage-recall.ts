import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRuns } from '../src/base/runs.ts';
import type { Picture } from '../test/fixtures/media-spec.ts';
import { repeat } from '../test/fixtures/pictures.ts';
import { concat, mix, silence } from '../test/fixtures/sounds.ts';
import type { Report } from './report.ts';
import { type AnalyzedClip, analyzeClip } from './support/analyze-clip.ts';
import {
  type Hardship,
  HEIGHT,
  hardened,
  hasPhotos,
  LABELED_PHOTOS,
  linesPicture,
  photoPicture,
  WIDTH,
} from './support/hard-pictures.ts';
import { noiseAt, RATE, SPOKEN, spokenAt, wordsHeard } from './support/hard-speech.ts';

export const name = 'coverage-recall: recall by condition, which the coverage map states';

/** A measured value of a condition, and the share that was found there. */
type Point = [value: number, recall: number];

const TABLE = join(import.meta.dirname, '../src/core/coverage-map/measured-recall.json');
const LINES = [
  'Quarterly revenue rose by twelve percent',
  'Seven new stores opened in northern Europe',
  'Please switch off your phone before we begin',
  'Energy can be neither created nor destroyed',
  'The bridge was finished in March 1937',
  'Every third customer came back in a month',
];
const FONT_SIZES = [4, 5, 6, 7, 8, 9, 10, 12, 16, 24];
const LIGHTS = [0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.25, 0.5, 1];
const BLURS = [0, 1, 1.5, 2, 3, 4, 6, 9, 14, 20, 30];
/** Size of text that is dark or blurred, in pixels. */
const USUAL_SIZE = 24;
const SPEECH_DB = -25;
const NOISES_DB = [-70, -45, -40, -35, -30, -27, -24, -20];
const LEVELS_DB = [-25, -40, -50, -60, -70, -80];

type Table = Record<string, Record<string, Point[]>>;

const MEASUREMENTS: Record<string, Record<string, () => Promise<Point[]>>> = {
  ocr: {
    lineHeight: textBySize,
    brightness: () =>
      text(
        LIGHTS.map((light) => ({ light })),
        peak,
      ),
    sharpness: () =>
      text(
        BLURS.map((blur) => ({ blur })),
        sharpness,
      ),
  },
  visualelements: {
    brightness: () =>
      objects(
        LIGHTS.map((light) => ({ light })),
        brightness,
      ),
    sharpness: () =>
      objects(
        BLURS.map((blur) => ({ blur })),
        sharpness,
      ),
  },
  transcription: {
    snr: () =>
      speech(
        NOISES_DB.map((noise) => ({ level: SPEECH_DB, noise })),
        (clip) => seconds(clip, 'level') - seconds(clip, 'noise'),
      ),
    level: () =>
      speech(
        LEVELS_DB.map((level) => ({ level, noise: level - 30 })),
        (clip) => seconds(clip, 'level'),
      ),
  },
};

/**
 * Measures recall by condition, of all or of one: `--condition=sharpness`. With `--write`, writes the table of the
 * product.
 */
export async function run(report: Report): Promise<void> {
  const only = process.argv.find((word) => word.startsWith('--condition='))?.split('=')[1];
  const table: Table = JSON.parse(await readFile(TABLE, 'utf8'));
  for (const [module, conditions] of Object.entries(MEASUREMENTS)) {
    for (const [condition, measure] of Object.entries(conditions)) {
      if (only !== undefined && condition !== only) continue;
      const points = await measure();
      table[module] = { ...table[module], [condition]: points };
      const shown = points.map(([value, recall]) => `${value}: ${recall.toFixed(2)}`).join('  ');
      report.figure(`${module} by ${condition}`, shown);
    }
  }
  if (process.argv.includes('--write')) await writeFile(TABLE, `${JSON.stringify(table, null, 2)}\n`);
}

const video = (pictures: Iterable<Picture>) => ({ width: WIDTH, height: HEIGHT, frameRate: 5, pictures, crf: 12 });
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const brightness = ({ conditions }: AnalyzedClip) => average(fromRuns(conditions.picture!.brightness));
const peak = ({ conditions }: AnalyzedClip) => average(fromRuns(conditions.picture!.peak));
const sharpness = ({ conditions }: AnalyzedClip) =>
  average(fromRuns(conditions.picture!.sharpness).map((one) => Math.max(0, one)));
/** Mean over the seconds with speech. */
function seconds({ conditions }: AnalyzedClip, measure: 'level' | 'noise'): number {
  const { speech, [measure]: values } = conditions.sound!;
  const spoken = fromRuns(speech);
  const own = fromRuns(values).filter((_, i) => spoken[i]! >= 50);
  return own.length > 0 ? average(own) : average(fromRuns(values));
}

const sorted = (points: readonly Point[]): Point[] =>
  points
    .map(([value, recall]): Point => [Math.round(value), Math.round(recall * 100) / 100])
    .sort((a, b) => a[0] - b[0]);

/** Recall by the height of a line in pixels, as the detector finds it. */
async function textBySize(): Promise<Point[]> {
  const points: Point[] = [];
  for (const size of FONT_SIZES) {
    const clip = await analyzeClip({ video: video(repeat(await linesPicture(LINES, size), 5)) }, ['ocr']);
    points.push([size * 1.2, textRecall(clip)]);
  }
  return sorted(points);
}

async function text(hardships: readonly Hardship[], measureOf: (clip: AnalyzedClip) => number): Promise<Point[]> {
  const plain = await linesPicture(LINES, USUAL_SIZE);
  const points: Point[] = [];
  for (const hardship of hardships) {
    const clip = await analyzeClip({ video: video(repeat(await hardened(plain, hardship), 5)) }, ['ocr']);
    points.push([measureOf(clip), textRecall(clip)]);
  }
  return sorted(points);
}

function textRecall({ segments }: AnalyzedClip): number {
  const read = (segments.get('ocr') ?? []).map(({ content }) => content).join(' ');
  return average(LINES.map((line) => wordsHeard(line, read)));
}

async function objects(hardships: readonly Hardship[], measureOf: (clip: AnalyzedClip) => number): Promise<Point[]> {
  if (!hasPhotos) throw new Error('The photos of the shared media are missing.');
  const points: Point[] = [];
  for (const hardship of hardships) {
    const pictures: Picture[] = [];
    for (const { path } of LABELED_PHOTOS)
      pictures.push(...repeat(await hardened(await photoPicture(path), hardship), 5));
    const clip = await analyzeClip({ video: video(pictures) }, ['visualelements']);
    const found = clip.segments.get('visualelements') ?? [];
    const hits = LABELED_PHOTOS.flatMap(({ labels }, second) =>
      labels.map((label) =>
        found.some((one) => one.data?.label === label && one.start_time < second + 1 && one.end_time > second) ? 1 : 0,
      ),
    );
    points.push([measureOf(clip), average(hits)]);
  }
  return sorted(points);
}

async function speech(
  hardships: readonly { level: number; noise: number }[],
  measureOf: (clip: AnalyzedClip) => number,
): Promise<Point[]> {
  const points: Point[] = [];
  for (const { level, noise } of hardships) {
    const parts = [silence(0.5, RATE)];
    for (const i of SPOKEN.keys()) parts.push((await spokenAt(i, level))!, silence(1, RATE));
    const said = concat(...parts);
    const samples = mix(said, noiseAt(said.length / RATE, 7, noise));
    const clip = await analyzeClip({ audio: { sampleRate: RATE, samples, codec: 'flac' } }, ['transcription']);
    const heard = (clip.segments.get('transcription') ?? []).map(({ content }) => content).join(' ');
    points.push([measureOf(clip), average(SPOKEN.map((one) => wordsHeard(one.text, heard)))]);
  }
  return sorted(points);
}
