/**
 * Minimal protocol-buffer writer for ONNX models. The numbers below are field numbers of onnx.proto3
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
 */

const OPSET = 17;
const IR_VERSION = 8;
const TYPES = { float32: 1, uint8: 2, int8: 3, int64: 7, bool: 9 } as const;

/** Integer, string, list of integers, or float. */
type OnnxAttribute = number | string | readonly number[] | { float: number };

export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, OnnxAttribute>>;
}

export interface OnnxTensor {
  name: string;
  shape: readonly number[];
  values: Float32Array | BigInt64Array | Int8Array;
}

interface OnnxValue {
  name: string;
  type: 'float32' | 'int64' | 'bool';
  /** A string names a dynamic dimension. */
  shape: readonly (number | string)[];
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  constants: readonly OnnxTensor[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
}

/** Chunks of a message, concatenated once at the end because weights are tens of megabytes. */
type Pieces = readonly Uint8Array[];

/** Serializes a graph as an `.onnx` file (opset 17). */
export function writeOnnx(graph: OnnxGraph): Uint8Array {
  const body = [
    ...graph.nodes.flatMap((node) => message(1, nodeProto(node))),
    ...text(2, 'graph'),
    ...graph.constants.flatMap((tensor) => message(5, tensorProto(tensor))),
    ...graph.inputs.flatMap((value) => message(11, valueProto(value))),
    ...graph.outputs.flatMap((value) => message(12, valueProto(value))),
  ];
  const opset = [...text(1, ''), ...integer(2, OPSET)];
  return Buffer.concat([...integer(1, IR_VERSION), ...message(7, body), ...message(8, opset)]);
}

function nodeProto(node: OnnxNode): Pieces {
  return [
    ...node.inputs.flatMap((name) => text(1, name)),
    ...node.outputs.flatMap((name) => text(2, name)),
    ...text(4, node.op),
    ...Object.entries(node.attributes ?? {}).flatMap(([name, value]) => message(5, attributeProto(name, value))),
  ];
}

function attributeProto(name: string, value: OnnxAttribute): Pieces {
  const head = text(1, name);
  if (typeof value === 'string') return [...head, ...text(4, value), ...integer(20, 3)];
  if (typeof value === 'number') return [...head, ...integer(3, value), ...integer(20, 2)];
  if ('float' in value) return [...head, ...float(2, value.float), ...integer(20, 1)];
  return [...head, ...value.flatMap((item) => integer(8, item)), ...integer(20, 7)];
}

function tensorProto(tensor: OnnxTensor): Pieces {
  const { buffer, byteOffset, byteLength } = tensor.values;
  return [
    ...tensor.shape.flatMap((size) => integer(1, size)),
    ...integer(2, typeOf(tensor.values)),
    ...text(8, tensor.name),
    ...message(9, [new Uint8Array(buffer, byteOffset, byteLength)]),
  ];
}

function typeOf(values: OnnxTensor['values']): number {
  if (values instanceof Float32Array) return TYPES.float32;
  return values instanceof Int8Array ? TYPES.int8 : TYPES.int64;
}

function valueProto(value: OnnxValue): Pieces {
  const sizes = value.shape.map((size) => (typeof size === 'number' ? integer(1, size) : text(2, size)));
  const shape = sizes.flatMap((size) => message(1, size));
  const tensor = [...integer(1, TYPES[value.type]), ...message(2, shape)];
  return [...text(1, value.name), ...message(2, message(1, tensor))];
}

function integer(field: number, value: number): Pieces {
  return [varint(BigInt(field) << 3n), varint(BigInt.asUintN(64, BigInt(value)))];
}

function float(field: number, value: number): Pieces {
  return [varint((BigInt(field) << 3n) | 5n), new Uint8Array(Float32Array.of(value).buffer)];
}

function message(field: number, content: Pieces): Pieces {
  const length = content.reduce((sum, piece) => sum + piece.byteLength, 0);
  return [varint((BigInt(field) << 3n) | 2n), varint(BigInt(length)), ...content];
}

function text(field: number, content: string): Pieces {
  return message(field, [Buffer.from(content, 'utf8')]);
}

function varint(value: bigint): Uint8Array {
  const out: number[] = [];
  let rest = value;
  do {
    out.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(out);
}
