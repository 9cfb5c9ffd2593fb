"""Hostile and broken model files, to piper-opt --piper-import and piper-run.

usage: hostile.py PIPER_OPT PIPER_RUN FIXTURES WORK
"""
import os
import re
import subprocess

from piper import OPT, RUN, Report, work_file

SECONDS, MEBIBYTES = 5, 1024
DEEP = 100_000
HUGE = "tensor<1000000000x1000000000xf32>"
WRAPS = "tensor<4294967296x4294967296xf32>"  # 2^64 elements are 0
HEAD = 'func.func @main(%s: tensor<f32> {piper.param = "s"}) -> tensor<f32> {\n'
TAIL = "  return %s : tensor<f32>\n}\n"
OLD = r"older than 202\d-\d\d wrote this file; export it again"
LOWER = "lower it first: torch-mlir-opt"
SIZE = "takes more than 64 TiB; no device holds it"
report = Report()


def model(ops):
    return HEAD + ops + TAIL


def constant(value, kind, blob=None):
    text = model(f"  %c = arith.constant {value} : {kind}\n")
    if blob is None:
        return text
    return text + '{-#\n  dialect_resources: { builtin: { r: "%s" } }\n#-}\n' % blob


def resource(blob, kind="tensor<2xf32>"):
    return constant("dense_resource<r>", kind, blob)


def aligned(alignment):
    return resource("0x" + alignment.to_bytes(4, "little").hex() + "0000803f" * 2)


def attribute(opening, closing, inner=""):
    return ("module attributes {a = " + opening * DEEP + inner + closing * DEEP +
            "} {}\n")


def affine(expression):
    return "module attributes {a = affine_map<(d0) -> (" + expression + ")>} {}\n"


def generic(block):
    return HEAD + """  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>],
      iterator_types = []} outs(%s : tensor<f32>) {
  ^bb0(%out: f32):
""" + block + "  } -> tensor<f32>\n  return %r : tensor<f32>\n}\n"


def transposed(permutation):
    return HEAD + f"""  %t = linalg.transpose ins(%s : tensor<f32>)
      outs(%s : tensor<f32>) permutation{permutation}
  return %t : tensor<f32>
}}
"""


FILES = {
    # Lists that MLIR's parser takes for granted.
    "permutation": (transposed(" = [1 [0]"), "no list of integers, as in permutation"),
    "permutation of words": (transposed(" = [a]"), "no list of integers"),
    "permutation left out": (transposed(" ="), "no list of integers"),
    # Resources.
    "alignment 0": (aligned(0), "6:38: error: .*alignment of 0 bytes"),
    "alignment 3": (aligned(3), "6:38: error: .*alignment of 3 bytes"),
    "alignment 2^31": (aligned(2 ** 31), "alignment of 2147483648 bytes"),
    "blob short": (resource("0x040000000000803f"),
                   "needs 8 bytes, but the resource 'r' has 4"),
    "blob long": (resource("0x04000000" + "0000803f" * 3),
                  "needs 8 bytes, but the resource 'r' has 12"),
    "blob empty": (resource("0x"), "to encode alignment in first 4 bytes"),
    "blob odd": (resource("0x040000000"), "expected hex string blob"),
    "blob no hex": (resource("abc"), "expected hex string blob"),
    "blob of index": (resource("0x040000000000803f", "tensor<2xindex>"),
                      "needs 16 bytes, but the resource 'r' has 4"),
    "blob of complex": (resource("0x040000000000803f", "tensor<1xcomplex<f32>>"),
                        "is complex"),
    "elided": (constant("dense_resource<__elided__>", "tensor<2xf32>"),
               "has values that were left out"),
    "undefined": (constant("dense_resource<gone>", "tensor<2xf32>"),
                  "reads the resource 'gone', which the file does not define"),
    # Sizes that are claimed only.
    "huge splat": (constant("dense<1.0>", HUGE), SIZE),
    "wrapping splat": (constant("dense<1.0>", WRAPS), SIZE),
    "wrapping data": (constant('dense<"0x">', WRAPS), SIZE),
    "wrapping resource": (resource("0x040000000000803f", WRAPS), SIZE),
    "huge empty": (model(f"  %e = tensor.empty() : {HUGE}\n"), SIZE),
    "huge argument": (HEAD.replace(
        "%s:", f'%x: {HUGE} {{piper.input = "x"}}, %s:') + TAIL, SIZE),
    "data short": (constant('dense<"0x00">', "tensor<4294967296xf32>"),
                   "hex data size is invalid"),
    "extent of 26 digits": (constant("dense<1.0>", f"tensor<{'9' * 26}xf32>"),
                            "invalid dimension"),
    "rank 100,000": (constant("dense<1.0>", f"tensor<{'1x' * DEEP}f32>"),
                     "a word of 200003 characters"),
    # Nesting.
    "regions": ("module {" * DEEP + "}" * DEEP, "nested more than 256 deep"),
    "ifs": (model("  %c = arith.constant true\n" + "scf.if %c {\n" * DEEP +
                  "}\n" * DEEP), r"258:\d+: error: .*nested more than 256 deep"),
    "arrays": (attribute("[", "]"), "nested more than 256 deep"),
    "dictionaries": (attribute("{a = ", "}", "1"), "nested more than 256 deep"),
    "types": (attribute("tuple<", ">", "f32"), "nested more than 256 deep"),
    "locations": ('module {} loc(' + '"a"(' * DEEP + "unknown" + ")" * DEEP + ")",
                  "nested more than 256 deep"),
    "literals": (constant("dense<" + "[" * DEEP + "1.0" + "]" * DEEP + ">",
                          "tensor<1xf32>"), "nested more than 256 deep"),
    "parentheses": (affine("(" * DEEP + "d0" + ")" * DEEP),
                    "nested more than 256 deep"),
    "negations": (affine("-" * DEEP + "d0"), "more than 256 operators"),
    "sums": (affine("d0 + " * DEEP + "d0"), "more than 256 operators"),
    "remainders": (affine("d0 mod 2 " * DEEP), "more than 256 operators"),
    "string open": (model('  "' + "(" * DEEP), "error: "),
    # What an export does not contain.
    "i4": (constant("dense<1>", "tensor<2xi4>"), "has the element type i4"),
    "complex": (constant("dense<(1.0, 1.0)>", "tensor<2xcomplex<f32>>"),
                "is complex"),
    "quantized": (model("  %q = tensor.empty() : "
                        "tensor<2x!quant.uniform<i8:f32, 1.0>>\n"),
                  "has the element type !quant.uniform"),
    "dynamic argument": (HEAD.replace(
        "%s:", '%x: tensor<?xf32> {piper.input = "x"}, %s:') + TAIL,
        "has dynamic extents"),
    "dynamic": (HEAD.replace("%s:", "%f:").replace("{\n", """{
  %v = tensor.extract %f[] : tensor<f32>
  %i = arith.fptosi %v : f32 to i64
  %n = arith.index_cast %i : i64 to index
  %d = tensor.splat %v[%n] : tensor<?xf32>
  %c = arith.constant 0 : index
  %e = tensor.extract %d[%c] : tensor<?xf32>
  %s = tensor.from_elements %e : tensor<f32>
""") + TAIL,
                "has dynamic extents"),
    "unregistered": (model('  "foo.bar"() : () -> ()\n'), "unregistered dialect"),
    "tensor arith": (model("  %t = arith.addf %s, %s : tensor<f32>\n"),
                     "computes with whole tensors, outside of a linalg op"),
    "two functions": (HEAD + TAIL + HEAD.replace("main", "other") + TAIL,
                      "@other is a second function"),
    "no function": ("module {}\n", "there is no func.func"),
    "empty": ("", "there is no func.func"),
    "no text": ("\0\1\2garbage", "error: "),
    "no scalar": (re.sub("tensor<f32>", "tensor<2xf32>", HEAD + TAIL),
                  "not tensor<f32>; a model returns its loss"),
    "no result": ('func.func @main(%s: tensor<f32> {piper.param = "s"}) {\n'
                  "  return\n}\n", "@main has 0 results"),
    "nothing written": (model("""  linalg.generic {indexing_maps = [affine_map<() -> ()>],
      iterator_types = []} ins(%s : tensor<f32>) {
  ^bb0(%in: f32):
    linalg.yield
  }
"""), "has no result, so it writes nothing"),
    "10,000 ops unknown": (model('  "foo.bar"() : () -> ()\n' * 10_000),
                           "unregistered dialect"),
    "10,000 ops refused": (model("".join(
        f"  %t{i} = arith.addf %s, %s : tensor<f32>\n" for i in range(10_000))),
        "computes with whole tensors"),
    "empty body": (generic(""), "expects a non-empty block"),
    "no terminator": (HEAD + "}\n", "at least a terminator"),
    # What others wrote.
    "old expand_shape": (model(
        "  %e = tensor.expand_shape %s [] : tensor<f32> into tensor<1xf32>\n"), OLD),
    "old tosa.const": (model('  %c = "tosa.const"() {value = dense<0.0> : '
                             "tensor<f32>} : () -> tensor<f32>\n"), OLD),
    "torch op": (model("  %r = torch.aten.relu %s : tensor<f32>\n"), LOWER),
    "torch type": ("func.func private @f(!torch.vtensor<[2],f32>)\n", LOWER),
    "stablehlo": (model("  %r = stablehlo.add %s, %s : tensor<f32>\n"),
                  "is in the stablehlo dialect; export it again"),
}


def run(arguments):
    """Status, output, processor seconds and MiB of a tool."""
    with open(work_file("output"), "w+") as output:
        process = subprocess.Popen(arguments, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        return (os.waitstatus_to_exitcode(status), output.read(),
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def problem_of(arguments, pattern):
    status, text, seconds, mebibytes = run(arguments)
    if status != 1 or not re.search(pattern, text):
        return f"status {status}, no {pattern!r} in\n{text[:2000]}"
    if not re.search(r'model\.mlir("?:|:)\d+:\d+|: error: ', text):
        return f"no place in\n{text[:2000]}"
    if seconds > SECONDS or mebibytes > MEBIBYTES:
        return f"took {seconds:.1f} s and {mebibytes:.0f} MiB"
    return None


TRAINING = work_file("t.json", '{"optimizer": "sgd", "lr": 0.1}')
for name, (text, pattern) in FILES.items():
    path = work_file("model.mlir", text)
    report.check(f"{name}: piper-opt", problem_of(
        [OPT, path, "--piper-import", "--piper-normalize", "-o", os.devnull],
        pattern))
    report.check(f"{name}: piper-run", problem_of(
        [RUN, path, "--training", TRAINING, "--init", "1", "--data", path],
        pattern))


# Many ops that are right take no longer.
CHAIN = "  %e = arith.constant dense<0.0> : tensor<f32>\n" + "".join(
    f"""  %v{i} = linalg.generic {{indexing_maps = [affine_map<() -> ()>,
      affine_map<() -> ()>], iterator_types = []}}
      ins({f"%v{i - 1}" if i else "%s"} : tensor<f32>) outs(%e : tensor<f32>) {{
  ^bb0(%in: f32, %out: f32):
    %c = math.sin %in : f32
    linalg.yield %c : f32
  }} -> tensor<f32>
""" for i in range(10_000))
status, text, seconds, mebibytes = run(
    [OPT, work_file("model.mlir", model(CHAIN).replace(
        "return %s", "return %v9999")), "--piper-import", "--piper-normalize",
     "-o", os.devnull])
report.check("10,000 ops", None if status == 0 and seconds <= SECONDS and
             mebibytes <= MEBIBYTES else f"{status}, {seconds} s, {text[:500]}")

# More than this machine has, but not more than some has.
SUM = HEAD.replace("%s: tensor<f32>", "%w: tensor<4000000x4000000xf32>") + """
  %s = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>,
      affine_map<(a, b) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%w : tensor<4000000x4000000xf32>) outs(%s : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
"""
report.check("58 TiB", problem_of(
    [RUN, work_file("model.mlir", SUM), "--training", TRAINING, "--init", "1"],
    "cannot have an arena of 128000000000"))

# Deep JSON.
MODEL = os.path.join(os.path.dirname(__file__), "..", "..", "Inputs", "mlp", "model.mlir")
for name, text in (("arrays", "[" * DEEP), ("objects", '[{"op": ' * DEEP),
                   ("value", '[{"op": ' + "[" * DEEP)):
    path = work_file("deep.json", text)
    for flag in "strategy", "training":
        report.check(f"JSON {name} as {flag}", problem_of(
            [RUN, MODEL, "--training", TRAINING, "--" + flag, path],
            r"deep\.json\"?:1:\d+"))
report.finish()
