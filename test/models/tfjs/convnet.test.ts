import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { convnetToOnnx } from '../../../src/models/tfjs/convnet-to-onnx.ts';
import type { GraphModel } from '../../../src/models/tfjs/graph-model.ts';

const strides = (s: number) => ({ list: { i: ['1', `${s}`, `${s}`, '1'] } });
const padding = (name: string) => ({ s: Buffer.from(name).toString('base64') });
const fused = (...ops: string[]) => ({ list: { s: ops.map((op) => Buffer.from(op).toString('base64')) } });

/** A network of one input with three channels, and the constants it names. */
function network(nodes: GraphModel['nodes'], weights: Record<string, [number[], number[]]>): GraphModel {
  const entries = Object.entries(weights).map(
    ([name, [shape, values]]) => [name, { shape, values: Float32Array.from(values) }] as const,
  );
  return { nodes: [{ name: 'in', op: 'Placeholder', input: [], attr: {} }, ...nodes], weights: new Map(entries) };
}

/** Runs it on an image in the form [height][width][channel], and returns the same form. */
async function run(model: GraphModel, output: string, picture: number[][][]): Promise<number[][][]> {
  const session = await InferenceSession.create(convnetToOnnx(model, 'in', [output], 2), { logSeverityLevel: 3 });
  const [height, width] = [picture.length, picture[0]!.length];
  const planes = [0, 1, 2].flatMap((c) => picture.flatMap((row) => row.map((pixel) => pixel[c]!)));
  const result = (await session.run({ in: new Tensor('float32', Float32Array.from(planes), [1, 3, height, width]) }))[
    output
  ]!;
  const [, channels = 0, rows = 0, columns = 0] = result.dims;
  const data = result.data as Float32Array;
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) =>
      Array.from({ length: channels }, (_, c) => data[(c * rows + y) * columns + x]!),
    ),
  );
}

const picture = [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => [x, y, 1]));

test('a strided convolution pads at the bottom and right, adds its bias, and clips at 0', async () => {
  // One output: the sum of the first channel over 3 x 3 pixels, minus 4.
  const filter = Array.from({ length: 9 }, () => [1, 0, 0]).flat();
  const model = network(
    [
      {
        name: 'out',
        op: '_FusedConv2D',
        input: ['in', 'w', 'b'],
        attr: { strides: strides(2), padding: padding('SAME'), fused_ops: fused('BiasAdd', 'Relu') },
      },
    ],
    { w: [[3, 3, 3, 1], filter], b: [[1], [-4]] },
  );
  expect(await run(model, 'out', picture)).toEqual([
    [[5], [11]],
    [[2], [6]],
  ]);
});

test('a depthwise convolution keeps channels separate', async () => {
  const model = network(
    [
      {
        name: 'out',
        op: 'DepthwiseConv2dNative',
        input: ['in', 'w'],
        attr: { strides: strides(1), padding: padding('SAME') },
      },
    ],
    {
      w: [
        [1, 1, 3, 1],
        [2, 3, 5],
      ],
    },
  );
  expect((await run(model, 'out', picture))[3]![1]).toEqual([2, 9, 5]);
});

test('squeezes, gates, joins, and enlarges like TensorFlow', async () => {
  const model = network(
    [
      { name: 'mean', op: 'Mean', input: ['in', 'axes'], attr: {} },
      { name: 'gated', op: 'Mul', input: ['in', 'mean'], attr: {} },
      { name: 'six', op: 'Relu6', input: ['gated'], attr: {} },
      { name: 'both', op: 'ConcatV2', input: ['six', 'in', 'axis'], attr: {} },
      { name: 'out', op: 'ResizeBilinear', input: ['both', 'size'], attr: {} },
    ],
    {},
  );
  const out = await run(model, 'out', picture);
  expect(out).toHaveLength(8);
  // x = 3 with mean 1.5 gives 4.5; corners are not aligned, so place 3 lies half way between pixels 1 and 2.
  expect(out[0]![6]).toEqual([4.5, 0, 1, 3, 0, 1]);
  expect(out[0]![3]![3]).toBeCloseTo(1.5);
  expect(out[0]![7]![3]).toBeCloseTo(3);
});

test('names an unsupported operation', () => {
  const model = network([{ name: 'out', op: 'FancyOp', input: ['in'], attr: {} }], {});
  expect(() => convnetToOnnx(model, 'in', ['out'], 2)).toThrow('FancyOp');
});
