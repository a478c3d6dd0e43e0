import { bundledSpeechModel, loadSpeechEngine } from '../src/models/speech/index.ts';
import { concat, silence, type Sound } from '../test/fixtures/sounds.ts';
import { transcribe } from '../test/modules/transcription/run-transcription.ts';
import { say } from './support/say.ts';
import { readSound } from './support/read-sound.ts';
import { hasCorpus, SPOKEN_CORPORA, spokenRecordings } from './support/spoken-recordings.ts';
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const engine = await loadSpeechEngine(bundledSpeechModel('')!, { folder: '', log: quiet });
const de = (await say('espeak-ng', 'de', 'Guten Tag, meine Damen und Herren. Heute sprechen wir über das Wetter in Deutschland und über die neue Brücke in Hamburg. Viele Menschen fahren jeden Morgen mit dem Zug zur Arbeit.'))!;
const jfk = await readSound('/work/shared/media/jfk.flac');
const recs = new Map<string, Sound[]>();
for (const c of SPOKEN_CORPORA) if (hasCorpus(c)) for await (const { language, sound } of spokenRecordings(c, 2)) recs.set(language, [...(recs.get(language) ?? []), sound]);
console.log([...recs].map(([l, s]) => `${l}:${s.map((x) => (x.length / 16000).toFixed(1))}`).join(' '));
const cases: [string, Sound][] = [];
const gap = silence(0.6, 16000);
cases.push(['jfk', jfk], ['jfk jfk', concat(jfk, gap, jfk)], ['jfk|espeak de', concat(jfk, gap, de)], ['espeak de|jfk', concat(de, gap, jfk)], ['jfk de jfk', concat(jfk, gap, de, gap, jfk)]);
const langs = [...recs.keys()];
for (const [a, b] of [['en', 'fr'], ['fr', 'en'], ['en', 'nl'], ['es', 'ru'], ['ru', 'en'], ['en', 'el'], ['da', 'en'], ['pt', 'en'], ['en', 'es'], ['en', 'bg']]) if (recs.get(a!) && recs.get(b!)) cases.push([`${a}|${b}`, concat(recs.get(a!)![0]!, gap, recs.get(b!)![0]!)]);
if (process.argv[2] === 'mono') { cases.length = 0; for (const l of langs) cases.push([`${l}|${l}`, concat(...recs.get(l)!.flatMap((s) => [s, gap]))]); }
for (const [name, sound] of cases) {
  const d = engine.languages!;
  const show = async (s: Sound) => [...(await d.probabilities(s))].sort((x, y) => y[1] - x[1]).slice(0, 3).map(([c, p]) => `${c} ${p.toFixed(2)}`).join(' ');
  const whole = sound.subarray(0, 16000 * 29);
  console.log(name, (sound.length / 16000).toFixed(1), '| whole:', await show(whole), '| halves:', await show(whole.subarray(0, whole.length / 2)), '/', await show(whole.subarray(whole.length / 2)));
  if (process.argv[3] === 'run') { const { segments } = await transcribe({ ...engine, dispose: async () => {} }, sound); console.log('   ', segments.map((s) => `[${s.data?.['language']}] ${s.content.slice(0, 60)}`).join(' / ')); }
}
