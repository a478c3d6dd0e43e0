import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { installedCaptionEngine } from '../../../src/models/captions/index.ts';
import { transformersEmbeddings } from '../../../src/models/embeddings/transformers.ts';
import { Installer } from '../../../src/models/installer/installer.ts';
import { writeCaptionModel } from '../../fixtures/caption-model.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { SENTENCE_DIMENSION, writeSentenceModel } from '../../fixtures/sentence-model.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks } from '../../fixtures/this-system.ts';
import { writeWhisperModel } from '../../fixtures/whisper-model.ts';
import { writeOnnxWhisper } from '../../fixtures/whisper-onnx-model.ts';

async function setUp() {
  const folder = join(await tempFolder(), 'models');
  const installer = new Installer({ folder, isOffline: () => true, baseUrl: () => '', now: Date.now });
  onTestFinished(() => installer.close());
  return { folder, installer };
}

it.skipIf(noLinks)(
  `imports a custom sentence encoder from a folder or the hub's cache, and runs it${noLinks}`,
  async () => {
    const { folder, installer } = await setUp();
    const source = await tempFolder();
    await writeSentenceModel(source, 'My e5-tiny');
    await rm(join(source, 'My e5-tiny/model.json'));
    await writeFile(join(source, 'My e5-tiny/model.safetensors'), 'what no engine reads');
    const own = await installer.import(join(source, 'My e5-tiny'));
    expect(own).toMatchObject({ id: 'own-my-e5-tiny', task: 'sentence-embedding', verified: 'none' });
    const paths = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
    expect(own.files.map(({ path }) => path)).toEqual(paths);
    const engine = await transformersEmbeddings(folder, own).load();
    onTestFinished(() => engine.dispose());
    expect((await engine.embed(['a dog']))[0]).toHaveLength(SENTENCE_DIMENSION);

    const cache = join(source, 'models--somebody--tiny/snapshots');
    await mkdir(cache, { recursive: true });
    await symlink(join(source, 'My e5-tiny'), join(cache, 'a'.repeat(40)));
    expect(await installer.import(join(cache, 'a'.repeat(40)))).toMatchObject({ id: 'own-tiny' });
    expect((await readdir(join(source, 'My e5-tiny'))).sort()).toContain('model.safetensors');
  },
);

it('imports a custom captioning model, and runs it', async () => {
  const { folder, installer } = await setUp();
  const source = await tempFolder();
  await writeCaptionModel(source, 'captions');
  const own = await installer.import(join(source, 'captions'));
  expect(own).toMatchObject({ id: 'own-captions', task: 'image-captioning' });
  const engine = await (await installedCaptionEngine(folder))!.load();
  onTestFinished(() => engine.dispose());
  const white = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  expect(await engine.caption(white)).toMatch(/bright/);
});

it("explains why such a folder can't be used", async () => {
  const { folder, installer } = await setUp();
  const source = await tempFolder();
  await writeSentenceModel(source, 'tiny');
  const tiny = join(source, 'tiny');
  const refused = (why: RegExp) =>
    expect(installer.import(tiny)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringMatching(why),
    });
  const config = (value: unknown) => writeFile(join(tiny, 'config.json'), JSON.stringify(value));
  await config({ model_type: 'bert', architectures: ['BertForSequenceClassification'] });
  await refused(/not a Whisper model/);
  await config({ model_type: 'clipseg', architectures: ['CLIPSegModel'], vision_config: {} });
  await refused(/not a Whisper model/);
  await config({ model_type: 'clip', architectures: ['CLIPModel'], vision_config: {} });
  await refused(/no ONNX weights, such as onnx\/vision_model\.onnx/);
  await config({ model_type: 'vision-encoder-decoder', decoder: { model_type: 'trocr' } });
  await refused(/not a Whisper model/);
  await config({ model_type: 'vision-encoder-decoder', decoder: { model_type: 'gpt2' } });
  await refused(/no ONNX weights, such as onnx\/encoder/);
  await config(['no', 'model']);
  await refused(/config\.json does not describe/);
  await writeFile(join(tiny, 'config.json'), '{');
  await refused(/config\.json can’t be read/);
  await config({ model_type: 'mpnet', architectures: ['MPNetForMaskedLM'] });
  expect(await installer.import(tiny)).toMatchObject({ id: 'own-tiny' });
  await installer.remove('own-tiny');
  await rm(join(tiny, 'tokenizer.json'));
  await refused(/tokenizer\.json is missing/);
  await rm(join(tiny, 'onnx'), { recursive: true });
  await refused(/no ONNX weights/);
  expect(await readdir(join(folder, '.partial'))).toEqual([]);
});

it('imports a speech model from a folder that also holds another format', async () => {
  const { installer } = await setUp();
  const source = await tempFolder();
  await writeWhisperModel(join(source, 'ggml-boat.bin'), { pieces: [' hi'], endSeconds: 1 });
  await writeFile(
    join(source, 'config.json'),
    JSON.stringify({ model_type: 'whisper', architectures: ['WhisperForConditionalGeneration'] }),
  );
  expect(await installer.import(source)).toMatchObject({ id: 'own-boat', task: 'speech-recognition' });
});

it.each(sample([true, false], 1))(
  'reads the languages of a speech model from its files (multilingual: %s)',
  WHOLE,
  async (multilingual) => {
    const { installer } = await setUp();
    const source = await tempFolder();
    const expected = multilingual ? 'multilingual' : ['en'];
    const file = join(source, 'ggml-boat.bin');
    await writeWhisperModel(file, { pieces: [' hi'], endSeconds: 1, multilingual });
    expect(await installer.languagesOf(await installer.import(file))).toEqual(expected);
    await writeOnnxWhisper(source, 'yacht', { pieces: [[' hi', 0]], end: 1, multilingual });
    expect(await installer.languagesOf(await installer.import(join(source, 'yacht')))).toEqual(expected);
  },
);
