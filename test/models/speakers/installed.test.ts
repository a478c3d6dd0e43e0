import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Installer } from '../../../src/models/installer/installer.ts';
import { speakerEngine } from '../../../src/models/speakers/index.ts';
import { writeOnnx } from '../../../src/models/tfjs/onnx-writer.ts';
import { speechLike } from '../../fixtures/speech.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** A network that returns the mean of each band, in the form of a speaker embedding. */
const MEANS = writeOnnx({
  nodes: [{ op: 'ReduceMean', inputs: ['x'], outputs: ['y'], attributes: { axes: [1], keepdims: 0 } }],
  constants: [],
  inputs: [{ name: 'x', type: 'float32', shape: ['batch', 'frames', 40] }],
  outputs: [{ name: 'y', type: 'float32', shape: ['batch', 40] }],
});

async function setUp() {
  const folder = await tempFolder();
  const installer = new Installer({ folder, isOffline: () => true, baseUrl: () => '', now: () => 0 });
  const write = async (name: string, type: string) => {
    const source = join(await tempFolder(), name);
    await mkdir(join(source, 'onnx'), { recursive: true });
    await writeFile(join(source, 'config.json'), JSON.stringify({ model_type: type }));
    await writeFile(join(source, 'onnx/model.onnx'), MEANS);
    return source;
  };
  return { folder, installer, write };
}

it('imports a speaker model from a folder, and runs it', async () => {
  const { folder, installer, write } = await setUp();
  const model = await installer.import(await write('Voices', 'resemblyzer'));
  expect(model).toMatchObject({ id: 'own-voices', task: 'speaker-embedding' });
  const engine = await (await speakerEngine(folder)).load();
  onTestFinished(() => engine.dispose());
  expect(engine.segmentation).toBeNull();
  const embedding = await engine.embed(speechLike(1.6, 16_000, 1));
  expect(embedding).toHaveLength(40);
  expect(Math.hypot(...embedding)).toBeCloseTo(1);
});

it('uses a segmentation model with the bundled network and with an installed one', async () => {
  const { folder, installer, write } = await setUp();
  const model = await installer.import(await write('turns', 'pyannote'));
  expect(model).toMatchObject({ task: 'speaker-segmentation' });
  const bundled = await (await speakerEngine(folder)).load();
  onTestFinished(() => bundled.dispose());
  expect([bundled.info.id, bundled.segmentation === null]).toEqual(['resemblyzer', false]);
  await installer.import(await write('voices', 'wespeaker-resnet'));
  const engine = await (await speakerEngine(folder)).load();
  onTestFinished(() => engine.dispose());
  expect(engine.segmentation).not.toBeNull();
});

it('reports a damaged model by name', async () => {
  const { folder, installer, write } = await setUp();
  const source = await write('voices', 'resemblyzer');
  await writeFile(join(source, 'onnx/model.onnx'), 'no network');
  await installer.import(source);
  const engine = await (await speakerEngine(folder)).load();
  onTestFinished(() => engine.dispose());
  await expect(engine.embed(speechLike(1.6, 16_000, 1))).rejects.toMatchObject({
    code: 'model_unavailable',
    message: expect.stringContaining('own-voices'),
  });
});
