import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { physicalCores } from '../../src/models/speech/cores.ts';
import type { Report } from '../report.ts';
import type { Transcription } from './transcribe-file.ts';

/** Recording with its reference text. */
interface Recording {
  name: string;
  path: string;
  said: string;
}

/** Words with their starts in seconds, and the cost of recognizing them. */
type Recognized = Pick<Transcription, 'processor' | 'wall' | 'peakMegabytes' | 'words'>;

/**
 * Compares the engines on recordings of people with real weights, if their folders are named: `REELSCOPE_BENCH_SPEECH`
 * holds pairs of `NAME.flac` and `NAME.txt`, `REELSCOPE_BENCH_WHISPER_ONNX` a Whisper model in the layout of
 * transformers.js, `REELSCOPE_BENCH_WHISPER_GGML` one of whisper.cpp, `REELSCOPE_BENCH_PYTHON` a Python with
 * faster-whisper, and `REELSCOPE_BENCH_WHISPER_CT2` its model. The same weights make the comparison fair.
 */
export async function compareEngines(report: Report): Promise<void> {
  const variable = (name: string) => process.env[`REELSCOPE_BENCH_${name}`];
  const [folder, onnx, ggml, python, ct2] = ['SPEECH', 'WHISPER_ONNX', 'WHISPER_GGML', 'PYTHON', 'WHISPER_CT2'].map(
    variable,
  );
  if (!folder || !onnx) {
    report.figure('real weights', 'skipped: REELSCOPE_BENCH_SPEECH or …_WHISPER_ONNX is not set');
    return;
  }
  for (const recording of recordingsIn(folder)) {
    const ours = await transcribe(recording.path, onnx);
    const peer = python && ct2 ? await fasterWhisper(python, ct2, recording.path) : null;
    const { name } = recording;
    const target = peer ? `<= ${(2 * peer.processor).toFixed(1)} (2 x faster-whisper)` : undefined;
    figures(report, `${name}: onnxruntime-node`, ours, recording, target);
    report.figure(`${name}: onnxruntime-node, first words, s`, ours.firstWords.toFixed(1), '<= 5');
    if (peer) {
      figures(report, `${name}: faster-whisper, int8, beam 1`, peer, recording);
      const distance = medianDistance(ours.words, peer.words);
      report.figure(`${name}: word starts, median distance, ms`, distance.toFixed(0), '<= 60');
    } else report.figure(`${name}: faster-whisper`, 'skipped: REELSCOPE_BENCH_PYTHON or …_WHISPER_CT2 is not set');
    if (ggml) figures(report, `${name}: whisper.cpp (whisper.node)`, await transcribe(recording.path, ggml), recording);
    else report.figure(`${name}: whisper.cpp`, 'skipped: REELSCOPE_BENCH_WHISPER_GGML is not set');
  }
}

function figures(report: Report, label: string, run: Recognized, { said }: Recording, target?: string): void {
  report.figure(`${label}, processor time, s`, run.processor.toFixed(1), target);
  report.figure(`${label}, differing words`, `${differingWords(said, run.words)} of ${plainWords(said).length}`);
  report.figure(`${label}, peak memory, MB`, run.peakMegabytes.toFixed(0));
}

function recordingsIn(folder: string): Recording[] {
  const texts = readdirSync(folder).filter((file) => file.endsWith('.txt') && existsSync(soundOf(folder, file)));
  return texts.map((file) => ({
    name: file.slice(0, -4),
    path: soundOf(folder, file),
    said: readFileSync(join(folder, file), 'utf8').replaceAll('--', ' '),
  }));
}

const soundOf = (folder: string, text: string) => join(folder, `${text.slice(0, -4)}.flac`);

async function transcribe(path: string, model: string): Promise<Transcription> {
  const script = join(import.meta.dirname, 'transcribe-file.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, path, model], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as Transcription;
}

async function fasterWhisper(python: string, model: string, path: string): Promise<Recognized> {
  const script = join(import.meta.dirname, 'faster-whisper.py');
  const threads = String(physicalCores());
  const { stdout } = await promisify(execFile)(python, [script, model, path, threads], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout) as Recognized;
}

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

const spokenWords = (words: Recognized['words']) =>
  words.map(([word, start]) => ({ word: plainWords(word).join(''), start })).filter(({ word }) => word !== '');

/** Substituted, missing, and added words. */
function differingWords(said: string, words: Recognized['words']): number {
  const expected = plainWords(said);
  const found = plainWords(words.map(([word]) => word).join(' '));
  let row = Array.from({ length: found.length + 1 }, (_, j) => j);
  for (const [i, word] of expected.entries()) {
    const next = [i + 1];
    for (let j = 1; j <= found.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (found[j - 1] === word ? 0 : 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** Median distance in milliseconds between the starts of the words that both engines found, in order. */
function medianDistance(a: Recognized['words'], b: Recognized['words']): number {
  const [ours, theirs] = [spokenWords(a), spokenWords(b)];
  const distances: number[] = [];
  let from = 0;
  for (const { word, start } of ours) {
    const at = theirs.findIndex((other, i) => i >= from && i < from + 4 && other.word === word);
    if (at < 0) continue;
    distances.push(Math.abs(theirs[at]!.start - start) * 1000);
    from = at + 1;
  }
  return distances.sort((x, y) => x - y)[distances.length >> 1] ?? Number.NaN;
}
