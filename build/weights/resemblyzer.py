"""Converts Resemblyzer's voice encoder from PyTorch to ONNX with 16-bit weights. See weights/resemblyzer/README.md.

    pip download --no-deps Resemblyzer==0.1.4 && unzip -d source Resemblyzer-0.1.4-py3-none-any.whl
    pip install onnx numpy
    python build/weights/resemblyzer.py source/resemblyzer/pretrained.pt weights/resemblyzer [--float]

The network takes mel spectrograms (N, T, 40) and returns unit vectors (N, 256). Weights are stored as 16-bit floats, which the
runtime widens once, when it loads the graph; it computes in 32 bits.
"""

import pickle
import sys
from collections import OrderedDict
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS = 3
SIZE = 256
BANDS = 40


class Reader(pickle.Unpickler):
    """Reads PyTorch's format from before 1.6 without PyTorch: tensors are views of storages that follow the objects."""

    def find_class(self, module: str, name: str):
        known = {
            ("collections", "OrderedDict"): OrderedDict,
            ("torch._utils", "_rebuild_tensor_v2"): lambda storage, offset, shape, *_: (storage, offset, shape),
        }
        # Storage types, and the state of the optimizer, are not needed.
        return known.get((module, name), name)

    def persistent_load(self, reference):
        return reference[2]


def read_weights(path: Path) -> dict[str, np.ndarray]:
    with open(path, "rb") as file:
        objects = [Reader(file).load() for _ in range(5)]
        checkpoint, keys = objects[3:]
        storages = {}
        for key in keys:
            size = int.from_bytes(file.read(8), "little")
            storages[key] = np.frombuffer(file.read(4 * size), np.float32)
    return {
        name: storages[key][offset : offset + int(np.prod(shape))].reshape(shape)
        for name, (key, offset, shape) in checkpoint["model_state"].items()
    }


def main(source: Path, target: Path, as_float: bool) -> None:
    state = read_weights(source)
    nodes, weights = [], []

    def constant(name: str, value: np.ndarray) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def stored(name: str, weight: np.ndarray) -> str:
        if as_float:
            return constant(name, weight)
        nodes.append(helper.make_node("Cast", [constant(name + "_half", weight.astype(np.float16))], [name], to=TensorProto.FLOAT))
        return name

    def gates(name: str) -> np.ndarray:
        """PyTorch orders the gates as input, forget, cell, output; ONNX as input, output, forget, cell."""
        i, f, g, o = np.split(state[name], 4)
        return np.concatenate([i, o, f, g])[np.newaxis]

    one = constant("one", np.array([1], np.int64))
    nodes.append(helper.make_node("Transpose", ["mels"], ["x"], perm=[1, 0, 2]))
    x = "x"
    for layer in range(LAYERS):
        if layer > 0:
            x = f"x{layer}"
            nodes.append(helper.make_node("Squeeze", [f"all{layer - 1}", one], [x]))
        bias = np.concatenate([gates(f"lstm.bias_ih_l{layer}"), gates(f"lstm.bias_hh_l{layer}")], axis=1)
        inputs = [
            x,
            stored(f"input{layer}", gates(f"lstm.weight_ih_l{layer}")),
            stored(f"recurrent{layer}", gates(f"lstm.weight_hh_l{layer}")),
            constant(f"bias{layer}", bias),
        ]
        nodes.append(helper.make_node("LSTM", inputs, [f"all{layer}", f"last{layer}"], hidden_size=SIZE))
    zero = constant("zero", np.array([0], np.int64))
    nodes.append(helper.make_node("Squeeze", [f"last{LAYERS - 1}", zero], ["hidden"]))
    head = [stored("head", state["linear.weight"]), constant("head_bias", state["linear.bias"])]
    nodes.append(helper.make_node("Gemm", ["hidden", *head], ["linear"], transB=1))
    nodes.append(helper.make_node("Relu", ["linear"], ["raw"]))
    nodes.append(helper.make_node("LpNormalization", ["raw"], ["embeddings"], axis=1, p=2))

    graph = helper.make_graph(
        nodes,
        "resemblyzer",
        [helper.make_tensor_value_info("mels", TensorProto.FLOAT, ["N", "T", BANDS])],
        [helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, ["N", SIZE])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    target.mkdir(parents=True, exist_ok=True)
    (target / "resemblyzer.onnx").write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), "--float" in sys.argv)
