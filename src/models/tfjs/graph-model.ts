import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Constant of a graph: row-major values with their shape (`[]` = scalar). */
export interface Weight {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array;
}

const Weights = z.object({
  name: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  dtype: z.enum(['float32', 'int32']),
  quantization: z.object({ dtype: z.literal('float16') }).optional(),
});

const Node = z.object({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), z.unknown()).default({}),
});
export type GraphNode = z.infer<typeof Node>;

const ModelFile = z.object({
  modelTopology: z.object({ node: z.array(Node) }),
  weightsManifest: z.array(z.object({ paths: z.array(z.string()), weights: z.array(Weights) })),
});

/** TensorFlow.js graph model: nodes in topological order and constants by name. */
export interface GraphModel {
  readonly nodes: readonly GraphNode[];
  readonly weights: ReadonlyMap<string, Weight>;
}

/**
 * Reads a TensorFlow.js graph model (`model.json` and its shards) without TensorFlow.js and converts float16 weights to
 * float32. Format: https://github.com/tensorflow/tfjs/blob/master/tfjs-core/src/io/types.ts
 * @throws Error if a file is missing or invalid
 */
export async function readGraphModel(jsonPath: string): Promise<GraphModel> {
  const model = ModelFile.parse(JSON.parse(await readFile(jsonPath, 'utf8')));
  const weights = new Map<string, Weight>();
  for (const group of model.weightsManifest) {
    const shards = await Promise.all(group.paths.map((path) => readFile(join(dirname(jsonPath), path))));
    const bytes = new Uint8Array(Buffer.concat(shards));
    let offset = 0;
    for (const spec of group.weights) {
      const count = spec.shape.reduce((product, size) => product * size, 1);
      const byteLength = count * (spec.quantization ? 2 : 4);
      const slice = bytes.buffer.slice(offset, offset + byteLength);
      if (slice.byteLength !== byteLength) throw new Error(`${jsonPath}: weights end before ${spec.name}`);
      weights.set(spec.name, { shape: spec.shape, values: decode(slice, spec) });
      offset += byteLength;
    }
  }
  return { nodes: model.modelTopology.node, weights };
}

function decode(bytes: ArrayBuffer, spec: z.infer<typeof Weights>): Float32Array | Int32Array {
  if (spec.dtype === 'int32') return new Int32Array(bytes);
  if (!spec.quantization) return new Float32Array(bytes);
  const halves = new Uint16Array(bytes);
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = halfToFloat(halves[i]!);
  return values;
}

/** Converts IEEE 754 binary16 bits to a number. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
