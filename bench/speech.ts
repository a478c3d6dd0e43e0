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
import { compareEngines } from './support/real-speech.ts';
import type { Transcription } from './support/transcribe-file.ts';

export const name = 'speech: engines with real weights, and the code around them';

/** Minutes of audio, three quarters of it speech. */
const MINUTES = Number(process.env['REELSCOPE_BENCH_MINUTES'] ?? 30);
const RATE = 16_000;
/** Words at a natural rate. */
const PIECES = Array.from(
  { length: 60 },
  (_, i) => ` ${['lo', 'ra', 'mi', 'ten', 'su'][i % 5]}${['ba', 'ke', 'fo'][i % 3]}${i}`,
);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Three measurements, because half an hour with a real model takes too long for a benchmark: the whole module with a
 * model far smaller than any real one (integrity, time to first words, memory); the same without recognition, which
 * leaves the code around whisper.cpp; and one chunk with a model in the shape of Whisper tiny, the fastest real one,
 * whose time represents every chunk: its weights are random and cost the same as real ones. Processor time is compared,
 * because other load on the machine affects it least.
 */
export async function run(report: Report): Promise<void> {
  await compareEngines(report);
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

    report.figure('audio, minutes (three quarters of it speech)', String(MINUTES));
    const whole = await hear(path, small);
    report.figure('smallest model: chunks', String(whole.chunks.length));
    report.figure('smallest model: time to first words, s', whole.firstWords.toFixed(1), '<= 15');
    report.figure('smallest model: whole run, s', whole.wall.toFixed(1));
    report.figure('smallest model: real-time factor', (whole.wall / (MINUTES * 60)).toFixed(3));
    report.figure('smallest model: peak memory of the process, MB', whole.peakMegabytes.toFixed(0));
    const around = await hear(path);
    report.figure('without recognition: whole run, s', around.wall.toFixed(1));
    report.figure('without recognition: processor time, s', around.processor.toFixed(1));
    report.figure('without recognition: peak memory of the process, MB', around.peakMegabytes.toFixed(0));
    const seconds = whole.chunks.reduce((sum, chunk) => sum + chunk, 0) / whole.chunks.length;
    const chunk = await ownTime(tiny, turn.subarray(0, Math.round(seconds * RATE)));
    report.figure('Whisper tiny’s shape: one chunk, s', chunk.wall.toFixed(1));
    report.figure('Whisper tiny’s shape: one chunk, processor time, s', chunk.processor.toFixed(1));
    const own = chunk.processor * whole.chunks.length;
    report.figure(
      'other code / whisper.cpp (chunk × chunks), processor time, %',
      percent(around.processor, own),
      '<= 3',
    );
    const cores = physicalCores();
    report.figure(
      `real-time factor with Whisper tiny, estimated for ${cores} cores`,
      ((own + around.processor) / cores / (MINUTES * 60)).toFixed(3),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (part: number, whole: number) => ((100 * part) / whole).toFixed(2);

async function hear(path: string, model?: string): Promise<Transcription> {
  const script = join(import.meta.dirname, 'support/transcribe-file.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, path, ...(model ? [model] : [])]);
  return JSON.parse(stdout) as Transcription;
}

/** Time of whisper.cpp for one chunk, in seconds, without other load in the process. */
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
