"""Writes the values of edges.mlir: edge_values.py FILE (safetensors, f32)."""

import json
import struct
import sys
from math import inf, nan

VALUES = {
    "maximum.0": [1.0, 2.0, 3.0, nan],
    "maximum.1": [1.0, 3.0, 2.0, 1.0],
    "maximum_select.0": [1.0, 2.0, 3.0],
    "maximum_select.1": [1.0, 3.0, 2.0],
    "minimum.0": [1.0, 2.0, 3.0],
    "minimum.1": [1.0, 3.0, 2.0],
    "fmax.0": [1.0, 2.0, nan, 4.0],
    "fmax.1": [1.0, 3.0, 2.0, nan],
    "fmin.0": [1.0, 2.0, nan, 4.0],
    "fmin.1": [1.0, 3.0, 2.0, nan],
    "relu": [-1.0, 0.0, 1.0, nan],
    "relu_max": [-1.0, 0.0, 1.0],
    "clamp": [-1.0, -0.5, 0.0, 0.5, 1.0],
    "hardtanh": [-2.0, -1.0, 0.0, 1.0, 2.0],
    "abs": [-1.0, 0.0, 2.0],
    "sqrt": [0.0, 4.0],
    "rsqrt": [0.0, 4.0],
    "log": [0.0, 2.0],
    "log1p": [-1.0, 1.0],
    "div.0": [1.0, 0.0, 1.0],
    "div.1": [0.0, 0.0, 2.0],
    "mul.0": [0.0, 1.0],
    "mul.1": [inf, 0.0],
    "pow_half": [0.0, 4.0],
    "pow_zero": [0.0, 4.0],
    "pow.0": [0.0, 0.0, 0.0, -2.0, 2.0],
    "pow.1": [0.0, 2.0, -1.0, 2.0, 0.0],
    "pow_int": [0.0, 3.0],
    "copysign.0": [0.0, 2.0, -2.0],
    "copysign.1": [1.0, -1.0, -1.0],
    "atan2.0": [0.0, 0.0],
    "atan2.1": [0.0, 1.0],
    "floor": [1.0, 1.5],
    "acos": [1.0, 0.0],
    "acosh": [1.0, 2.0],
    "cbrt": [0.0, 8.0],
    "clamp_tensor.0": [-1.0, -0.5, 0.0],
    "clamp_tensor.1": [-0.5, -0.5, -0.5],
    "max_dim": [[2.0, 5.0, 5.0], [1.0, 1.0, 0.0], [nan, 3.0, nan]],
    "min_dim": [[2.0, 5.0, 5.0], [2.0, 1.0, 5.0]],
    "max_all": [[2.0, 5.0, 5.0], [5.0, 1.0, 5.0]],
    "prod_dim": [[0.0, 2.0, 3.0], [0.0, 2.0, 0.0]],
    "elu": [-1.0, 0.0, 1.0],
    "leaky_relu": [-1.0, 0.0, 1.0],
    "max_pool": [[[[1.0, 3.0, 3.0, 2.0], [0.0, 3.0, 1.0, 2.0]]]],
}


def flatten(value):
    return [x for part in value for x in flatten(part)] if isinstance(value, list) else [value]


def shape(value):
    return [len(value), *shape(value[0])] if isinstance(value, list) else []


header, data = {}, b""
for name, value in VALUES.items():
    flat = flatten(value)
    packed = struct.pack(f"<{len(flat)}f", *flat)
    header[name] = {"dtype": "F32", "shape": shape(value), "data_offsets": [len(data), len(data) + len(packed)]}
    data += packed
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
