import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMediaPass } from '../src/media/media-pass.ts';
import { loadSpeechEngine, type SpeechEngine } from '../src/models/whisper/index.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { concat, silence } from '../test/fixtures/sounds.ts';
import { speechLike } from '../test/fixtures/speech.ts';
import { SHAPE_OF_BASE, writeWhisperModel } from '../test/fixtures/whisper-model.ts';
import { startTranscription } from '../test/modules/transcription/run-transcription.ts';
import type { Report } from './report.ts';

export const name = 'Speech: everything around whisper.cpp';

/** Minutes of sound; three quarters of it speech. */
const MINUTES = Number(process.env['REELSCOPE_BENCH_MINUTES'] ?? 30);
const RATE = 16_000;
/** As many words a second as people say. */
const PIECES = Array.from(
  { length: 60 },
  (_, i) => ` ${['lo', 'ra', 'mi', 'ten', 'su'][i % 5]}${['ba', 'ke', 'fo'][i % 3]}${i}`,
);

/**
 * A model with the shape of Whisper base and made-up weights: what it says means nothing, what it costs is real. First
 * the same chunks are given to whisper.cpp alone, then the whole module hears the file through the media pass.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const model = { id: 'base', file: join(folder, 'base.bin'), kind: 'whisper' as const, multilingual: false };
    await writeWhisperModel(model.file, { pieces: PIECES, endSeconds: 25, multilingual: false, shape: SHAPE_OF_BASE });
    const path = join(folder, 'talk.mkv');
    const turn = concat(speechLike(45, RATE, 1, 0.4), silence(15, RATE));
    const samples = new Float32Array(MINUTES * 60 * RATE).map((_, i) => turn[i % turn.length]!);
    await writeMedia(path, { audio: { sampleRate: RATE, samples, codec: 'flac' } });

    const load = () => loadSpeechEngine(model, { folder, log: { debug() {}, info() {}, warn() {}, error() {} } });
    const chunks: Float32Array[] = [];
    let own = 0;
    const whole = await hear(
      path,
      recording(await load(), chunks, (seconds) => {
        own += seconds;
      }),
    );
    const alone = await load();
    const start = performance.now();
    for (const chunk of chunks) await alone.recognise(chunk, { language: 'en', prompt: null });
    const bare = (performance.now() - start) / 1000;
    await alone.dispose();

    report.figure('sound, minutes', String(MINUTES));
    report.figure('chunks', String(chunks.length));
    report.figure('whisper.cpp alone, s', bare.toFixed(1));
    report.figure('the whole module with decoding, s', whole.seconds.toFixed(1));
    report.figure(
      'of it outside whisper.cpp (nothing being recognised), %',
      ((100 * (whole.seconds - own)) / own).toFixed(2),
      '<= 3',
    );
    report.figure('longer than whisper.cpp alone, %', ((100 * (whole.seconds - bare)) / bare).toFixed(2), '<= 3');
    report.figure('real-time factor', (whole.seconds / (MINUTES * 60)).toFixed(3));
    report.figure('first words after, s', whole.first.toFixed(1), '<= 15');
    report.figure('peak memory of the process, MB', (process.resourceUsage().maxRSS / 1024).toFixed(0));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hear(path: string, engine: SpeechEngine): Promise<{ seconds: number; first: number }> {
  const start = performance.now();
  let first = 0;
  const { run } = await startTranscription(engine, {
    onCheckpoint: () => {
      first ||= (performance.now() - start) / 1000;
    },
  });
  await runMediaPass(path, [run]);
  await run.finish();
  await run.dispose();
  return { seconds: (performance.now() - start) / 1000, first };
}

/** The engine, with what it is given kept, and the time it takes added up. */
function recording(engine: SpeechEngine, chunks: Float32Array[], onTime: (seconds: number) => void): SpeechEngine {
  return {
    get info() {
      return engine.info;
    },
    takes: engine.takes,
    multilingual: engine.multilingual,
    async recognise(samples, options) {
      chunks.push(samples);
      const start = performance.now();
      try {
        return await engine.recognise(samples, options);
      } finally {
        onTime((performance.now() - start) / 1000);
      }
    },
    dispose: () => engine.dispose(),
  };
}
