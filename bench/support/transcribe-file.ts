import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { loadSpeechEngine, readSpeechModel, type SpeechEngine } from '../../src/models/speech/index.ts';
import { startTranscription } from '../../test/modules/transcription/run-transcription.ts';

/** Figures of one run over a file; times in seconds. */
export interface Transcription {
  wall: number;
  /** Processor time of the process since the start of the run. */
  processor: number;
  /** Time spent in recognition. */
  recognizing: number;
  firstWords: number;
  /** Durations of the recognized chunks. */
  chunks: number[];
  peakMegabytes: number;
  words: [text: string, start: number][];
}

/*
 * Separate process, so that its memory is that of a worker: transcribes the file of its first argument as the product
 * does. The second argument is a model of whisper.cpp or a folder with one in ONNX form; without it, only the
 * surrounding code runs.
 */
const [path, model] = process.argv.slice(2) as [string, string | undefined];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const inner: SpeechEngine = model ? await load(model) : silentEngine();
const start = performance.now();
const before = process.cpuUsage();
const seconds = () => (performance.now() - start) / 1000;
const heard: Transcription = {
  wall: 0,
  processor: 0,
  recognizing: 0,
  firstWords: 0,
  chunks: [],
  peakMegabytes: 0,
  words: [],
};
const engine: SpeechEngine = {
  info: inner.info,
  supports: inner.supports,
  multilingual: inner.multilingual,
  async recognize(samples, options) {
    heard.chunks.push(samples.length / 16_000);
    const from = seconds();
    const found = await inner.recognize(samples, options);
    heard.recognizing += seconds() - from;
    return found;
  },
  dispose: () => inner.dispose(),
};
const { run } = await startTranscription(engine, {
  onCheckpoint: () => {
    heard.firstWords ||= seconds();
  },
});
await runMediaPass(path, [run]);
for (const { data } of await run.finish()) {
  for (const word of data?.words ?? []) heard.words.push([word.text, word.start_time]);
}
const { user, system } = process.cpuUsage(before);
heard.wall = seconds();
heard.processor = (user + system) / 1e6;
await run.dispose();
// On Linux, maxRSS of a child includes the parent's memory; its own peak is in /proc.
const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) : null;
heard.peakMegabytes = (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
console.log(JSON.stringify(heard));

async function load(path: string): Promise<SpeechEngine> {
  const parts = { folder: dirname(path), log: quiet };
  if (statSync(path).isDirectory()) return loadSpeechEngine({ kind: 'whisper-onnx', id: 'bench', folder: path }, parts);
  const facts = await readSpeechModel(path);
  if (!facts) throw new Error(`${path} is not a speech model.`);
  return loadSpeechEngine({ id: 'bench', file: path, ...facts }, parts);
}

/** Returns two words for any audio, immediately. */
function silentEngine(): SpeechEngine {
  return {
    info: { id: 'bench', version: '0' },
    supports: { language: true, prompt: true, translation: false },
    multilingual: false,
    recognize: async (samples) => ({
      words: [1, 2].map((i) => ({
        text: `word${i}`,
        start: (i * samples.length) / 64_000,
        end: (i * samples.length) / 60_000,
      })),
      language: 'en',
      timesEstimated: false,
    }),
    dispose: async () => {},
  };
}
