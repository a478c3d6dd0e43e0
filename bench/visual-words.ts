import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { decodePicture } from '../src/media/picture.ts';
import { engineIdOf } from '../src/models/engine.ts';
import { chooseTextImage, type TextImageEngine } from '../src/models/text-image/index.ts';
import { MEANINGFUL_TEXTS, MEANINGLESS_TEXTS } from '../src/server/embeddings/calibration-texts.ts';
import { frameCalibration } from '../src/server/frames/frame-calibration.ts';
import { MIN_FRAME_NEARNESS } from '../src/server/frames/frame-search.ts';
import { percentile, type Report } from './report.ts';
import { captionsOfShared, NONSENSE_QUERIES } from './support/frame-captions.ts';

export const name = 'visual-words: find pictures by words, with installed weights';

/** Folder of an installed model: of the data folder, `models/ID`. */
const MODEL = process.env['REELSCOPE_BENCH_MODEL'];
/** Folder of pictures, each with a text file of the same name: one caption per line. */
const CAPTIONED = process.env['REELSCOPE_BENCH_CAPTIONS'];
const SHARED = join(import.meta.dirname, '../../shared/media/photos');
const PICTURES = ['.jpg', '.jpeg', '.png', '.webp'];

interface Captioned {
  file: string;
  captions: readonly string[];
}

export async function run(report: Report): Promise<void> {
  if (!MODEL) return report.figure('no weights: REELSCOPE_BENCH_MODEL=FOLDER', 'skipped');
  const pictures = CAPTIONED ? captionedIn(CAPTIONED) : captionsOfShared(SHARED);
  if (pictures.length === 0) return report.figure('no captioned pictures: REELSCOPE_BENCH_CAPTIONS=FOLDER', 'skipped');
  const before = process.memoryUsage.rss();
  const engine = await (await chooseTextImage(dirname(MODEL), basename(MODEL))).load();
  report.figure('engine', engineIdOf(engine.info));

  const imageMs: number[] = [];
  const frames: Float32Array[] = [];
  for (const { file } of pictures) {
    const picture = await decodePicture(file, null);
    if (!picture) throw new Error(`${file} is too small`);
    frames.push(await timed(imageMs, async () => (await engine.embedPictures([picture]))[0]!));
  }
  const queryMs: number[] = [];
  const embed = (text: string) => timed(queryMs, async () => (await engine.embedTexts([text]))[0]!);
  const nearnessOf = await calibrated(engine);

  const ranks: number[] = [];
  let kept = 0;
  let unrelated = 0;
  for (const [own, { captions }] of pictures.entries()) {
    for (const caption of captions) {
      const scores = nearnessOf(await embed(caption), frames);
      const nearness = scores[own]!;
      ranks.push(1 + scores.filter((score, i) => i !== own && score > nearness).length);
      if (nearness >= MIN_FRAME_NEARNESS.clear) kept++;
      unrelated += scores.filter((score, i) => i !== own && score >= MIN_FRAME_NEARNESS.clear).length;
    }
  }
  const share = (count: number, of: number) => (count / of).toFixed(3);
  for (const k of [1, 5, 10]) {
    report.figure(
      `recall@${k}, ${ranks.length} captions of ${pictures.length} pictures`,
      share(ranks.filter((rank) => rank <= k).length, ranks.length),
    );
  }
  report.figure('mean reciprocal rank', (ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toFixed(3));
  report.figure('captions whose picture is a clear hit', share(kept, ranks.length));
  report.figure('other pictures that are clear hits, per caption', share(unrelated, ranks.length));

  const nonsense: number[] = [];
  for (const query of NONSENSE_QUERIES) {
    nonsense.push(nearnessOf(await embed(query), frames).filter((score) => score >= MIN_FRAME_NEARNESS.weak).length);
  }
  report.figure(
    `meaningless queries without hits, of ${nonsense.length}`,
    String(nonsense.filter((hits) => hits === 0).length),
  );
  report.figure('false hits of meaningless queries', String(nonsense.reduce((sum, hits) => sum + hits, 0)), '0');
  report.figure('ms per picture (median, first left out)', percentile(imageMs.slice(1), 0.5).toFixed(1));
  report.figure('ms per query (median, first left out)', percentile(queryMs.slice(1), 0.5).toFixed(1));
  report.figure('memory of both networks, MB', ((process.memoryUsage.rss() - before) / 1e6).toFixed(0));
  await engine.dispose();
}

/** Returns a function that scores frames for a query as the search does. */
async function calibrated(engine: TextImageEngine) {
  const vectors = await engine.embedTexts([...MEANINGFUL_TEXTS, ...MEANINGLESS_TEXTS]);
  const calibration = frameCalibration({ model: engineIdOf(engine.info), dimension: vectors[0]!.length, vectors });
  return (query: Float32Array, frames: readonly Float32Array[]): number[] => {
    const nearnessOf = calibration.calibrate(query);
    return frames.map((frame) =>
      nearnessOf(
        frame,
        frame.reduce((sum, value, i) => sum + value * query[i]!, 0),
      ),
    );
  };
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const value = await work();
  times.push(performance.now() - start);
  return value;
}

function captionedIn(folder: string): Captioned[] {
  return readdirSync(folder)
    .filter((file) => PICTURES.includes(extname(file).toLowerCase()))
    .sort()
    .map((file) => ({ file: join(folder, file), text: join(folder, `${basename(file, extname(file))}.txt`) }))
    .filter(({ text }) => existsSync(text))
    .map(({ file, text }) => ({
      file,
      captions: readFileSync(text, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    }));
}
