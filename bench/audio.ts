import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundledVad } from '../src/models/vad/index.ts';
import { soundRanges } from '../src/modules/audioevents/ranges.ts';
import { FRAME_SECONDS, type Frames, Recording } from '../src/modules/audioevents/recording.ts';
import { shareRight, soundMix } from '../test/fixtures/sound-mix.ts';
import type { Report } from './report.ts';
import { readSound } from './support/read-sound.ts';

export const name = 'audio: speech, music or noise, silence';

const REAL_SPEECH = join(import.meta.dirname, '../../shared/media/jfk.flac');
const SPEED_SECONDS = 600;

export async function run(report: Report): Promise<void> {
  const mixes = { 'synthetic speech': soundMix() };
  if (existsSync(REAL_SPEECH)) Object.assign(mixes, { 'real speech': soundMix(await readSound(REAL_SPEECH)) });
  for (const [title, { samples, truth }] of Object.entries(mixes)) {
    const ranges = soundRanges(await listen(samples)).map(({ sound, start, end }) => ({
      sound,
      start: start * FRAME_SECONDS,
      end: end * FRAME_SECONDS,
    }));
    report.figure(`tenths of a second classified correctly, ${title}`, shareRight(truth, ranges).toFixed(3), '>= 0.92');
  }
  const { samples } = soundMix();
  const long = new Float32Array(SPEED_SECONDS * 16_000).map((_, index) => samples[index % samples.length]!);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  soundRanges(await listen(long));
  const seconds = (performance.now() - start) / 1000;
  report.figure('speed, times real time', (SPEED_SECONDS / seconds).toFixed(0));
  report.figure(
    `additional memory for ${SPEED_SECONDS / 60} minutes, MB`,
    ((process.memoryUsage().rss - before) / 1e6).toFixed(0),
  );
}

async function listen(samples: Float32Array): Promise<Frames> {
  const engine = await bundledVad.load();
  const stream = engine.stream();
  const recording = new Recording();
  for (let at = 0; at < samples.length; at += 16_000) {
    const chunk = samples.subarray(at, at + 16_000);
    recording.addSamples(chunk);
    recording.addSpeech(await stream.push(chunk));
  }
  recording.flush();
  recording.addSpeech(await stream.flush());
  await engine.dispose();
  return recording.frames;
}
