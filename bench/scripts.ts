import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { runMediaPass } from '../src/media/media-pass.ts';
import { type AccentEngine, accentEngine, SCRIPT_NAMES, SCRIPTS } from '../src/models/accents/index.ts';
import { loadTextReaders, type OcrEngine, ocrEngine, type RgbImage } from '../src/models/ocr/index.ts';
import { READING_NEEDS } from '../src/modules/ocr/module.ts';
import type { TextReader } from '../src/modules/ocr/reader.ts';
import { textSegments } from '../src/modules/ocr/segments.ts';
import { textReaderOf } from '../test/fixtures/text-reader.ts';
import type { Report } from './report.ts';
import { scriptPictures } from './support/script-pictures.ts';
import { accentPictures, recompressed, textPictures } from './support/text-pictures.ts';

export const name = 'scripts: text in scripts other than Latin and Chinese';

/** Folder of a library's models, whose recognizers of text are measured as well. */
const MODELS = process.env['REELSCOPE_BENCH_TEXT_MODELS'];
const CLIPS = join(import.meta.dirname, '../../shared/media');

/** Recognizers that read together. */
interface Engines {
  engine: OcrEngine;
  accents: AccentEngine;
  installed?: Awaited<ReturnType<typeof loadTextReaders>>;
}

/** Texts, and findings that name a script. */
interface Result {
  texts: SegmentDraft[];
  notices: SegmentDraft[];
}

export async function run(report: Report): Promise<void> {
  const installed = MODELS ? await loadTextReaders(MODELS) : undefined;
  const engines = {
    engine: await ocrEngine.load(),
    accents: await accentEngine.load(),
    ...(installed && { installed }),
  };
  if (installed) report.figure('installed recognizers', installed.ids.join());
  try {
    await foreign(report, engines);
    await latin(report, engines);
    await clips(report, engines);
  } finally {
    await Promise.all([engines.engine.dispose(), engines.accents.dispose(), installed?.dispose()]);
  }
}

async function foreign(report: Report, engines: Engines): Promise<void> {
  const { pictures, missing } = await scriptPictures();
  for (const quality of [null, 50]) {
    for (const [script, slides] of Map.groupBy(pictures, (picture) => picture.script)) {
      let [found, all, invented, unread] = [0, 0, 0, 0];
      for (const { image, words } of slides) {
        const still = quality === null ? image : await recompressed(image, quality);
        const { texts, notices } = await readStill(engines, still);
        const read = texts.flatMap(({ content }) => content.split(' '));
        const left = [...words];
        for (const word of read) {
          const at = left.indexOf(word);
          if (at >= 0) left.splice(at, 1);
          else invented++;
        }
        found += words.length - left.length;
        all += words.length;
        unread += notices.length;
      }
      const how = quality === null ? '' : `, JPEG quality ${quality}`;
      report.figure(`word recall, ${script}${how}`, (found / all).toFixed(3), '>= 0.95');
      report.figure(`wrong words, notices, ${script}${how}`, `${invented} beside ${all}, ${unread}`);
    }
  }
  if (missing.length > 0) report.figure('scripts without a font on this machine', missing.join());
}

/** Slides in Latin script must stay free of other scripts. */
async function latin(report: Report, engines: Engines): Promise<void> {
  const pictures = [...(await textPictures(12)), ...(await accentPictures())];
  let [slides, foreignTexts] = [0, 0];
  for (const { image } of pictures) {
    for (const quality of [null, 50]) {
      const result = await readStill(engines, quality === null ? image : await recompressed(image, quality));
      foreignTexts += result.notices.length + result.texts.filter(({ content }) => isForeign(content)).length;
      slides++;
    }
  }
  report.figure('texts and notices in other scripts on slides in Latin script', `${foreignTexts} on ${slides}`, '0');
}

async function clips(report: Report, engines: Engines): Promise<void> {
  for (const file of ['bbb.mp4', 'bikes.mp4', 'cockatoo.mp4']) {
    const path = join(CLIPS, file);
    if (!existsSync(path)) {
      report.figure(file, 'not on this machine');
      continue;
    }
    const reader = textReaderOf(engines);
    const started = performance.now();
    const onLuma: TextReader['onLuma'] = (frame) => reader.onLuma(frame);
    const onStill: TextReader['onStill'] = (still) => reader.onStill(still);
    await runMediaPass(path, [{ needs: READING_NEEDS, onLuma, onStill }]);
    const texts = textSegments(await reader.finish(0)).filter(({ content }) => isForeign(content));
    const found = [...texts, ...reader.unreadScripts()].map(({ content }) => content);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    report.figure(
      `texts and notices in other scripts, ${file}`,
      `${found.join(' | ') || 'none'} (${seconds} s)`,
      'none',
    );
  }
}

function isForeign(text: string): boolean {
  return SCRIPT_NAMES.some((script) => SCRIPTS[script].own.test(text));
}

async function readStill(engines: Engines, image: RgbImage): Promise<Result> {
  const reader = textReaderOf(engines);
  await reader.onStill({ ...image, time: 0 });
  return { texts: textSegments(await reader.finish(1)), notices: reader.unreadScripts() };
}
