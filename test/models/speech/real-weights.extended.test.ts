import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { loadSpeechEngine, readSpeechModel, type SpeechEngine } from '../../../src/models/speech/index.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { wordErrorRate } from '../../fixtures/word-error-rate.ts';
import { startTranscription } from '../../modules/transcription/run-transcription.ts';
import { speechEngineSuite } from '../../suites/speech-engine.ts';

/** Folder with ggml speech models, such as ggml-base.en.bin; required by these tests. */
const FOLDER = process.env['REELSCOPE_TEST_MODELS'];
const SPEECH = join(import.meta.dirname, '../../../../shared/media/jfk.flac');
const SAID =
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';
const log = { debug() {}, info() {}, warn() {}, error() {} };

const files = FOLDER && existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.bin')) : [];
const models = await Promise.all(
  files.map(async (name) => ({
    id: name,
    file: join(FOLDER!, name),
    facts: await readSpeechModel(join(FOLDER!, name)),
  })),
);

const usable = models.filter((model) => model.facts !== null);

it.runIf(FOLDER)('REELSCOPE_TEST_MODELS names a folder with speech models', () => {
  expect(usable, `${FOLDER} holds no ggml speech model`).not.toEqual([]);
});

const why = FOLDER ? `in ${FOLDER}` : 'skipped: REELSCOPE_TEST_MODELS names no folder with ggml speech models';
describe.skipIf(usable.length === 0)(`real weights (${why})`, () => {
  it('are there', () => expect(usable).not.toEqual([]));

  for (const { id, file, facts } of usable) {
    if (!facts) continue;
    const load = async () => loadSpeechEngine({ id, file, ...facts }, { folder: await tempFolder(), log });
    speechEngineSuite(id, async () => loadSpeechEngine({ id, file, ...facts }, { folder: FOLDER!, log }));

    it.skipIf(!existsSync(SPEECH))(
      `${id} transcribes a speech${existsSync(SPEECH) ? '' : ` (skipped: there is no ${SPEECH})`}`,
      async () => {
        const { run } = await startTranscription(await load());
        await runMediaPass(SPEECH, [run]);
        const segments = await run.finish();
        await run.dispose();
        const errors = wordErrorRate(SAID, segments.map((segment) => segment.content).join(' '));
        expect(errors).toBeLessThanOrEqual(/tiny/.test(id) ? 0.15 : 0.05);
        expect(segments.at(-1)!.end_time).toBeLessThanOrEqual(11.01);
      },
    );
  }
});

/** Shared weights and recordings, for development; beside the project, or beside the folder of a second work tree. */
const SHARED = ['../../../../shared', '../../../../../shared']
  .map((path) => join(import.meta.dirname, path))
  .find(existsSync);
const ONNX = SHARED && join(SHARED, 'real-models/whisper-base-onnx');
const missing = !ONNX || !existsSync(ONNX);

describe.skipIf(missing)(`Whisper base in ONNX form${missing ? ' (skipped: no shared/real-models)' : ''}`, () => {
  const load = (): Promise<SpeechEngine> =>
    loadSpeechEngine({ kind: 'whisper-onnx', id: 'base', folder: ONNX! }, { folder: ONNX!, log });

  async function transcribed(path: string): Promise<string> {
    const { run } = await startTranscription(await load());
    await runMediaPass(path, [run]);
    const segments = await run.finish();
    await run.dispose();
    return segments.map((segment) => segment.content).join(' ');
  }

  it('makes at most one error in a speech of 11 s', async () => {
    // None on Intel processors; on some of AMD, whose rounding differs, 8-bit weights hear “asked not”.
    const rate = wordErrorRate(SAID, await transcribed(join(SHARED!, 'media/jfk.flac')));
    expect(rate * SAID.split(/\s+/).length).toBeLessThan(1.5);
  }, 120_000);

  it('makes at most two errors in a reading of 44 s', async () => {
    const said = readFileSync(join(SHARED!, 'real-models/two-cities.txt'), 'utf8').replaceAll('--', ' ');
    const heard = await transcribed(join(SHARED!, 'real-models/two-cities.flac'));
    expect(wordErrorRate(said, heard) * said.split(/\s+/).length).toBeLessThan(2.5);
  }, 240_000);
});

describe('word error rate', () => {
  it('counts substituted, missing, and extra words', () => {
    expect(wordErrorRate('ask not what', 'Ask, not what!')).toBe(0);
    expect(wordErrorRate('a b c d', 'a x c')).toBe(0.5);
    expect(wordErrorRate('a b', 'a b c')).toBe(0.5);
  });
});
