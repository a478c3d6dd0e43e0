import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editDistance } from '../src/base/edit-distance.ts';
import { foldLetters } from '../src/base/text-fold.ts';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { accentEngine } from '../src/models/accents/index.ts';
import { ocrEngine } from '../src/models/ocr/index.ts';
import { ScriptReader } from '../src/modules/ocr/scripts/script-reader.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { readClip } from './support/read-clip.ts';
import { type Half, type TickerClip, tickerClips } from './support/ticker-clips.ts';

export const name = 'tickers: text that runs through a strip of the picture';

/** Similarity from which a finding is the sentence, and share of its letters from which it is a piece of one. */
const SAME = 0.9;
const PIECE = 0.7;

/**
 * Measures how many sentences of running tickers become one finding each. `--tuning` measures the clips used in
 * development, too.
 */
export async function run(report: Report): Promise<void> {
  const [engine, accents] = [await ocrEngine.load(), await accentEngine.load()];
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  const halves: Half[] = process.argv.includes('--tuning') ? ['tuning', 'held out'] : ['held out'];
  try {
    for (const half of halves) {
      const total = { sentences: 0, once: 0, letters: 0, read: 0, pieces: 0, invented: 0, captions: 0, shown: 0 };
      let [seconds, spent] = [0, 0];
      for await (const clip of tickerClips(half)) {
        const path = join(folder, 'clip.mp4');
        await writeMedia(path, { video: clip.video });
        const scripts = new ScriptReader(accents, new AbortController().signal);
        const started = performance.now();
        const segments = await readClip(path, engine, scripts);
        spent += (performance.now() - started) / 1000;
        seconds += clip.seconds;
        const score = scoreOf(clip, segments);
        for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += score[key];
        report.figure(`${half}: sentences found once, ${clip.name}`, `${score.once} of ${score.sentences}`);
        if (process.argv.includes('--verbose'))
          for (const { content, start_time, end_time } of segments)
            console.log(`    ${start_time.toFixed(2)}–${end_time.toFixed(2)} ${content}`);
      }
      report.figure(`${half}: sentences found once`, `${total.once} of ${total.sentences}`);
      report.figure(`${half}: letters of the sentences`, (total.read / total.letters).toFixed(3), '>= 0.95');
      report.figure(`${half}: pieces and repetitions beside them`, String(total.pieces), '0');
      report.figure(`${half}: other texts`, String(total.invented), '0');
      report.figure(`${half}: static captions beside them`, `${total.captions} of ${total.shown}`);
      report.figure(`${half}: seconds of video per second`, (seconds / spent).toFixed(2));
    }
  } finally {
    await Promise.all([engine.dispose(), accents.dispose()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function scoreOf({ sentences, captions }: TickerClip, segments: readonly SegmentDraft[]) {
  const texts = segments.map(({ content }) => content);
  const isOf = (text: string) => Math.max(0, ...sentences.map((sentence) => similarityOf(text, sentence))) >= SAME;
  const isPiece = (text: string) =>
    [...sentences, sentences.join(' ')].some((sentence) => pieceOf(text, sentence) >= PIECE);
  const found = sentences.map((sentence) => texts.filter((text) => similarityOf(text, sentence) >= SAME));
  const isCaption = (text: string) => captions.some((caption) => similarityOf(text, caption) >= SAME);
  const rest = texts.filter((text) => !isOf(text) && !isCaption(text));
  const lettersOf = (sentence: string) => foldLetters(sentence).length;
  return {
    sentences: sentences.length,
    once: found.filter((all) => all.length === 1).length,
    letters: sentences.reduce((sum, sentence) => sum + lettersOf(sentence), 0),
    read: sentences.reduce((sum, sentence) => {
      const best = Math.max(0, ...texts.map((text) => similarityOf(text, sentence)));
      return sum + (best >= 0.5 ? best * lettersOf(sentence) : 0);
    }, 0),
    pieces: rest.filter(isPiece).length + found.reduce((sum, all) => sum + Math.max(0, all.length - 1), 0),
    invented: rest.filter((text) => !isPiece(text)).length,
    captions: captions.filter((caption) => texts.some((text) => similarityOf(text, caption) >= SAME)).length,
    shown: captions.length,
  };
}

function similarityOf(a: string, b: string): number {
  const [x, y] = [foldLetters(a), foldLetters(b)];
  return 1 - editDistance(x, y) / Math.max(1, x.length, y.length);
}

/** Share of the letters of a text that are in a sentence, in a row. */
function pieceOf(text: string, sentence: string): number {
  const [part, whole] = [foldLetters(text), foldLetters(sentence)];
  const starts = Array.from({ length: Math.max(1, whole.length - part.length + 1) }, (_, i) => i);
  return Math.max(...starts.map((i) => similarityOf(part, whole.slice(i, i + part.length))));
}
