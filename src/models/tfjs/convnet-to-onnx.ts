import type { GraphModel, GraphNode, Weight } from './graph-model.ts';
import { type OnnxNode, type OnnxTensor, writeOnnx } from './onnx-writer.ts';

/** Names of added constants; TensorFlow names never contain a colon followed by letters. */
const [ZERO, SIX, SCALES] = ['added:zero', 'added:six', 'added:scales'];

/**
 * Converts a TensorFlow.js convolutional network to ONNX for the native runtime, which is four times as fast as
 * TensorFlow.js on single-threaded WebAssembly. The layout changes from NHWC to NCHW, and height and width become
 * dynamic, which a network without fixed-size layers allows (upsampling must be by `upsampleFactor`).
 * @param outputs names of the output nodes; only their dependencies are converted
 * @throws Error naming an unsupported operation
 */
export function convnetToOnnx(
  model: GraphModel,
  input: string,
  outputs: readonly string[],
  upsampleFactor: number,
): Uint8Array {
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [
    { name: ZERO, shape: [], values: Float32Array.of(0) },
    { name: SIX, shape: [], values: Float32Array.of(6) },
    { name: SCALES, shape: [4], values: Float32Array.of(1, 1, upsampleFactor, upsampleFactor) },
  ];
  const known = new Set(constants.map((constant) => constant.name));
  const constant = (name: string, convert: (weight: Weight) => Weight = (weight) => weight): string => {
    if (known.has(name)) return name;
    const weight = model.weights.get(name);
    if (!weight || !(weight.values instanceof Float32Array)) throw new Error(`no float constant ${name}`);
    const { shape, values } = convert(weight);
    constants.push({ name, shape, values: values as Float32Array });
    known.add(name);
    return name;
  };
  const operand = (name: string) => (model.weights.has(name) ? constant(name) : name);
  /** Sizes to add before and after each axis. */
  const paddings = (name: string): string => {
    const [, down, across, channels] = pairs(model.weights.get(name)!.values);
    const ends = [0, 1].flatMap((end) => [0, channels![end]!, down![end]!, across![end]!]);
    constants.push({ name, shape: [8], values: BigInt64Array.from(ends, BigInt) });
    return name;
  };
  for (const node of needed(model, outputs)) {
    if (node.name === input || node.op === 'Const') continue;
    nodes.push(...convert(node, operand, constant, paddings));
  }
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  return writeOnnx({
    nodes,
    // The runtime warns of others.
    constants: constants.filter(({ name }) => used.has(name)),
    inputs: [{ name: input, type: 'float32', shape: [1, 3, 'height', 'width'] }],
    outputs: outputs.map((name) => ({ name, type: 'float32', shape: [1, 'channels', 'rows', 'columns'] })),
  });
}

type AddConstant = (name: string, convert: (weight: Weight) => Weight) => string;

function convert(
  node: GraphNode,
  operand: (name: string) => string,
  constant: AddConstant,
  paddings: (name: string) => string,
): OnnxNode[] {
  const [first = '', second = '', third] = node.input;
  const simple = (op: string, inputs: string[], attributes: OnnxNode['attributes'] = {}): OnnxNode[] => [
    { op, inputs, outputs: [node.name], attributes },
  ];
  switch (node.op) {
    case 'Mul':
    case 'Add':
    case 'AddV2':
      return simple(node.op === 'AddV2' ? 'Add' : node.op, [operand(first), operand(second)]);
    case 'Relu':
    case 'Sigmoid':
    case 'Identity':
      return simple(node.op, [first]);
    case 'Relu6':
      return simple('Clip', [first, ZERO, SIX]);
    case 'MaxPool': {
      const [, ...side] = integers(node.attr.ksize);
      return simple('MaxPool', [first], { kernel_shape: side.slice(0, 2), strides: side.slice(0, 2) });
    }
    case 'Pad':
      return simple('Pad', [first, paddings(second)]);
    case 'Mean':
      return simple('ReduceMean', [first], { axes: [2, 3], keepdims: 1 });
    case 'ConcatV2':
      return simple('Concat', node.input.slice(0, -1), { axis: 1 });
    case 'ResizeBilinear':
      return simple('Resize', [first, '', SCALES], { mode: 'linear', coordinate_transformation_mode: 'asymmetric' });
    case 'Conv2D':
    case '_FusedConv2D':
      return convolution(node, [first, constant(second, pointFirst), ...(third ? [operand(third)] : [])], 1);
    case 'DepthwiseConv2dNative':
    case 'FusedDepthwiseConv2dNative': {
      let channels = 1;
      const filter = constant(second, (weight) => {
        const [height = 1, width = 1, inputs = 1, multiplier = 1] = weight.shape;
        if (multiplier !== 1) throw new Error(`${node.name}: depth multiplier ${multiplier}`);
        channels = inputs;
        return pointFirst({ shape: [height, width, 1, inputs], values: weight.values });
      });
      return convolution(node, [first, filter, ...(third ? [operand(third)] : [])], channels);
    }
    default:
      throw new Error(`no ONNX form of the operation ${node.op} (${node.name})`);
  }
}

/** Converts a convolution and its fused activation. */
function convolution(node: GraphNode, inputs: string[], group: number): OnnxNode[] {
  const [, vertical = 1, horizontal = 1] = integers(node.attr.strides);
  const padding = latin1((node.attr.padding as { s: string }).s);
  const fused = (node.attr.fused_ops as { list: { s?: string[] } } | undefined)?.list.s?.map(latin1) ?? [];
  const activation = fused.filter((op) => op !== 'BiasAdd');
  if (activation.some((op) => op !== 'Relu')) throw new Error(`${node.name}: unknown fused ${activation.join(', ')}`);
  const out = activation.length > 0 ? `${node.name}:linear` : node.name;
  const attributes = {
    strides: [vertical, horizontal],
    group,
    // TensorFlow's SAME puts the odd row or column at the bottom and right.
    auto_pad: padding === 'SAME' ? 'SAME_UPPER' : 'VALID',
  };
  const nodes: OnnxNode[] = [{ op: 'Conv', inputs, outputs: [out], attributes }];
  if (activation.length > 0) nodes.push({ op: 'Relu', inputs: [out], outputs: [node.name] });
  return nodes;
}

/** Converts the filter layout [height, width, in, out] to [out, in, height, width]. */
export function pointFirst(weight: Weight): Weight & { values: Float32Array } {
  const [height = 1, width = 1, inputs = 1, outputs = 1] = weight.shape;
  const values = new Float32Array(weight.values.length);
  let to = 0;
  for (let o = 0; o < outputs; o++)
    for (let i = 0; i < inputs; i++)
      for (let p = 0; p < height * width; p++) values[to++] = weight.values[(p * inputs + i) * outputs + o]!;
  return { shape: [outputs, inputs, height, width], values };
}

/** Returns the nodes that `outputs` depend on in topological order. */
function needed(model: GraphModel, outputs: readonly string[]): GraphNode[] {
  const byName = new Map(model.nodes.map((node) => [node.name, node]));
  const order = new Set<GraphNode>();
  const visit = (name: string): void => {
    const node = byName.get(name);
    if (!node || order.has(node)) return;
    for (const input of node.input) visit(input);
    order.add(node);
  };
  for (const output of outputs) visit(output);
  return [...order];
}

function pairs(values: ArrayLike<number>): number[][] {
  return Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i]!, values[2 * i + 1]!]);
}

function integers(attribute: unknown): number[] {
  return (attribute as { list: { i: (string | number)[] } }).list.i.map(Number);
}

function latin1(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
