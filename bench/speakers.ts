import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installer } from '../src/models/installer/installer.ts';
import { type SpeakerEngine, speakerEngine } from '../src/models/speakers/index.ts';
import { bundledVad } from '../src/models/vad/index.ts';
import { Diarizer } from '../src/modules/transcription/speakers/diarizer.ts';
import { diarizationError, type LabeledTurn } from '../test/fixtures/diarization-error.ts';
import { availableVoices, conversation, samplesOf, shifted, type Voice } from '../test/fixtures/real-voices.ts';
import type { Report } from './report.ts';

export const name = 'speakers: diarization error on mixes of known voices';

const RATE = 16_000;
const SECONDS = Number(process.env['REELSCOPE_BENCH_SECONDS'] ?? 60);
const SEEDS = [1, 2];

/**
 * Diarization error of the bundled network, or of the weights that the environment names: `REELSCOPE_BENCH_SPEAKERS` is
 * a folder as `models import` takes it, `REELSCOPE_BENCH_SPEAKER_TURNS` one of a segmentation model. Voices come from
 * flite and espeak-ng, if they are installed, and from the readings in `REELSCOPE_BENCH_SPEECH`.
 */
export async function run(report: Report): Promise<void> {
  const variable = (variableName: string) => process.env[`REELSCOPE_BENCH_${variableName}`];
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const installer = new Installer({ folder, isOffline: () => true, baseUrl: () => '', now: Date.now });
    for (const path of [variable('SPEAKERS'), variable('SPEAKER_TURNS')]) if (path) await installer.import(path);
    const engine = await (await speakerEngine(folder)).load();
    try {
      report.figure('engine', engine.info.id);
      await score(report, engine, await availableVoices(variable('SPEECH')));
      await scoreTalk(report, engine, variable('TALK'));
    } finally {
      await engine.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The real talk of two people in the Python package `pyannote-audio`, with overlaps; its threshold was chosen on other
 * material. @param path recording beside which `.rttm` states the turns
 */
async function scoreTalk(report: Report, engine: SpeakerEngine, path: string | undefined): Promise<void> {
  if (path === undefined) {
    report.figure('real talk', 'skipped: REELSCOPE_BENCH_TALK is not set');
    return;
  }
  const turns = turnsOf(await readFile(path.replace(/\.\w+$/, '.rttm'), 'utf8'));
  const result = await diarize(engine, await samplesOf(path), null);
  const { total, confusion, missed } = diarizationError(turns, result.turns);
  report.figure(
    'real talk, number found: error (confusion, missed), %',
    `${percent(total)} (${percent(confusion)}, ${percent(missed)})`,
    '20',
  );
}

/** Turns of an RTTM file (NIST RT-09): type, file, channel, start, duration, …, speaker. */
function turnsOf(rttm: string): LabeledTurn[] {
  const rows = rttm
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  const names = [...new Set(rows.map((row) => row[7]))];
  return rows.map((row) => ({
    start: Number(row[3]),
    end: Number(row[3]) + Number(row[4]),
    speaker: names.indexOf(row[7]),
  }));
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
        isGiven ? undefined : '8',
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
