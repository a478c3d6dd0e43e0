import { bundledSpeechModel, loadSpeechEngine, type SpeechEngine } from '../src/models/speech/index.ts';
import type { Sound } from '../test/fixtures/sounds.ts';
import { transcribe } from '../test/modules/transcription/run-transcription.ts';
import type { Report } from './report.ts';
import { say } from './support/say.ts';
import { hasCorpus, SPOKEN_CORPORA, type SpokenCorpus, spokenRecordings } from './support/spoken-recordings.ts';

export const name = 'languages: language of speech, found by the bundled model';

/** Recordings of each voice. */
const PER_VOICE = Number(process.env['REELSCOPE_BENCH_RECORDINGS'] ?? 5);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Texts for espeak-ng, about 12 s each. */
const SYNTHETIC = {
  de: 'Guten Tag, meine Damen und Herren. Heute sprechen wir über das Wetter in Deutschland und über die neue Brücke in Hamburg. Viele Menschen fahren jeden Morgen mit dem Zug zur Arbeit.',
  fr: 'Bonjour à tous. Aujourd’hui nous parlons du temps qu’il fait en France et du nouveau pont à Marseille. Beaucoup de gens prennent le train chaque matin pour aller au travail.',
  pt: 'Bom dia a todos. Hoje vamos falar sobre o tempo em Portugal e sobre a nova ponte em Lisboa. Muitas pessoas apanham o comboio todas as manhãs para ir trabalhar.',
} as const;

/** Transcribes recordings in known languages as the product does, and counts those with lines in another language. */
export async function run(report: Report): Promise<void> {
  const engine = await loadSpeechEngine(bundledSpeechModel('')!, { folder: '', log: quiet });
  for (const [language, text] of Object.entries(SYNTHETIC)) {
    const sound = await say('espeak-ng', language, text);
    const found = sound ? (await languagesIn(engine, sound)).join(', ') || 'no speech' : 'skipped: no espeak-ng';
    report.figure(`espeak-ng, ${language}`, found, language);
  }
  for (const corpus of SPOKEN_CORPORA) {
    if (hasCorpus(corpus)) await countRight(report, engine, corpus);
    else report.figure(corpus.name, 'skipped: not found (REELSCOPE_BENCH_SOUNDS names another root)');
  }
  await engine.dispose();
}

async function countRight(report: Report, engine: SpeechEngine, corpus: SpokenCorpus): Promise<void> {
  const counts = { all: 0, right: 0 };
  const wrong: string[] = [];
  for await (const { language, sound } of spokenRecordings(corpus, PER_VOICE)) {
    const found = await languagesIn(engine, sound);
    counts.all++;
    if (found.length === 1 && found[0] === language) counts.right++;
    else wrong.push(`${language} as ${found.join(' and ') || 'no speech'}`);
  }
  const label = `${corpus.name}: recordings of 10 to 15 s in the right language`;
  report.figure(label, `${counts.right} of ${counts.all}`, '>= 95 %');
  if (wrong.length > 0) report.figure(`${corpus.name}: others`, wrong.join('; '));
}

/** Languages of the lines, each once. */
async function languagesIn(engine: SpeechEngine, sound: Sound): Promise<string[]> {
  const kept: SpeechEngine = { ...engine, dispose: async () => {} };
  const { segments } = await transcribe(kept, sound);
  return [...new Set(segments.map(({ data }) => String(data?.['language'])))];
}
