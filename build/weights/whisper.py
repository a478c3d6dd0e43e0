"""Stores Whisper's token embedding once, and checks the weights. See weights/whisper-base/README.md.

    pip install onnx numpy
    python build/weights/whisper.py EXPORT weights/whisper-base [CHECKPOINT]

EXPORT is the folder that Optimum's export and ONNX Runtime's dynamic quantization wrote. Its decoder holds the embedding
twice: as a lookup table of unsigned integers with one scale, and transposed as the output projection, with one scale for
each token. Both become the projection's weights, from which the lookup takes columns. They are unsigned, because a tensor
that is not read by an integer product alone can't be converted on processors without exact signed products
(src/models/speech/onnx/quantization.ts). CHECKPOINT is CTranslate2's model.bin with the original weights in float16: each
embedding may differ from it by half a step.
"""

import json
import shutil
import struct
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

EMBEDDING = "model.decoder.embed_tokens.weight"
DECODER = "onnx/decoder_model_merged_quantized.onnx"
ENCODER = "onnx/encoder_model_quantized.onnx"
# What no code reads, and names of other files.
UNUSED = ["_name_or_path", "transformers_version"]
# CTranslate2's number of float16 (`types.h`).
FLOAT16 = 4


def main(source: Path, target: Path, checkpoint: Path | None) -> None:
    (target / "onnx").mkdir(parents=True, exist_ok=True)
    model = onnx.load(source / DECODER)
    share_embedding(model.graph)
    onnx.checker.check_model(model)
    (target / DECODER).write_bytes(model.SerializeToString(deterministic=True))
    shutil.copyfile(source / ENCODER, target / ENCODER)
    for name in ["config.json", "generation_config.json"]:
        content = json.loads((source / name).read_text())
        kept = {key: value for key, value in content.items() if key not in UNUSED}
        (target / name).write_text(json.dumps(kept, indent=2) + "\n")
    tokenizer = json.loads((source / "tokenizer.json").read_text())
    (target / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n")
    if checkpoint:
        check(model.graph, checkpoint)


def share_embedding(graph: onnx.GraphProto) -> None:
    initializers = {tensor.name: tensor for tensor in graph.initializer}
    weights = only(initializers, EMBEDDING + "_transposed_quantized")
    scales = only(initializers, EMBEDDING + "_transposed_scale")
    zero_points = only(initializers, EMBEDDING + "_transposed_zero_point")
    table = only(initializers, EMBEDDING + "_quantized")
    for tensor in [weights, zero_points]:
        signed = numpy_helper.to_array(tensor).astype(np.int16)
        tensor.CopyFrom(numpy_helper.from_array((signed + 128).astype(np.uint8), tensor.name))
    assert not (numpy_helper.to_array(zero_points) - 128).any()
    for branch in branches(graph):
        replace_lookup(branch, table.name, weights.name, scales.name)
        for tensor in list(branch.initializer):
            if tensor.name.startswith(EMBEDDING):
                branch.initializer.remove(tensor)
    graph.initializer.remove(table)
    graph.initializer.append(numpy_helper.from_array(np.array(128, np.float32), "embedding_middle"))
    graph.initializer.append(numpy_helper.from_array(np.array([2], np.int64), "embedding_axis"))


def replace_lookup(branch: onnx.GraphProto, table: str, weights: str, scales: str) -> None:
    """Reads the rows of `table` (token, channel) as columns of `weights` (channel, token)."""
    nodes = []
    lookup = next(node for node in branch.node if node.op_type == "Gather" and node.input[0] == table)
    rows = next(node for node in branch.node if node.op_type == "DequantizeLinear" and node.input[0] == lookup.output[0])
    for node in branch.node:
        if node.name == lookup.name:
            ids = lookup.input[1]
            nodes += [
                helper.make_node("Gather", [weights, ids], ["embedding_columns"], axis=1),
                helper.make_node("Transpose", ["embedding_columns"], ["embedding_rows"], perm=[1, 2, 0]),
                helper.make_node("Cast", ["embedding_rows"], ["embedding_cast"], to=TensorProto.FLOAT),
                helper.make_node("Sub", ["embedding_cast", "embedding_middle"], ["embedding_centered"]),
                helper.make_node("Gather", [scales, ids], ["embedding_scales"], axis=0),
                helper.make_node("Unsqueeze", ["embedding_scales", "embedding_axis"], ["embedding_scale"]),
                helper.make_node("Mul", ["embedding_centered", "embedding_scale"], [rows.output[0]]),
            ]
        elif node.name != rows.name:
            copy = onnx.NodeProto()
            copy.CopyFrom(node)
            nodes.append(copy)
    del branch.node[:]
    branch.node.extend(nodes)


def branches(graph: onnx.GraphProto):
    return [attribute.g for node in graph.node for attribute in node.attribute if attribute.HasField("g")]


def only(tensors: dict, prefix: str) -> onnx.TensorProto:
    [found] = [tensor for name, tensor in tensors.items() if name.startswith(prefix)]
    return found


def check(graph: onnx.GraphProto, checkpoint: Path) -> None:
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    weights = numpy_helper.to_array(only(tensors, EMBEDDING + "_transposed_quantized")).astype(np.float32) - 128
    scales = numpy_helper.to_array(only(tensors, EMBEDDING + "_transposed_scale"))
    error = np.abs(weights - embedding_of(checkpoint.read_bytes()).T / scales).max()
    assert error <= 0.501, error
    print(f"largest error of an embedding: {error:.3f} of a step")


def embedding_of(data: bytes) -> np.ndarray:
    """Variable `decoder/embeddings/weight` of a CTranslate2 model (`model_spec.py`, binary version 6)."""
    at = 4
    (length,) = struct.unpack_from("<H", data, at)
    at += 2 + length + 4
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].rstrip(b"\0").decode()
        at += 2 + length
        shape = struct.unpack_from(f"<{data[at]}I", data, at + 1)
        at += 1 + 4 * data[at]
        kind, size = struct.unpack_from("<BI", data, at)
        at += 5
        if name == "decoder/embeddings/weight":
            assert kind == FLOAT16
            return np.frombuffer(data, np.float16, size // 2, at).reshape(shape).astype(np.float32)
        at += size
    raise SystemExit("The checkpoint has no embedding.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
