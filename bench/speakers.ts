import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installer } from '../src/models/installer/index.ts';
import { installedSpeakerEngine, type SpeakerEngine } from '../src/models/speakers/index.ts';
import { bundledVad } from '../src/models/vad/index.ts';
import { Diarizer } from '../src/modules/transcription/speakers/diarizer.ts';
import { diarizationError } from '../test/fixtures/diarization-error.ts';
import { availableVoices, conversation, shifted, type Voice } from '../test/fixtures/real-voices.ts';
import type { Report } from './report.ts';

export const name = 'speakers: diarization error on mixes of known voices';

const RATE = 16_000;
const SECONDS = Number(process.env['REELSCOPE_BENCH_SECONDS'] ?? 60);
const SEEDS = [1, 2];

/**
 * Diarization error with the weights that the environment names: `REELSCOPE_BENCH_SPEAKERS` is a folder as `models
 * import` takes it, `REELSCOPE_BENCH_SPEAKER_TURNS` optionally one of a segmentation model. Voices come from flite and
 * espeak-ng, if they are installed, and from the readings in `REELSCOPE_BENCH_SPEECH`.
 */
export async function run(report: Report): Promise<void> {
  const variable = (variableName: string) => process.env[`REELSCOPE_BENCH_${variableName}`];
  const embedding = variable('SPEAKERS');
  if (!embedding) {
    report.figure('real weights', 'skipped: REELSCOPE_BENCH_SPEAKERS is not set');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const installer = new Installer({ folder, isOffline: () => true, baseUrl: () => '', now: Date.now });
    await installer.import(embedding);
    const turns = variable('SPEAKER_TURNS');
    if (turns) await installer.import(turns);
    else report.figure('segmentation model', 'none: REELSCOPE_BENCH_SPEAKER_TURNS is not set');
    const engine = await (await installedSpeakerEngine(folder))!.load();
    try {
      await score(report, engine, await availableVoices(variable('SPEECH')));
    } finally {
      await engine.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function score(report: Report, engine: SpeakerEngine, voices: readonly Voice[]): Promise<void> {
  report.figure('voices', String(voices.length));
  let [sound, processor] = [0, 0];
  for (const [label, chosen] of mixesOf(voices)) {
    const mixes = SEEDS.map((seed) => ({ ...conversation(chosen, SECONDS, seed), engine: remembering(engine) }));
    for (const isGiven of [false, true]) {
      let [error, confusion, missed, exact] = [0, 0, 0, 0];
      for (const mix of mixes) {
        const before = process.cpuUsage();
        const present = new Set(mix.turns.map(({ speaker }) => speaker)).size;
        const result = await diarize(mix.engine, mix.samples, isGiven ? present : null);
        const { user, system } = process.cpuUsage(before);
        // The second run repeats the embeddings of the first.
        if (!isGiven) {
          processor += (user + system) / 1e6;
          sound += SECONDS;
        }
        const score = diarizationError(mix.turns, result.turns);
        error += score.total / SEEDS.length;
        confusion += score.confusion / SEEDS.length;
        missed += score.missed / SEEDS.length;
        if (result.speakers.length === present) exact++;
      }
      const how = isGiven ? 'number given' : 'number found';
      report.figure(
        `${label}, ${how}: error (confusion, missed), %`,
        `${percent(error)} (${percent(confusion)}, ${percent(missed)})`,
      );
      if (!isGiven) report.figure(`${label}: number of speakers right`, `${exact} of ${SEEDS.length}`);
    }
  }
  report.figure('processor time per minute of sound, s', ((processor / sound) * 60).toFixed(2));
}

/** An engine that computes the embeddings of one recording once: they are the same whatever the number of speakers. */
function remembering(engine: SpeakerEngine): SpeakerEngine {
  const known = new Map<string, Promise<Float32Array>>();
  return {
    ...engine,
    embed(samples) {
      const key = createHash('sha1').update(samples).digest('hex');
      const found = known.get(key) ?? engine.embed(samples);
      known.set(key, found);
      return found;
    },
  };
}

const percent = (share: number) => (100 * share).toFixed(1);

/** Voices that are there, in groups from easy to hard. */
function mixesOf(voices: readonly Voice[]): [string, Voice[]][] {
  const find = (...names: string[]) =>
    names.flatMap((start) => voices.find((voice) => voice.name.startsWith(start)) ?? []);
  const reading = voices.filter(({ name: voice }) => !voice.startsWith('flite') && !voice.startsWith('espeak'));
  const longest = reading.sort((a, b) => b.samples.length - a.samples.length)[0];
  const person = longest ? [longest] : [];
  const mixes: [string, Voice[]][] = [
    ['woman and man', find('flite slt', 'flite rms')],
    ['two men', find('flite rms', 'flite awb')],
    ['reading, woman, man', [...person, ...find('flite slt', 'flite awb')]],
    ['reading and its shifted forms', person.flatMap((one) => [one, shifted(one, 0.82), shifted(one, 1.22)])],
    ['four of flite', find('flite slt', 'flite rms', 'flite awb', 'flite kal16')],
    ['five: reading and flite', [...person, ...find('flite slt', 'flite rms', 'flite awb', 'flite kal16')]],
    ['espeak-ng, two variants', find('espeak-ng en-us', 'espeak-ng en-us+f3')],
    ['one speaker', person.length > 0 ? person : find('flite slt')],
  ];
  return mixes.filter(([, chosen]) => chosen.length > 0);
}

async function diarize(engine: SpeakerEngine, samples: Float32Array, count: number | null) {
  const vad = await bundledVad.load();
  try {
    const diarizer = new Diarizer({ engine, vad: vad.stream(), count, signal: new AbortController().signal });
    for (let at = 0; at < samples.length; at += RATE) await diarizer.listen(samples.subarray(at, at + RATE));
    return await diarizer.finish();
  } finally {
    await vad.dispose();
  }
}
