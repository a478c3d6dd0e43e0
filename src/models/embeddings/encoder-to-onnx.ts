import type { GraphModel } from '../tfjs/graph-model.ts';
import { type OnnxAttribute, type OnnxNode, type OnnxTensor, writeOnnx } from '../tfjs/onnx-writer.ts';

/** Name prefixes of variables, variables joined from partitions, and constants in the graph. */
const KERNELS = 'module/Encoder_en/KonaTransformer/Encode/';
const JOINED = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
const STACK = `${JOINED}TransformerStack/`;
const HIDDEN = 'module/Encoder_en/hidden_layers/tanh_layer_0/';
/** From the graph: constant `layer_norm/Cast/x`. */
const LAYER_NORM_EPSILON = { float: 1e-6 };
/** From the graph: `split_heads/.../shape/2`, and `MultiheadAttention/Const` (a third of the projection). */
const HEADS = 4;
const LAYER_WIDTHS = [256, 512] as const;

/**
 * Frequencies of the position signal, of shape [1, 128]: the sines of position x frequency come first, then the
 * cosines.
 */
export const POSITION_FREQUENCIES = `${STACK}Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`;

/**
 * Builds an ONNX graph of the Universal Sentence Encoder lite (Cer et al. 2018, arXiv:1803.11175), a two-layer
 * transformer, from its TensorFlow.js weights. The published graph scatters and gathers to skip padding; here all texts
 * of a batch have equal length.
 *
 * Inputs: `tokens` int64 [batch, length], `positions` float32 [length, 256]. Output: `vectors` float32 [batch, 512],
 * before L2 normalization.
 */
export function encoderToOnnx(model: GraphModel): Uint8Array {
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [];
  let count = 0;
  const add = (
    op: string,
    inputs: string[],
    attributes: Record<string, OnnxAttribute> = {},
    out = `${op}${count++}`,
  ) => {
    nodes.push({ op, inputs, outputs: [out], attributes });
    return out;
  };
  const weight = (name: string, shape?: readonly number[]): string => {
    const found = model.weights.get(name);
    if (!found || !(found.values instanceof Float32Array)) throw new Error(`the encoder has no weights ${name}`);
    constants.push({ name, shape: shape ?? found.shape, values: found.values });
    return name;
  };
  const shape = (...sizes: number[]): string => {
    const name = `shape${count++}`;
    constants.push({ name, shape: [sizes.length], values: BigInt64Array.from(sizes, BigInt) });
    return name;
  };
  const dense = (input: string, kernel: string, bias: string): string =>
    add('Add', [add('MatMul', [input, kernel]), bias]);
  const normalize = (input: string, at: string): string => {
    const name = `${at}layer_prepostprocess/layer_norm/layer_norm_`;
    const [scale, bias] = [
      weight(`${name}scale/ConcatPartitions/concat`),
      weight(`${name}bias/ConcatPartitions/concat`),
    ];
    return add('LayerNormalization', [input, scale, bias], { axis: -1, epsilon: LAYER_NORM_EPSILON });
  };

  const attention = (input: string, layer: string, width: number): string => {
    const at = `${layer}TransformerLayer/MultiheadAttention/`;
    const kernels = `${KERNELS}${at}`;
    const kernel = weight(`${kernels}qkv_transform_single/kernel/part_0`, [width, 3 * width]);
    const bias = weight(`${JOINED}${at}qkv_transform_single/bias/ConcatPartitions/concat`);
    const [query, key, value] = ['query', 'key', 'value'].map((part) => `${layer}${part}`) as [string, string, string];
    const joint = dense(normalize(input, `${JOINED}${layer}TransformerLayer/`), kernel, bias);
    nodes.push({ op: 'Split', inputs: [joint], outputs: [query, key, value], attributes: { axis: -1 } });
    const heads = shape(0, 0, HEADS, width / HEADS);
    const split = (part: string, perm: number[]) => add('Transpose', [add('Reshape', [part, heads])], { perm });
    const scaled = add('Mul', [split(query, [0, 2, 1, 3]), weight(`${STACK}${at}mul/y`)]);
    const weights = add('Softmax', [add('MatMul', [scaled, split(key, [0, 2, 3, 1])])], { axis: -1 });
    const mixed = add('Transpose', [add('MatMul', [weights, split(value, [0, 2, 1, 3])])], { perm: [0, 2, 1, 3] });
    const output = weight(`${kernels}output_transform_single/kernel/part_0`, [width, 512]);
    const outputBias = weight(`${JOINED}${at}output_transform_single/bias/ConcatPartitions/concat`);
    return dense(add('Reshape', [mixed, shape(0, 0, width)]), output, outputBias);
  };
  const feedForward = (input: string, layer: string): string => {
    const at = `${layer}TransformerLayer/FFN/`;
    const layerOf = (name: string): [string, string] => [
      weight(`${STACK}${at}${name}/Tensordot/Reshape_1`),
      weight(`${JOINED}${at}${name}/bias/ConcatPartitions/concat`),
    ];
    const inner = add('Relu', [dense(normalize(input, `${JOINED}${at}`), ...layerOf('conv1'))]);
    return add('Add', [dense(inner, ...layerOf('conv2')), input]);
  };

  const words = add('Gather', [weight('module/Embeddings_en'), 'tokens'], { axis: 0 });
  let state = add('Add', [words, add('Add', [words, 'positions'])]);
  for (const [index, width] of LAYER_WIDTHS.entries()) {
    const layer = `Layer_${index}/`;
    const kernel = `${JOINED}${layer}TransformerLayer/dense/`;
    // Only the first layer projects its residual to a greater width.
    const residual =
      width === 512
        ? state
        : dense(
            state,
            weight(`${kernel}kernel/ConcatPartitions/concat`),
            weight(`${kernel}bias/ConcatPartitions/concat`),
          );
    state = feedForward(add('Add', [attention(state, layer, width), residual]), layer);
  }
  const mean = add('ReduceMean', [state], { axes: [1], keepdims: 0 });
  add('Tanh', [dense(mean, weight(`${HIDDEN}weights`), weight(`${HIDDEN}bias`))], {}, 'vectors');
  return writeOnnx({
    nodes,
    constants,
    inputs: [
      { name: 'tokens', type: 'int64', shape: ['batch', 'length'] },
      { name: 'positions', type: 'float32', shape: ['length', 256] },
    ],
    outputs: [{ name: 'vectors', type: 'float32', shape: ['batch', 512] }],
  });
}
