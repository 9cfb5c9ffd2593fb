"""Writes a safetensors file: tensors.py FILE name=shape:values ... (f32, row-major)."""
import json
import struct
import sys

header, data = {}, b""
for argument in sys.argv[2:]:
    name, rest = argument.split("=")
    shape, values = rest.split(":")
    numbers = [float(v) for v in values.split(",")]
    begin = len(data)
    data += struct.pack("<%df" % len(numbers), *numbers)
    header[name] = {
        "dtype": "F32",
        "shape": [int(n) for n in shape.split("x")],
        "data_offsets": [begin, len(data)],
    }
text = json.dumps(header).encode()
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
