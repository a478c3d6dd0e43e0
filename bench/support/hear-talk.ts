import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { loadSpeechEngine, type SpeechEngine } from '../../src/models/speech/index.ts';
import { startTranscription } from '../../test/modules/transcription/run-transcription.ts';

/** What one run over a file came to; times in seconds. */
export interface HeardTalk {
  wall: number;
  /** Processor time of the whole process from the start of the run on. */
  processor: number;
  /** While something was being recognised. */
  recognising: number;
  firstWords: number;
  /** Lengths of the chunks that were recognised. */
  chunks: number[];
  peakMegabytes: number;
}

/*
 * A process of its own, so that its memory is that of a worker: transcribes the file of its first argument as the product does.
 * With a model as the second argument whisper.cpp recognises, without one nobody does, and all that is left is what lies around it.
 */
const [path, model] = process.argv.slice(2) as [string, string | undefined];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const inner: SpeechEngine = model
  ? await loadSpeechEngine(
      { id: 'bench', file: model, kind: 'whisper', multilingual: false },
      { folder: dirname(model), log: quiet },
    )
  : silentEngine();
const start = performance.now();
const before = process.cpuUsage();
const seconds = () => (performance.now() - start) / 1000;
const heard: HeardTalk = { wall: 0, processor: 0, recognising: 0, firstWords: 0, chunks: [], peakMegabytes: 0 };
const engine: SpeechEngine = {
  info: inner.info,
  supports: inner.supports,
  multilingual: inner.multilingual,
  async recognize(samples, options) {
    heard.chunks.push(samples.length / 16_000);
    const from = seconds();
    const found = await inner.recognize(samples, options);
    heard.recognising += seconds() - from;
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
await run.finish();
const { user, system } = process.cpuUsage(before);
heard.wall = seconds();
heard.processor = (user + system) / 1e6;
await run.dispose();
// Linux counts the parent's memory into maxRSS of a child; its own high-water mark is in /proc.
const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) : null;
heard.peakMegabytes = (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
console.log(JSON.stringify(heard));

/** Says two words about anything, at once. */
function silentEngine(): SpeechEngine {
  return {
    info: { id: 'bench', version: '0' },
    supports: { language: true, prompt: true },
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
