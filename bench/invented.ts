import { existsSync } from 'node:fs';
import { loadSpeechEngine } from '../src/models/speech/index.ts';
import { transcribe } from '../test/modules/transcription/run-transcription.ts';
import type { Report } from './report.ts';
import { type InventedClip, inventedClips } from './support/invented-clips.ts';
import { say } from './support/say.ts';

export const name = 'invented words: clips in which a speech model writes what nobody said';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Counts words that nobody said, with the real weights that `REELSCOPE_BENCH_WHISPER_ONNX` names. Clips with speech
 * need `REELSCOPE_BENCH_SPEECH` (see bench/support/real-speech.ts).
 */
export async function run(report: Report): Promise<void> {
  const folder = process.env['REELSCOPE_BENCH_WHISPER_ONNX'];
  if (!folder || !existsSync(folder)) {
    report.figure('real weights', 'skipped: REELSCOPE_BENCH_WHISPER_ONNX is not set');
    return;
  }
  const clips = await inventedClips(process.env['REELSCOPE_BENCH_SPEECH']);
  let [total, failed] = [0, 0];
  for (const clip of clips) {
    // A fresh engine keeps no language or state of the clip before.
    const engine = await loadSpeechEngine({ kind: 'whisper-onnx', id: 'bench', folder }, { folder, log: quiet });
    const { segments, warnings } = await transcribe(engine, clip.sound);
    const words = segments.flatMap(({ data }) => data?.words ?? []);
    const invented = inventedOf(clip, words);
    total += invented.length;
    if (invented.length > 0) failed++;
    const text = invented.length > 0 ? `: ${invented.slice(0, 8).join(' ')}` : '';
    const note = warnings.length > 0 ? ` (${warnings.join(' ')})` : '';
    report.figure(clip.name, `${invented.length}${text}${note}`, '0');
  }
  report.figure(`clips with invented words, of ${clips.length}`, String(failed), '0');
  report.figure('invented words', String(total), '0');
  await languages(report, folder);
}

/** Lines of five languages, which the bench speaks with espeak-ng. */
const SPOKEN = {
  en: 'Good morning everyone. Today we talk about the weather and about the history of the city.',
  de: 'Guten Morgen zusammen. Heute sprechen wir über das Wetter und über die Geschichte der Stadt.',
  es: 'Buenos días a todos. Hoy hablamos del tiempo y de la historia de la ciudad.',
  it: 'Buongiorno a tutti. Oggi parliamo del tempo e della storia della città.',
  pl: 'Dzień dobry wszystkim. Dzisiaj rozmawiamy o pogodzie i o historii miasta.',
};

async function languages(report: Report, folder: string): Promise<void> {
  const found: string[] = [];
  for (const [code, line] of Object.entries(SPOKEN)) {
    const sound = await say('espeak-ng', code === 'en' ? 'en-us' : code, line);
    if (!sound) {
      report.figure('languages', 'skipped: espeak-ng is not installed');
      return;
    }
    const engine = await loadSpeechEngine({ kind: 'whisper-onnx', id: 'bench', folder }, { folder, log: quiet });
    const { segments } = await transcribe(engine, sound);
    found.push(String(segments[0]?.data?.['language'] ?? 'none'));
  }
  report.figure(`languages found for ${Object.keys(SPOKEN).join(', ')}`, found.join(', '));
}

/** Words outside of the speech, and those within it beyond what was said. */
function inventedOf(
  { spokenUntil, said }: InventedClip,
  words: readonly { text: string; start_time: number }[],
): string[] {
  const late = words.filter(({ start_time }) => start_time > spokenUntil).map(({ text }) => text);
  const within = words.filter(({ start_time }) => start_time <= spokenUntil).map(({ text }) => text);
  return [...late, ...within.slice(said)];
}
