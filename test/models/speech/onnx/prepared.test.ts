import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { preparedNetwork } from '../../../../src/models/speech/onnx/prepared.ts';
import { toUnsignedWeights } from '../../../../src/models/speech/onnx/quantization.ts';
import { writeOnnx } from '../../../../src/models/tfjs/onnx-writer.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

const exact = Promise.resolve(true);
const inexact = Promise.resolve(false);

const model = (weight: number) =>
  Buffer.from(
    writeOnnx({
      nodes: [
        { op: 'Cast', inputs: ['a'], outputs: ['bytes'], attributes: { to: 2 } },
        { op: 'MatMulInteger', inputs: ['bytes', 'weights', 'zero', 'middle'], outputs: ['integers'] },
      ],
      constants: [
        { name: 'weights', shape: [8, 4], values: new Int8Array(32).fill(weight) },
        { name: 'middle', shape: [4], values: new Int8Array(4) },
      ],
      inputs: [{ name: 'a', type: 'float32', shape: [2, 8] }],
      outputs: [{ name: 'integers', type: 'float32', shape: [2, 4] }],
    }),
  );

async function written(weight = 5): Promise<{ folder: string; path: string }> {
  const folder = await tempFolder();
  const path = join(folder, 'net.onnx');
  await writeFile(path, model(weight));
  return { folder, path };
}

it('leaves a network as it is where signed products are exact', async () => {
  const { folder, path } = await written();
  expect(await preparedNetwork(path, exact)).toBe(path);
  expect(await readdir(folder)).toEqual(['net.onnx']);
});

it('converts a network once, and again after it changed', async () => {
  const { folder, path } = await written();
  const target = join(folder, '.unsigned-net.onnx');
  expect(await Promise.all([preparedNetwork(path, inexact), preparedNetwork(path, inexact)])).toEqual([target, target]);
  expect(await readFile(target)).toEqual(toUnsignedWeights(model(5)));
  expect(await readFile(path)).toEqual(model(5));
  const { ino } = await stat(target);
  await preparedNetwork(path, inexact);
  expect((await stat(target)).ino).toBe(ino);

  await writeFile(path, model(7));
  await utimes(target, 1, 1);
  expect(await preparedNetwork(path, inexact)).toBe(target);
  expect(await readFile(target)).toEqual(toUnsignedWeights(model(7)));
  expect((await readdir(folder)).sort()).toEqual(['.unsigned-net.onnx', 'net.onnx']);
});

it('converts in memory where the copy can’t be written', async () => {
  const { folder, path } = await written();
  await mkdir(join(folder, '.unsigned-net.onnx', 'in the way'), { recursive: true });
  await utimes(join(folder, '.unsigned-net.onnx'), 1, 1);
  expect(await preparedNetwork(path, inexact)).toEqual(toUnsignedWeights(model(5)));
  expect((await readdir(folder)).sort()).toEqual(['.unsigned-net.onnx', 'net.onnx']);
});
