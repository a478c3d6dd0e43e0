import { onnxRuntime } from '../../onnx-runtime/load.ts';
import { writeOnnx } from '../../tfjs/onnx-writer.ts';

let exact: Promise<boolean> | undefined;

/**
 * Whether this processor multiplies unsigned by signed bytes exactly. x64 without VNNI instructions adds pairs of
 * products in 16 bits, where large ones saturate: a quantized Whisper then repeats itself and mishears words.
 */
export function hasExactProducts(): Promise<boolean> {
  exact ??= probe();
  return exact;
}

const [ROWS, INNER, COLUMNS] = [4, 64, 16];

async function probe(): Promise<boolean> {
  const session = await onnxRuntime().InferenceSession.create(
    writeOnnx({
      nodes: [
        { op: 'Cast', inputs: ['a'], outputs: ['unsigned'], attributes: { to: 2 } },
        { op: 'Cast', inputs: ['b'], outputs: ['signed'], attributes: { to: 3 } },
        { op: 'MatMulInteger', inputs: ['unsigned', 'signed'], outputs: ['integers'] },
        { op: 'Cast', inputs: ['integers'], outputs: ['product'], attributes: { to: 1 } },
      ],
      constants: [{ name: 'b', shape: [INNER, COLUMNS], values: new Float32Array(INNER * COLUMNS).fill(127) }],
      inputs: [{ name: 'a', type: 'float32', shape: [ROWS, INNER] }],
      outputs: [{ name: 'product', type: 'float32', shape: [ROWS, COLUMNS] }],
    }),
    { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 },
  );
  const a = new (onnxRuntime().Tensor)('float32', new Float32Array(ROWS * INNER).fill(255), [ROWS, INNER]);
  const { product } = await session.run({ a });
  await session.release();
  return (product!.data as Float32Array).every((value) => value === INNER * 255 * 127);
}

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, operator: 4, attribute: 5 };
const ATTRIBUTE_GRAPH = 6;
const TENSOR = { type: 2, integers: 5, name: 8, raw: 9 };
const UINT8 = 2;
const INT8 = 3;

/**
 * Turns the signed weights of integer matrix products into unsigned ones; the products stay the same, since the zero
 * points move along. Unsigned by unsigned is exact on every processor. Other tensors are left as they are.
 * @param model bytes of an ONNX file, which are overwritten
 */
export function toUnsignedWeights(model: Buffer): Buffer {
  return Buffer.concat(unsignedParts(model));
}

/** The same in parts that refer to `model`, so that writing them to a file takes no further memory. */
export function unsignedParts(model: Buffer): Uint8Array[] {
  const graph = [...fieldsOf(model, 0, model.length)].find(({ number }) => number === MODEL_GRAPH);
  if (!graph) throw damaged();
  const operands = operandsOf(model, graph.from, graph.to);
  const fields = [...fieldsOf(model, graph.from, graph.to)];
  const tensors = new Map<string, SignedTensor>();
  for (const field of fields) {
    if (field.number !== GRAPH.initializer) continue;
    const tensor = signedTensor(model, field);
    if (tensor) tensors.set(tensor.name, tensor);
  }
  const movable = (name: string | undefined) => name !== undefined && tensors.has(name) && !operands.others.has(name);
  const moved = new Map<Field, SignedTensor>();
  for (const [weights, zeroPoints] of operands.products) {
    // Without zero points of its own a product assumes 0, which is the middle of signed weights only.
    if (!movable(weights) || !movable(zeroPoints)) continue;
    for (const name of [weights, zeroPoints!]) moved.set(tensors.get(name)!.field, tensors.get(name)!);
  }
  const pieces: Uint8Array[] = [];
  for (const field of fields) {
    const tensor = moved.get(field);
    pieces.push(...(tensor ? unsignedTensor(model, tensor) : [model.subarray(field.start, field.to)]));
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [
    model.subarray(0, graph.start),
    varint(MODEL_GRAPH * 8 + 2),
    varint(length),
    ...pieces,
    model.subarray(graph.to),
  ];
}

interface Operands {
  /** Weights and zero points of the integer products. */
  products: [weights: string, zeroPoints: string | undefined][];
  /** Everything that other operators read. */
  others: Set<string>;
}

function operandsOf(model: Buffer, from: number, to: number): Operands {
  const found: Operands = { products: [], others: new Set() };
  const readGraph = (start: number, end: number): void => {
    for (const field of fieldsOf(model, start, end)) if (field.number === GRAPH.node) readNode(field);
  };
  const readNode = (node: Field): void => {
    const inputs: string[] = [];
    let operator = '';
    for (const field of fieldsOf(model, node.from, node.to)) {
      if (field.number === NODE.input) inputs.push(model.toString('utf8', field.from, field.to));
      else if (field.number === NODE.operator) operator = model.toString('utf8', field.from, field.to);
      else if (field.number === NODE.attribute) {
        for (const part of fieldsOf(model, field.from, field.to)) {
          if (part.number === ATTRIBUTE_GRAPH) readGraph(part.from, part.to);
        }
      }
    }
    if (operator === 'MatMulInteger') {
      found.products.push([inputs[1] ?? '', inputs[3]]);
      for (const input of [inputs[0], inputs[2]]) if (input !== undefined) found.others.add(input);
    } else for (const input of inputs) found.others.add(input);
  };
  readGraph(from, to);
  return found;
}

interface SignedTensor {
  field: Field;
  name: string;
}

/** The tensor of an initializer whose bytes are signed; null for others and for those kept in a file of their own. */
function signedTensor(model: Buffer, field: Field): SignedTensor | null {
  let [name, signed, inline] = ['', false, false];
  for (const part of fieldsOf(model, field.from, field.to)) {
    if (part.number === TENSOR.name) name = model.toString('utf8', part.from, part.to);
    else if (part.number === TENSOR.type) signed = model[part.from] === INT8;
    else if (part.number === TENSOR.raw || part.number === TENSOR.integers) inline = true;
  }
  return signed && inline ? { field, name } : null;
}

function unsignedTensor(model: Buffer, { field }: SignedTensor): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const integers: number[] = [];
  for (const part of fieldsOf(model, field.from, field.to)) {
    if (part.number === TENSOR.type) pieces.push(Uint8Array.of(TENSOR.type * 8, UINT8));
    else if (part.number === TENSOR.raw) {
      pieces.push(model.subarray(part.start, part.from), flipped(model.subarray(part.from, part.to)));
    } else if (part.number === TENSOR.integers) {
      // Packed, or one value per field.
      for (let at = part.from; at < part.to; ) {
        const [value, next] = readVarint(model, at);
        integers.push(Number(BigInt.asIntN(32, value)));
        at = next;
      }
    } else pieces.push(model.subarray(part.start, part.to));
  }
  if (integers.length > 0) {
    pieces.push(
      varint(TENSOR.raw * 8 + 2),
      varint(integers.length),
      Uint8Array.from(integers, (value) => value + 128),
    );
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [varint(GRAPH.initializer * 8 + 2), varint(length), ...pieces];
}

/** Adds 128 to each of the signed bytes, in place. */
function flipped(bytes: Uint8Array): Uint8Array {
  // Four at a time, from the first aligned byte: the weights are tens of megabytes.
  const head = Math.min(bytes.length, -bytes.byteOffset & 3);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  for (let i = 0; i < words.length; i++) words[i]! ^= 0x80808080;
  for (let i = 0; i < head; i++) bytes[i]! ^= 0x80;
  for (let i = head + words.byteLength; i < bytes.length; i++) bytes[i]! ^= 0x80;
  return bytes;
}

interface Field {
  number: number;
  /** Offset of its tag. */
  start: number;
  /** Offsets of its content. */
  from: number;
  to: number;
}

/** Fields of a message in the wire format of protocol buffers. @throws Error when the bytes are not such a message */
function* fieldsOf(bytes: Buffer, from: number, to: number): Generator<Field> {
  for (let at = from; at < to; ) {
    const start = at;
    const [tag, afterTag] = readVarint(bytes, at);
    const wire = Number(tag & 7n);
    let content = afterTag;
    if (wire === 0) at = readVarint(bytes, content)[1];
    else if (wire === 1) at = content + 8;
    else if (wire === 5) at = content + 4;
    else if (wire === 2) {
      const [length, afterLength] = readVarint(bytes, content);
      content = afterLength;
      at = content + Number(length);
    } else throw damaged();
    if (at > to) throw damaged();
    yield { number: Number(tag >> 3n), start, from: content, to: at };
  }
}

function readVarint(bytes: Buffer, at: number): [value: bigint, next: number] {
  let value = 0n;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) break;
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return [value, at + i + 1];
  }
  throw damaged();
}

function varint(value: number): Uint8Array {
  const out: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...out, rest]);
    out.push((rest % 128) | 0x80);
  }
}

function damaged(): Error {
  return new Error('The ONNX file is damaged.');
}
