// @alone: the exception of whisper.cpp leaves Node's count of callbacks wrong, and an assertion ends the process later.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReelscopeError } from '../../../../src/contract/errors.ts';
import { VULKAN_BUILD } from '../../../../src/models/catalog/index.ts';
import { type GgmlSpeechModel, loadSpeechEngine, readSpeechModel } from '../../../../src/models/speech/index.ts';
import { type Addon, addonVersion, loadAddon } from '../../../../src/models/speech/whisper-cpp/addon.ts';
import { EXTENDED, WHOLE } from '../../../fixtures/extended.ts';
import { speechLike } from '../../../fixtures/speech.ts';
import { createTempFolder, tempFolder } from '../../../fixtures/temp.ts';
import { writeWhisperModel } from '../../../fixtures/whisper-model.ts';
import { evenWords, scriptedEngine } from '../../../modules/transcription/scripted-engine.ts';
import { speechEngineSuite } from '../../../suites/speech-engine.ts';

const PIECES = [' And', ' so', ',', ' my', ' fell', 'ow', ' A', 'mer', 'icans', '.'];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const { path: folder, remove } = await createTempFolder();
const model = (name: string, multilingual: boolean): GgmlSpeechModel => ({
  id: name,
  file: join(folder, `${name}.bin`),
  kind: 'whisper',
  multilingual,
});

beforeAll(async () => {
  await writeWhisperModel(model('tiny', true).file, { pieces: PIECES, endSeconds: 2.5 });
  await writeWhisperModel(model('tiny.en', false).file, { pieces: PIECES, endSeconds: 2.5, multilingual: false });
});
afterAll(remove);

const load = (of: GgmlSpeechModel, loader?: typeof loadAddon) =>
  loadSpeechEngine(of, { folder, log: quiet, ...(loader && { loadAddon: loader, addonVersion: () => '1.0.0' }) });

speechEngineSuite('whisper.cpp, multilingual', () => load(model('tiny', true)));
if (EXTENDED)
  describe('in English', WHOLE, () => speechEngineSuite('whisper.cpp', () => load(model('tiny.en', false))));
speechEngineSuite('scripted', async () => scriptedEngine((seconds) => ({ words: evenWords(seconds) })));

describe('whisper.cpp', () => {
  const sound = speechLike(6, 16_000, 1);

  it('returns words with times, joined from tokens', async () => {
    const engine = await load(model('tiny', true));
    const { words, language } = await engine.recognize(sound, { language: 'fr', prompt: null });
    expect(words.map((word) => word.text)).toEqual(['And', 'so,', 'my', 'fellow', 'Americans.']);
    expect(words.at(-1)!.end).toBe(2.5);
    expect(language).toBe('fr');
    expect(engine.info).toEqual({ id: 'tiny', version: `whisper.node-${addonVersion('cpu')}-cpu` });
    await engine.dispose();
  });

  it('passes the prompt to the model', async () => {
    const engine = await load(model('tiny', true));
    const plain = await engine.recognize(sound, { language: 'en', prompt: null });
    const primed = await engine.recognize(sound, { language: 'en', prompt: ' so my' });
    expect(primed.words).not.toEqual(plain.words);
    // The prompt does not affect the next call.
    expect(await engine.recognize(sound, { language: 'en', prompt: null })).toEqual(plain);
    await engine.dispose();
  });

  it('joins characters that span several tokens', async () => {
    const file = join(await tempFolder(), 'cjk.bin');
    const bytes = Buffer.from('你好');
    await writeWhisperModel(file, {
      pieces: [' Hi', bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3), ' ok'],
      endSeconds: 2,
    });
    const engine = await load({ id: 'cjk', file, kind: 'whisper', multilingual: true });
    const { words } = await engine.recognize(sound, { language: 'zh', prompt: null });
    expect(words.map((word) => word.text).join('|')).toBe('Hi|你|好|ok');
    await engine.dispose();
  });

  it('fails instead of waiting forever when whisper.cpp aborts', async () => {
    const file = join(await tempFolder(), 'broken.bin');
    const bytes = await readFile(model('tiny.en', false).file);
    // Without a blank in the vocabulary, whisper.cpp throws during recognition.
    const blank = bytes.indexOf(Buffer.from([1, 0, 0, 0, 0x20]), 60_000);
    bytes[blank + 4] = 0x23;
    await writeFile(file, bytes);
    const engine = await load({ id: 'broken', file, kind: 'whisper', multilingual: false });
    const hearing = engine.recognize(sound, { language: 'en', prompt: null });
    await expect(hearing).rejects.toThrow(ReelscopeError);
    await engine.dispose();
  });

  it('rejects a file that is not a model', async () => {
    const file = join(await tempFolder(), 'text.bin');
    await writeFile(file, 'no model at all');
    await expect(load({ id: 'x', file, kind: 'whisper', multilingual: true })).rejects.toMatchObject({
      code: 'model_unavailable',
    });
  });

  it('detects models by their header', async () => {
    expect(await readSpeechModel(model('tiny', true).file)).toEqual({ kind: 'whisper', multilingual: true });
    expect(await readSpeechModel(model('tiny.en', false).file)).toEqual({ kind: 'whisper', multilingual: false });
    expect(await readSpeechModel(import.meta.filename)).toBeNull();
  });
});

describe('GPU', () => {
  /** The real addon, which reports a GPU and fails at transcription number `failing`. */
  const withCard =
    (failing: number): typeof loadAddon =>
    (build) => {
      const addon = loadAddon('cpu');
      if (build === 'cpu') return addon;
      let calls = 0;
      return {
        ...addon,
        WhisperContext: class {
          readonly #real;
          constructor(options: { filePath: string; useGpu: boolean; useFlashAttn: boolean }) {
            this.#real = new addon.WhisperContext({ ...options, useGpu: false });
            said?.('info', 'whisper_backend_init_gpu: using Test0 backend');
          }
          transcribeData(pcm: ArrayBuffer, options: Record<string, unknown>) {
            if (++calls === failing) return { stop: async () => {}, promise: Promise.reject(new Error('device lost')) };
            return this.#real.transcribeData(pcm, options);
          }
          release = () => this.#real.release();
          static toggleNativeLog(on: boolean, listener?: (level: string, text: string) => void) {
            said = on ? listener : undefined;
          }
        } as unknown as Addon['WhisperContext'],
      };
    };
  let said: ((level: string, text: string) => void) | undefined;
  const hearing = { language: 'en', prompt: null };
  const sound = speechLike(3, 16_000, 1);

  it('uses a build that a user installed', async () => {
    const models = await tempFolder();
    expect(addonVersion('vulkan', models)).toBeNull();
    await mkdir(join(models, VULKAN_BUILD));
    const installed = createRequire(import.meta.url).resolve(
      `@fugood/node-whisper-${process.platform}-${process.arch}`,
    );
    await copyFile(installed, join(models, VULKAN_BUILD, 'index.node'));
    expect(addonVersion('vulkan', models)).toBe(VULKAN_BUILD);
    expect(loadAddon('vulkan', models).WhisperContext).toBeTypeOf('function');
  });

  it('is used if it works', async () => {
    const engine = await load(model('tiny', true), withCard(0));
    expect(engine.info.version).toMatch(/-(cuda|vulkan|metal)$/);
    expect((await engine.recognize(sound, hearing)).words).toHaveLength(5);
    await engine.dispose();
  });

  it('falls back to the CPU after a failure during recognition', async () => {
    const engine = await load(model('tiny', true), withCard(2));
    expect((await engine.recognize(sound, hearing)).words).toHaveLength(5);
    expect(engine.info.version).toMatch(/-cpu$/);
    await engine.dispose();
  });

  it('is skipped if it crashed the process last time', async () => {
    const marked = await tempFolder();
    for (const build of ['cuda', 'vulkan', 'cpu'] as const) await writeFile(join(marked, `.gpu-${build}-1.0.0`), '');
    const parts = { folder: marked, log: quiet, loadAddon: withCard(0), addonVersion: () => '1.0.0' };
    const engine = await loadSpeechEngine(model('tiny', true), parts);
    expect(engine.info.version).toMatch(/-cpu$/);
    await engine.dispose();
  });
});
