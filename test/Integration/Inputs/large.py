"""Times of piper-opt on models of many small layers.

usage: large.py PIPER_OPT WORK
"""
import os
import subprocess
import sys

OPT, WORK = sys.argv[1:3]
os.makedirs(WORK, exist_ok=True)
ROWS, WIDTH, OPS_PER_LAYER = 4, 16, 6
X, W = f"tensor<{ROWS}x{WIDTH}xf32>", f"tensor<{WIDTH}x{WIDTH}xf32>"
MAP = "affine_map<(d0, d1) -> (d0, d1)>"


def elementwise(name, inputs, body):
    """A generic over tensors of one shape; body is of %i and %j."""
    arguments = ", ".join(f"%{letter}: f32" for letter in "ij"[:len(inputs)])
    return (f"%{name} = linalg.generic {{indexing_maps = [{', '.join([MAP] * (len(inputs) + 1))}], "
            f'iterator_types = ["parallel", "parallel"]}} ins({", ".join(inputs)} : '
            f"{', '.join([X] * len(inputs))}) outs(%e : {X}) {{\n"
            f"^bb0({arguments}, %o: f32):\n  %r = {body} : f32\n  linalg.yield %r : f32\n}} -> {X}")


def model(layers):
    """Residual layers x + (t * -t), t = tanh(x w)."""
    arguments = [f'%x: {X} {{piper.input = "x"}}'] + [
        f'%w{k}: {W} {{piper.param = "layers.{k}.weight"}}' for k in range(layers)]
    lines = [f"func.func @main({', '.join(arguments)}) -> tensor<f32> {{",
             "%z = arith.constant 0.0 : f32", f"%e = tensor.empty() : {X}",
             f"%f = linalg.fill ins(%z : f32) outs(%e : {X}) -> {X}", f"%et = tensor.empty() : {W}",
             "%el = tensor.empty() : tensor<f32>",
             "%fl = linalg.fill ins(%z : f32) outs(%el : tensor<f32>) -> tensor<f32>"]
    value = "%x"
    for k in range(layers):
        ops = [f"%t{k} = linalg.transpose ins(%w{k} : {W}) outs(%et : {W}) permutation = [1, 0]",
               f"%m{k} = linalg.matmul ins({value}, %t{k} : {X}, {W}) outs(%f : {X}) -> {X}",
               elementwise(f"a{k}", [f"%m{k}"], "math.tanh %i"),
               elementwise(f"b{k}", [f"%a{k}"], "arith.negf %i"),
               elementwise(f"c{k}", [f"%a{k}", f"%b{k}"], "arith.mulf %i, %j"),
               elementwise(f"x{k}", [value, f"%c{k}"], "arith.addf %i, %j")]
        assert len(ops) == OPS_PER_LAYER
        lines += [f'{op} loc("layers.{k}"("large.py":{k + 1}:1))' for op in ops]
        value = f"%x{k}"
    lines.append(f"%l = linalg.generic {{indexing_maps = [{MAP}, affine_map<(d0, d1) -> ()>], "
                 f'iterator_types = ["reduction", "reduction"]}} ins({value} : {X}) '
                 "outs(%fl : tensor<f32>) {\n^bb0(%i: f32, %o: f32):\n"
                 "  %r = arith.addf %i, %o : f32\n  linalg.yield %r : f32\n} -> tensor<f32>")
    return "\n".join(lines) + "\nreturn %l : tensor<f32>\n}\n"


def run(path, *passes):
    """Processor seconds and MiB."""
    process = subprocess.Popen([OPT, path, *passes])
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write(name, text):
    path = os.path.join(WORK, name)
    with open(path, "w") as file:
        file.write(text)
    return path


training = write("t.json", '{"optimizer": "sgd", "lr": 0.1}')
large = write("large.mlir", model(10_000 // OPS_PER_LAYER + 1))
seconds, mebibytes = run(large, f"--piper-to-graph=training={training}", "-o", f"{WORK}/graph.mlir")
print(f"graph of 10,000 ops: {seconds:.1f} s, {mebibytes:.0f} MiB")
failed = seconds > 5 or mebibytes > 1024

times = []
for layers in (75, 300):
    path = write("model.mlir", model(layers))
    plan = f"{WORK}/plan.mlir"
    run(path, f"--piper-compile=training={training}", "-o", plan)
    times.append(run(plan, "--piper-to-host", "-o", os.devnull)[0])
print(f"bodies of 450 and 1,800 ops to the host: {times[0]:.1f} s and {times[1]:.1f} s")
sys.exit(failed or times[1] > 6 * times[0])
