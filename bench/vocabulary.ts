import { existsSync } from 'node:fs';
import { loadSpeechEngine, type SpeechEngine } from '../src/models/speech/index.ts';
import { concat, type Sound, silence } from '../test/fixtures/sounds.ts';
import { transcribe } from '../test/modules/transcription/run-transcription.ts';
import type { Report } from './report.ts';
import { say } from './support/say.ts';

export const name = 'custom vocabulary: rare names with and without the list';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Rare names and terms, and sentences with them. */
const NAMES =
  'Okonkwo, Szymborska, Vandermeer, Aoife, Wojciech, Marchetti, Zielinski, Thessaly, Quillfeather, Reelscope, Nakagawa, Huygens, Lindqvist, Brzezinski, Tenerife, Saoirse, Xanthippe, Galbraith, Ouagadougou, Kierkegaard'.split(
    ', ',
  );
const SENTENCES = [
  'Doctor Okonkwo met Professor Szymborska in the library.',
  'Miss Vandermeer and her sister Aoife arrived late.',
  'Wojciech sent the letter to Mister Marchetti.',
  'The lawyer Zielinski comes from Thessaly.',
  'Captain Quillfeather opened the program Reelscope.',
  'The engineer Nakagawa wrote a book about Huygens.',
  'Judge Lindqvist did not agree with Senator Brzezinski.',
  'In Tenerife we visited our friend Saoirse.',
  'The philosopher spoke about Xanthippe and Galbraith.',
  'The train to Ouagadougou left before Kierkegaard came.',
];
/** More names, absent from the sentences: a list is longer than one recording needs. */
const OTHERS =
  'Abernathy, Delacroix, Fitzwilliam, Gonzaga, Hrushevsky, Ishiguro, Jovanovic, Kowalczyk, Lovelace, Mbeki'.split(', ');

/**
 * Counts the names that are written as in the list, with the real weights that `REELSCOPE_BENCH_WHISPER_ONNX` names.
 */
export async function run(report: Report): Promise<void> {
  const folder = process.env['REELSCOPE_BENCH_WHISPER_ONNX'];
  if (!folder || !existsSync(folder)) {
    report.figure('real weights', 'skipped: REELSCOPE_BENCH_WHISPER_ONNX is not set');
    return;
  }
  const engine = await loadSpeechEngine({ kind: 'whisper-onnx', id: 'bench', folder }, { folder, log: quiet });
  for (const voice of ['slt', 'rms']) {
    const said: Sound[] = [];
    for (const sentence of SENTENCES) {
      const sound = await say('flite', voice, sentence);
      if (!sound) {
        report.figure(`voice ${voice}`, 'skipped: flite is not installed');
        return;
      }
      said.push(sound, silence(1, 16_000));
    }
    const sound = concat(...said);
    const lists = { 'no list': [], 'a list of 20': NAMES, 'a list of 30': [...OTHERS, ...NAMES] };
    for (const [title, vocabulary] of Object.entries(lists)) {
      const text = await textOf(engine, sound, vocabulary);
      const right = NAMES.filter((rare) => text.includes(rare));
      const wrong = OTHERS.filter((other) => text.includes(other));
      report.figure(`voice ${voice}, ${title}: names right, of ${NAMES.length}`, String(right.length));
      if (wrong.length > 0) report.figure(`voice ${voice}, ${title}: names that were not said`, wrong.join(', '));
    }
  }
  await engine.dispose();
}

async function textOf(engine: SpeechEngine, sound: Sound, vocabulary: readonly string[]): Promise<string> {
  const kept: SpeechEngine = { ...engine, dispose: async () => {} };
  const { segments } = await transcribe(kept, sound, { speech: { vocabulary, language: 'en' } });
  return segments.map(({ content }) => content).join(' ');
}
