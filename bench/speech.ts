import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { physicalCores } from '../src/models/speech/cores.ts';
import { loadSpeechEngine } from '../src/models/speech/index.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { concat, silence } from '../test/fixtures/sounds.ts';
import { speechLike } from '../test/fixtures/speech.ts';
import { SHAPE_OF_TINY, writeWhisperModel } from '../test/fixtures/whisper-model.ts';
import type { Report } from './report.ts';
import type { HeardTalk } from './support/hear-talk.ts';

export const name = 'Speech: whisper.cpp, and everything around it';

/** Minutes of sound; three quarters of it speech. */
const MINUTES = Number(process.env['REELSCOPE_BENCH_MINUTES'] ?? 30);
const RATE = 16_000;
/** As many words a second as people say. */
const PIECES = Array.from(
  { length: 60 },
  (_, i) => ` ${['lo', 'ra', 'mi', 'ten', 'su'][i % 5]}${['ba', 'ke', 'fo'][i % 3]}${i}`,
);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Three measurements, since half an hour with a network of a real size takes longer than a bench may: the whole module with a
 * network far smaller than any real one (does all of it hold together, when do the first words come, what memory does it
 * take); the same without any recognition, which is all that lies around whisper.cpp; and one chunk with a network of the
 * shape of Whisper tiny, the quickest real one, whose time stands for every chunk: the weights are made up, and cost what
 * real ones do. Compared is processor time, which other work on the machine changes least.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const path = join(folder, 'talk.mkv');
    const turn = concat(speechLike(45, RATE, 1, 0.4), silence(15, RATE));
    const samples = new Float32Array(MINUTES * 60 * RATE).map((_, i) => turn[i % turn.length]!);
    await writeMedia(path, { audio: { sampleRate: RATE, samples, codec: 'flac' } });
    const small = join(folder, 'small.bin');
    const tiny = join(folder, 'tiny.bin');
    const spoken = { pieces: PIECES, endSeconds: 25, multilingual: false };
    await writeWhisperModel(small, spoken);
    await writeWhisperModel(tiny, { ...spoken, shape: SHAPE_OF_TINY });

    report.figure('sound, minutes (three quarters of it speech)', String(MINUTES));
    const whole = await hear(path, small);
    report.figure('smallest network: chunks', String(whole.chunks.length));
    report.figure('smallest network: first words after, s', whole.firstWords.toFixed(1), '<= 15');
    report.figure('smallest network: whole run, s', whole.wall.toFixed(1));
    report.figure('smallest network: real-time factor', (whole.wall / (MINUTES * 60)).toFixed(3));
    report.figure('smallest network: peak memory of the process, MB', whole.peakMegabytes.toFixed(0));
    const around = await hear(path);
    report.figure('nothing recognised: whole run, s', around.wall.toFixed(1));
    report.figure('nothing recognised: processor time, s', around.processor.toFixed(1));
    report.figure('nothing recognised: peak memory of the process, MB', around.peakMegabytes.toFixed(0));
    const seconds = whole.chunks.reduce((sum, chunk) => sum + chunk, 0) / whole.chunks.length;
    const chunk = await ownTime(tiny, turn.subarray(0, Math.round(seconds * RATE)));
    report.figure('Whisper tiny’s shape: one chunk, s', chunk.wall.toFixed(1));
    report.figure('Whisper tiny’s shape: one chunk, processor time, s', chunk.processor.toFixed(1));
    const own = chunk.processor * whole.chunks.length;
    report.figure('around / whisper.cpp (chunk × chunks), processor time, %', percent(around.processor, own), '<= 3');
    const cores = physicalCores();
    report.figure(
      `real-time factor with Whisper tiny, reckoned on ${cores} cores`,
      ((own + around.processor) / cores / (MINUTES * 60)).toFixed(3),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(2);

async function hear(path: string, model?: string): Promise<HeardTalk> {
  const script = join(import.meta.dirname, 'support/hear-talk.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, path, ...(model ? [model] : [])]);
  return JSON.parse(stdout) as HeardTalk;
}

/** Seconds that whisper.cpp takes for a chunk, in a process that does nothing else meanwhile. */
async function ownTime(file: string, chunk: Float32Array): Promise<{ wall: number; processor: number }> {
  const model = { id: 'bench', file, kind: 'whisper' as const, multilingual: false };
  const engine = await loadSpeechEngine(model, { folder: dirname(file), log: quiet });
  const start = performance.now();
  const before = process.cpuUsage();
  await engine.recognize(chunk, { language: 'en', prompt: null });
  const { user, system } = process.cpuUsage(before);
  const wall = (performance.now() - start) / 1000;
  await engine.dispose();
  return { wall, processor: (user + system) / 1e6 };
}
