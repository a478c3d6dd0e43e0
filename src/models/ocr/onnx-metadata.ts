/** Fields of `ModelProto` and `StringStringEntryProto` (onnx.proto), and the wire types of protocol buffers. */
const METADATA_FIELD = 14;
const KEY_FIELD = 1;
const VALUE_FIELD = 2;
const VARINT = 0;
const BYTES = 2;

/**
 * Reads a property that the maker of an ONNX model has stored in it. @returns undefined if there is none, or for other
 * files
 */
export function onnxMetadata(model: Uint8Array, name: string): string | undefined {
  for (const { field, bytes } of fieldsOf(model)) {
    if (field !== METADATA_FIELD) continue;
    const parts = new Map([...fieldsOf(bytes)].map((part) => [part.field, Buffer.from(part.bytes).toString('utf8')]));
    if (parts.get(KEY_FIELD) === name) return parts.get(VALUE_FIELD);
  }
  return undefined;
}

/** Fields of a message with a length; ends where the bytes are no message. */
function* fieldsOf(data: Uint8Array): Generator<{ field: number; bytes: Uint8Array }> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < data.length; scale *= 128) {
      const byte = data[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < data.length) {
    const tag = varint();
    const [field, type] = [Math.floor(tag / 8), tag % 8];
    if (type === VARINT) varint();
    else if (type === BYTES) {
      const length = varint();
      yield { field, bytes: data.subarray(at, at + length) };
      at += length;
    } else return;
  }
}
