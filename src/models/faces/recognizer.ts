import { availableParallelism } from 'node:os';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { pointFirst } from '../tfjs/convnet-to-onnx.ts';
import type { Weight } from '../tfjs/graph-model.ts';
import { type OnnxNode, type OnnxTensor, writeOnnx } from '../tfjs/onnx-writer.ts';
import { readWeightList } from '../tfjs/weight-list.ts';

/** Side of a face chip in pixels. */
export const CHIP_SIDE = 150;
/** Numbers of a template. */
const TEMPLATE_SIZE = 128;
/** Mean color of the pictures that the network was trained on. */
const MEAN_RGB = [122.782, 117.001, 104.298] as const;
const MAX_THREADS = 4;

/** Blocks in order: a residual layer, or one that halves the size. */
const BLOCKS = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
];

/** Describes faces so that those of one person are near each other. */
export interface Recognizer {
  /** One unit vector of {@link TEMPLATE_SIZE} numbers per chip: RGB bytes of {@link CHIP_SIDE} squared. */
  describe(chips: readonly Uint8Array[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/** Loads dlib's recognizer, a residual network of 29 layers, from the weights of face-api.js. */
export async function loadRecognizer(manifestPath: string): Promise<Recognizer> {
  const session = await onnxRuntime().InferenceSession.create(recognizerGraph(await readWeightList(manifestPath)), {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    // Otherwise memory would be retained for each number of faces.
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return {
    async describe(chips) {
      if (chips.length === 0) return [];
      const planes = new Float32Array(chips.length * 3 * CHIP_SIDE * CHIP_SIDE);
      for (const [index, chip] of chips.entries()) fillPlanes(chip, planes, index);
      const input = new (onnxRuntime().Tensor)('float32', planes, [chips.length, 3, CHIP_SIDE, CHIP_SIDE]);
      const { template } = await session.run({ face: input });
      const values = template!.data as Float32Array;
      return chips.map((_, i) => toUnit(values.slice(i * TEMPLATE_SIZE, (i + 1) * TEMPLATE_SIZE)));
    },
    dispose: () => session.release(),
  };
}

/** Writes the colors of a chip as normalized planes. */
function fillPlanes(chip: Uint8Array, planes: Float32Array, index: number): void {
  const size = CHIP_SIDE * CHIP_SIDE;
  for (const [channel, mean] of MEAN_RGB.entries()) {
    const to = (index * 3 + channel) * size;
    for (let i = 0; i < size; i++) planes[to + i] = (chip[3 * i + channel]! - mean) / 255;
  }
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Writes the network as ONNX; the package has its weights, and its code the layers. */
function recognizerGraph(weights: ReadonlyMap<string, Weight>): Uint8Array {
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [
    { name: 'one row and column', shape: [8], values: BigInt64Array.of(0n, 0n, 0n, 0n, 0n, 0n, 1n, 1n) },
  ];
  const weight = (name: string): Weight & { values: Float32Array } => {
    const found = weights.get(name);
    if (!found) throw new Error(`no weights ${name}`);
    return found as Weight & { values: Float32Array };
  };
  let count = 0;
  const add = (op: string, inputs: string[], attributes: OnnxNode['attributes'] = {}): string => {
    const output = `${op} ${count++}`;
    nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  };
  const constant = (name: string, shape: readonly number[], values: Float32Array | BigInt64Array): string => {
    constants.push({ name, shape, values });
    return name;
  };

  /** Convolution, whose scale layer is part of its weights and bias. */
  const convolve = (input: string, layer: string, options: { stride: number; isSame: boolean }): string => {
    const filters = pointFirst(weight(`${layer}/conv/filters`));
    const [outputs = 1] = filters.shape;
    const { values: scales } = weight(`${layer}/scale/weights`);
    const { values: biases } = weight(`${layer}/scale/biases`);
    const { values: ownBias } = weight(`${layer}/conv/bias`);
    const perOutput = filters.values.length / outputs;
    const scaled = filters.values.map((value, i) => value * scales[Math.floor(i / perOutput)]!);
    const bias = Float32Array.from(biases, (value, i) => value + ownBias[i]! * scales[i]!);
    const inputs = [
      input,
      constant(`${layer} filters`, filters.shape, scaled),
      constant(`${layer} bias`, [outputs], bias),
    ];
    const { stride, isSame } = options;
    return add('Conv', inputs, { strides: [stride, stride], auto_pad: isSame ? 'SAME_UPPER' : 'VALID' });
  };

  const residual = (input: string, block: string): string => {
    const inner = add('Relu', [convolve(input, `${block}/conv1`, { stride: 1, isSame: true })]);
    const out = convolve(inner, `${block}/conv2`, { stride: 1, isSame: true });
    return add('Relu', [add('Add', [out, input])]);
  };

  /** Halves the size; the shortcut is averaged, and has zeros for the new channels. */
  const residualDown = (input: string, block: string, { size, channels }: Shape): [string, Shape] => {
    const inner = add('Relu', [convolve(input, `${block}/conv1`, { stride: 2, isSame: false })]);
    let out = convolve(inner, `${block}/conv2`, { stride: 1, isSame: true });
    const [outputs = 1] = pointFirst(weight(`${block}/conv2/conv/filters`)).shape;
    const [convolved, pooledSize] = [Math.floor((size - 3) / 2) + 1, Math.floor(size / 2)];
    if (convolved !== pooledSize) out = add('Pad', [out, 'one row and column']);
    let pooled = add('AveragePool', [input], { kernel_shape: [2, 2], strides: [2, 2] });
    if (outputs !== channels) {
      const pads = BigInt64Array.of(0n, 0n, 0n, 0n, 0n, BigInt(outputs - channels), 0n, 0n);
      pooled = add('Pad', [pooled, constant(`${block} channels`, [8], pads)]);
    }
    return [add('Relu', [add('Add', [pooled, out])]), { size: pooledSize, channels: outputs }];
  };

  let shape: Shape = { size: Math.floor((CHIP_SIDE - 7) / 2) + 1, channels: 32 };
  let out = add('Relu', [convolve('face', 'conv32_down', { stride: 2, isSame: false })]);
  out = add('MaxPool', [out], { kernel_shape: [3, 3], strides: [2, 2] });
  shape = { ...shape, size: Math.floor((shape.size - 3) / 2) + 1 };
  for (const block of BLOCKS) {
    if (block.includes('down')) [out, shape] = residualDown(out, block, shape);
    else out = residual(out, block);
  }
  const mean = add('ReduceMean', [out], { axes: [2, 3], keepdims: 0 });
  const { shape: matrixShape, values } = weight('fc');
  nodes.push({ op: 'MatMul', inputs: [mean, constant('fc', matrixShape, values)], outputs: ['template'] });
  return writeOnnx({
    nodes,
    constants,
    inputs: [{ name: 'face', type: 'float32', shape: ['faces', 3, CHIP_SIDE, CHIP_SIDE] }],
    outputs: [{ name: 'template', type: 'float32', shape: ['faces', TEMPLATE_SIZE] }],
  });
}

/** Of a layer's output: side in pixels, and channels. */
interface Shape {
  size: number;
  channels: number;
}
