"""Random programs of 1 to 8 ops from the set that piper-differentiate takes.

    random_programs.py --seed 7 --count 2000           # functions @p7, @p8, ...
    random_programs.py --seed 7 --count 100 --plain    # without roles

Program k depends on k alone, so a failing one is had again with
`--seed k --count 1`. Values stay of moderate size and away from poles: where a
function has a pole or grows fast, it is applied to a sine."""

import argparse
import random

F32 = "f32"


class Program:
    def __init__(self, seed, plain):
        self.rng = random.Random(seed)
        self.name = f"p{seed}"
        self.plain = plain
        self.lines, self.args, self.values = [], [], []
        self.count, self.read = 0, set()

    # Text.

    def new(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text):
        self.lines.append("  " + text)

    def type(self, shape, element=F32):
        return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"

    def arg(self, shape, role=None):
        name = f"%a{len(self.args)}"
        role = role or self.rng.choice(["input", "param"])
        attrs = "" if self.plain else f' {{piper.role = "{role}", piper.param = "{name[1:]}"}}'
        self.args.append(f"{name}: {self.type(shape)}{attrs}")
        return name, tuple(shape)

    def constant(self, value):
        name = self.new()
        self.emit(f"{name} = arith.constant {value!r} : f32")
        return name

    def empty(self, shape, element=F32):
        name = self.new()
        self.emit(f"{name} = tensor.empty() : {self.type(shape, element)}")
        return name

    def filled(self, shape, value=0.0, element=F32):
        scalar, out, name = self.new(), self.empty(shape, element), self.new()
        self.emit(f"{scalar} = arith.constant {value} : {element}")
        t = self.type(shape, element)
        self.emit(f"{name} = linalg.fill ins({scalar} : {element}) outs({out} : {t}) -> {t}")
        return name

    def generic(self, ins, maps, out, out_map, shape, loops, kinds, body, yields):
        """`ins`: (name, shape, element); the body's arguments are %i0, ..., %o."""
        dims = ", ".join(f"d{i}" for i in range(loops))
        text = ", ".join(f"affine_map<({dims}) -> ({m})>" for m in [*maps, out_map])
        its = ", ".join(f'"{k}"' for k in kinds)
        name = self.new()
        operands = ""
        if ins:
            operands = (f"ins({', '.join(i[0] for i in ins)} : "
                        f"{', '.join(self.type(i[1], i[2]) for i in ins)}) ")
        t = self.type(shape)
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{text}], iterator_types = [{its}]}} "
                  f"{operands}outs({out} : {t}) {{")
        block = ", ".join([f"%i{k}: {i[2]}" for k, i in enumerate(ins)] + ["%o: f32"])
        self.emit(f"^bb0({block}):")
        for line in body:
            self.emit("  " + line)
        self.emit(f"  linalg.yield {yields} : f32")
        self.emit(f"}} -> {t}")
        self.values.append((name, tuple(shape)))

    # Choices.

    def pick(self, rank=None, most=96):
        fits = [v for v in self.values if (rank is None or len(v[1]) in rank) and size(v[1]) <= most]
        # Later values more often, so that programs are deep.
        if not fits:
            return None
        value = fits[max(self.rng.randrange(len(fits)), self.rng.randrange(len(fits)))]
        self.read.add(value[0])
        return value

    def shape(self, rank):
        while True:
            shape = tuple(self.rng.choice([1, 2, 3, 3, 4, 5]) for _ in range(rank))
            if size(shape) <= 24:
                return shape

    def step(self):
        if not self.rng.choice(OPS)(self):
            unary(self)

    def text(self):
        ops = self.rng.randint(1, 8)
        for _ in range(self.rng.randint(1, 2)):
            self.values.append(self.arg(self.shape(self.rng.randint(1, 4)), "input"))
        for _ in range(ops):
            self.step()
        # What no op read is returned.
        results = [v for v in self.values if v[0] not in self.read]
        types = ", ".join(self.type(shape) for _, shape in results)
        head = f"func.func private @{self.name}({', '.join(self.args)}) -> ({types}) {{"
        return "\n".join([head, *self.lines, f"  return {', '.join(name for name, _ in results)} : {types}", "}"])


def size(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def ids(dims):
    return ", ".join(f"d{d}" for d in dims)


# Scalar expressions.

UNARY = ["math.sin", "math.cos", "math.tanh", "math.erf", "math.erfc", "math.atan", "math.absf", "arith.negf",
         "math.floor", "math.ceil", "math.asinh"]
SMALL = ["math.exp", "math.exp2", "math.expm1", "math.sinh", "math.cosh", "math.tan", "math.asin", "math.acos",
         "math.atanh"]
POSITIVE = ["math.log", "math.log2", "math.log10", "math.sqrt", "math.rsqrt", "math.log1p", "math.cbrt"]
BINARY = ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.maxnumf",
          "arith.minnumf"]


def expression(rng, names, depth):
    """Lines that compute one value from scalars, and its name."""
    lines = []

    def new(text):
        name = f"%e{len(lines)}"
        lines.append(f"{name} = {text}")
        return name

    def number(value):
        return new(f"arith.constant {value!r} : f32")

    def bounded(x, scale, shift):
        scaled = new(f"arith.mulf {new(f'math.sin {x} : f32')}, {number(scale)} : f32")
        return new(f"arith.addf {scaled}, {number(shift)} : f32")

    def build(depth):
        if depth == 0:
            return rng.choice(names)
        x = build(depth - 1)
        kind = rng.randrange(12)
        if kind < 3:
            return new(f"{rng.choice(UNARY)} {x} : f32")
        if kind == 3:
            return new(f"{rng.choice(SMALL)} {bounded(x, 0.8, 0.0)} : f32")
        if kind == 4:
            return new(f"{rng.choice(POSITIVE)} {bounded(x, 0.7, 1.3)} : f32")
        y = rng.choice(names)
        if kind < 8:
            return new(f"{rng.choice(BINARY)} {x}, {y} : f32")
        if kind == 8:
            return new(f"arith.divf {x}, {bounded(y, 0.5, 1.5)} : f32")
        if kind == 9:
            predicate = rng.choice(["ogt", "olt", "uge", "ult"])
            chosen = new(f"arith.cmpf {predicate}, {x}, {number(0.1)} : f32")
            return new(f"arith.select {chosen}, {x}, {y} : f32")
        if kind == 10:
            wide = new(f"arith.extf {x} : f32 to f64")
            square = new(f"arith.mulf {wide}, {wide} : f64")
            return new(f"arith.truncf {square} : f64 to f32")
        if rng.random() < 0.5:
            return new(f"math.powf {bounded(x, 0.5, 1.5)}, {bounded(y, 1.0, 0.5)} : f32")
        exponent = new(f"arith.constant {rng.choice([0, 1, 2, 3, 4])} : i64")
        return new(f"math.fpowi {bounded(x, 1.0, 0.0)}, {exponent} : f32, i64")

    result = build(depth)
    return lines, result


# Ops: each returns whether it could be applied.


def unary(p):
    x = p.pick()
    lines, result = expression(p.rng, ["%i0"], p.rng.randint(1, 3))
    n = len(x[1])
    p.generic([(*x, F32)], [ids(range(n))], p.empty(x[1]), ids(range(n)), x[1], n, ["parallel"] * n, lines, result)
    return True


def binary(p):
    x = p.pick()
    n = len(x[1])
    # The other operand has some of the dimensions, in any order, or is x again.
    dims = p.rng.sample(range(n), p.rng.randint(0, n))
    y = p.arg([x[1][d] for d in dims]) if p.rng.random() < 0.8 else None
    names, ins, maps = ["%i0", "%i1"], [(*x, F32)], [ids(range(n))]
    ins.append((*y, F32) if y else (*x, F32))
    maps.append(ids(dims) if y else ids(range(n)))
    lines, result = expression(p.rng, names, p.rng.randint(1, 4))
    p.generic(ins, maps, p.empty(x[1]), ids(range(n)), x[1], n, ["parallel"] * n, lines, result)
    return True


def captured(p):
    x = p.pick()
    n = len(x[1])
    a = p.arg([])
    s = p.new()
    p.emit(f"{s} = tensor.extract {a[0]}[] : tensor<f32>")
    t = p.new()
    p.emit(f"{t} = math.tanh {s} : f32")
    p.generic([(*x, F32)], [ids(range(n))], p.empty(x[1]), ids(range(n)), x[1], n, ["parallel"] * n,
              [f"%e = arith.mulf %i0, {t} : f32", f"%f = arith.addf %e, {s} : f32"], "%f")
    return True


def indexed(p):
    x = p.pick([1, 2, 3, 4])
    n = len(x[1])
    p.generic([(*x, F32)], [ids(range(n))], p.empty(x[1]), ids(range(n)), x[1], n, ["parallel"] * n, [
        f"%e = linalg.index {p.rng.randrange(n)} : index", "%f = arith.index_cast %e : index to i64",
        "%g = arith.sitofp %f : i64 to f32", "%h = arith.mulf %i0, %g : f32"], "%h")
    return True


def two_results(p):
    x = p.pick()
    n = len(x[1])
    m = f"affine_map<({ids(range(n))}) -> ({ids(range(n))})>"
    its = ", ".join(['"parallel"'] * n)
    t, a, b, r = p.type(x[1]), p.empty(x[1]), p.empty(x[1]), p.new()
    p.emit(f"{r}:2 = linalg.generic {{indexing_maps = [{m}, {m}, {m}], iterator_types = [{its}]}} "
           f"ins({x[0]} : {t}) outs({a}, {b} : {t}, {t}) {{")
    p.emit("^bb0(%i0: f32, %o: f32, %q: f32):")
    p.emit("  %e = math.sin %i0 : f32")
    p.emit("  %f = arith.mulf %e, %i0 : f32")
    p.emit("  linalg.yield %e, %f : f32, f32")
    p.emit(f"}} -> ({t}, {t})")
    p.values += [(f"{r}#0", x[1]), (f"{r}#1", x[1])]
    return True


def transpose(p):
    x = p.pick([2, 3, 4])
    if not x:
        return False
    order = list(range(len(x[1])))
    p.rng.shuffle(order)
    shape = tuple(x[1][d] for d in order)
    out, r = p.empty(shape), p.new()
    p.emit(f"{r} = linalg.transpose ins({x[0]} : {p.type(x[1])}) outs({out} : {p.type(shape)}) permutation = {order}")
    p.values.append((r, shape))
    return True


def broadcast(p):
    x = p.pick([0, 1, 2], 24)
    if not x:
        return False
    at = p.rng.randint(0, len(x[1]))
    shape = (*x[1][:at], p.rng.randint(1, 4), *x[1][at:])
    out, r = p.empty(shape), p.new()
    p.emit(f"{r} = linalg.broadcast ins({x[0]} : {p.type(x[1])}) outs({out} : {p.type(shape)}) dimensions = [{at}]")
    p.values.append((r, shape))
    return True


def reduce(p):
    x = p.pick([1, 2, 3, 4])
    if not x:
        return False
    n = len(x[1])
    gone = p.rng.sample(range(n), p.rng.randint(1, n))
    keep = p.rng.random() < 0.3
    kind, start = p.rng.choice([("arith.addf", 0.0), ("arith.addf", 0.0), ("arith.maximumf", "0xFF800000"),
                                ("arith.minimumf", "0x7F800000"), ("arith.mulf", 1.0)])
    rest = [d for d in range(n) if d not in gone]
    shape = tuple(1 if d in gone else x[1][d] for d in range(n)) if keep else tuple(x[1][d] for d in rest)
    out_map = ", ".join("0" if d in gone else f"d{d}" for d in range(n)) if keep else ids(rest)
    lines, result = (([], "%i0") if p.rng.random() < 0.5 else expression(p.rng, ["%i0"], 1))
    p.generic([(*x, F32)], [ids(range(n))], p.filled(shape, start), out_map, shape, n,
              ["reduction" if d in gone else "parallel" for d in range(n)],
              [*lines, f"%r = {kind} %o, {result} : f32"], "%r")
    return True


def contraction(p):
    x = p.pick([1, 2, 3])
    if not x:
        return False
    n = len(x[1])
    loops = list(x[1])
    summed = p.rng.sample(range(n), p.rng.randint(1, n))
    other = [d for d in range(n) if d in summed or p.rng.random() < 0.4]
    if p.rng.random() < 0.8:
        loops.append(p.rng.randint(1, 4))
        other.append(n)
    p.rng.shuffle(other)
    out = [d for d in range(len(loops)) if d not in summed]
    p.rng.shuffle(out)
    w = p.arg([loops[d] for d in other])
    shape = tuple(loops[d] for d in out)
    p.generic([(*x, F32), (*w, F32)], [ids(range(n)), ids(other)], p.filled(shape), ids(out), shape, len(loops),
              ["reduction" if d in summed else "parallel" for d in range(len(loops))],
              ["%m = arith.mulf %i0, %i1 : f32", "%r = arith.addf %o, %m : f32"], "%r")
    return True


def named(p, op, left, right, shape, start=0.0):
    """A named op of linalg on two operands, each a value and its shape."""
    out, r = p.filled(shape, start), p.new()
    p.emit(f"{r} = linalg.{op} ins({left[0]}, {right[0]} : {p.type(left[1])}, {p.type(right[1])}) "
           f"outs({out} : {p.type(shape)}) -> {p.type(shape)}")
    p.values.append((r, shape))


def named_product(p):
    x = p.pick([1, 2, 3])
    if not x:
        return False
    s = x[1]
    c = p.rng.randint(1, 4)
    if len(s) == 1:
        choices = [("dot", s, ()), ("vecmat", (*s, c), (c,))]
    elif len(s) == 2:
        choices = [("matmul", (s[1], c), (s[0], c)), ("matvec", s[1:], s[:1])]
    else:
        choices = [("batch_matmul", (s[0], s[2], c), (s[0], s[1], c)), ("batch_matvec", (s[0], s[2]), s[:2])]
    op, other, shape = p.rng.choice(choices)
    w = p.arg(other)
    named(p, op, x, (w[0], other), shape)
    return True


def window(p, spatial):
    """Extents, strides and dilations of windows that fit, and the results."""
    result = []
    for extent in spatial:
        k = p.rng.randint(1, min(3, extent))
        dilation = p.rng.randint(1, 2) if (k - 1) * 2 < extent else 1
        stride = p.rng.randint(1, 3)
        result.append((k, stride, dilation, (extent - (k - 1) * dilation - 1) // stride + 1))
    return result


def attributes(windows):
    n = len(windows)
    dense = lambda i: f"dense<[{', '.join(str(w[i]) for w in windows)}]> : tensor<{n}xi64>"
    return f"{{dilations = {dense(2)}, strides = {dense(1)}}}"


def convolution(p):
    x = p.pick([3, 4])
    if not x:
        return False
    s = x[1]
    w = window(p, s[2:])
    f = p.rng.randint(1, 3)
    one = len(s) == 3
    op = "conv_1d_ncw_fcw" if one else "conv_2d_nchw_fchw"
    kernel, channels = (f, s[1], *(v[0] for v in w)), f
    if p.rng.random() < 0.3:
        op = "depthwise_conv_1d_ncw_cw" if one else "depthwise_conv_2d_nchw_chw"
        kernel, channels = (s[1], *(v[0] for v in w)), s[1]
    shape = (s[0], channels, *(v[3] for v in w))
    k = p.arg(kernel)
    named(p, f"{op} {attributes(w)}", x, (k[0], kernel), shape)
    return True


def pooling(p):
    x = p.pick([3, 4])
    if not x:
        return False
    s = x[1]
    w = window(p, s[2:])
    kind, start = p.rng.choice([("max", "0xFF800000"), ("sum", 0.0)])
    op = f"pooling_{'ncw' if len(s) == 3 else 'nchw'}_{kind}"
    shape = (s[0], s[1], *(v[3] for v in w))
    k = tuple(v[0] for v in w)
    named(p, f"{op} {attributes(w)}", x, (p.empty(k), k), shape, start)
    return True


def strided_view(p):
    """A generic whose map has sums and that is neither of the above."""
    x = p.pick([1, 2])
    if not x:
        return False
    s = x[1]
    k, stride, dilation, length = window(p, s[-1:])[0]
    n = len(s)
    lead = list(range(n - 1))
    shape = (*s[:-1], k, length)
    p.generic([(*x, F32)], [", ".join([*(f"d{d}" for d in lead), f"d{n} * {stride} + d{n - 1} * {dilation}"])],
              p.empty(shape), ids(range(n + 1)), shape, n + 1, ["parallel"] * (n + 1),
              ["%e = math.sin %i0 : f32"], "%e")
    return True


def pad(p):
    x = p.pick([1, 2, 3], 40)
    if not x:
        return False
    low = [p.rng.randint(0, 2) for _ in x[1]]
    high = [p.rng.randint(0, 1) for _ in x[1]]
    shape = tuple(a + b + c for a, b, c in zip(low, x[1], high))
    c, r = p.constant(0.5), p.new()
    p.emit(f"{r} = tensor.pad {x[0]} low{low} high{high} {{")
    p.emit(f"^bb0({', '.join(f'%j{d}: index' for d in range(len(shape)))}):")
    p.emit(f"  tensor.yield {c} : f32")
    p.emit(f"}} : {p.type(x[1])} to {p.type(shape)}")
    p.values.append((r, shape))
    return True


def box(p, shape):
    """Offsets, sizes and strides of a slice of `shape`."""
    offsets, sizes, strides = [], [], []
    for extent in shape:
        o = p.rng.randrange(extent)
        s = p.rng.randint(1, 2)
        offsets.append(o)
        strides.append(s)
        sizes.append(p.rng.randint(1, (extent - o - 1) // s + 1))
    return offsets, sizes, strides


def extract_slice(p):
    x = p.pick([1, 2, 3, 4])
    if not x:
        return False
    o, n, s = box(p, x[1])
    r = p.new()
    p.emit(f"{r} = tensor.extract_slice {x[0]}{o} {n} {s} : {p.type(x[1])} to {p.type(n)}")
    p.values.append((r, tuple(n)))
    return True


def insert_slice(p):
    x = p.pick([1, 2, 3, 4])
    if not x:
        return False
    o, n, s = box(p, x[1])
    source = p.arg(n)
    r = p.new()
    p.emit(f"{r} = tensor.insert_slice {source[0]} into {x[0]}{o} {n} {s} : {p.type(n)} into {p.type(x[1])}")
    p.values.append((r, x[1]))
    return True


def concat(p):
    x = p.pick([1, 2, 3], 40)
    if not x:
        return False
    dim = p.rng.randrange(len(x[1]))
    other = list(x[1])
    other[dim] = p.rng.randint(1, 3)
    y = p.arg(other) if p.rng.random() < 0.7 else x
    shape = list(x[1])
    shape[dim] += y[1][dim]
    r = p.new()
    p.emit(f"{r} = tensor.concat dim({dim}) {x[0]}, {y[0]} : ({p.type(x[1])}, {p.type(y[1])}) -> {p.type(shape)}")
    p.values.append((r, tuple(shape)))
    return True


def collapse(p):
    x = p.pick([2, 3, 4])
    if not x:
        return False
    at = p.rng.randrange(len(x[1]) - 1)
    groups = [[d] for d in range(len(x[1]))]
    groups[at:at + 2] = [[at, at + 1]]
    shape = tuple(size([x[1][d] for d in g]) for g in groups)
    r = p.new()
    p.emit(f"{r} = tensor.collapse_shape {x[0]} {groups} : {p.type(x[1])} into {p.type(shape)}")
    p.values.append((r, shape))
    return True


def expand(p):
    x = p.pick([1, 2, 3])
    if not x:
        return False
    at = p.rng.randrange(len(x[1]))
    whole = x[1][at]
    first = p.rng.choice([d for d in range(1, whole + 1) if whole % d == 0])
    shape = (*x[1][:at], first, whole // first, *x[1][at + 1:])
    groups = [[d + (d > at)] if d != at else [at, at + 1] for d in range(len(x[1]))]
    r = p.new()
    p.emit(f"{r} = tensor.expand_shape {x[0]} {groups} output_shape {list(shape)} : "
           f"{p.type(x[1])} into {p.type(shape)}")
    p.values.append((r, shape))
    return True


def table(p, shape, below):
    numbers = [p.rng.randrange(below) for _ in range(size(shape))]

    def nested(dims, numbers):
        if not dims:
            return str(numbers[0])
        part = len(numbers) // dims[0]
        return "[" + ", ".join(nested(dims[1:], numbers[i * part:(i + 1) * part]) for i in range(dims[0])) + "]"

    name = p.new()
    p.emit(f"{name} = arith.constant dense<{nested(list(shape), numbers)}> : {p.type(shape, 'i64')}")
    return name, tuple(shape), "i64"


def rows(p):
    """An embedding: rows of a table, some of them several times."""
    x = p.pick([2], 40)
    if not x:
        return False
    n, d = x[1]
    i = table(p, (p.rng.randint(1, 5),), n)
    shape = (i[1][0], d)
    p.generic([i], ["d0"], p.empty(shape), "d0, d1", shape, 2, ["parallel"] * 2, [
        "%e = arith.index_cast %i0 : i64 to index", "%f = linalg.index 1 : index",
        f"%g = tensor.extract {x[0]}[%e, %f] : {p.type(x[1])}"], "%g")
    return True


def within_rows(p):
    """Elements of each row: gather along the last dimension."""
    x = p.pick([2], 40)
    if not x:
        return False
    n, d = x[1]
    i = table(p, (n, p.rng.randint(1, 4)), d)
    p.generic([i], ["d0, d1"], p.empty(i[1]), "d0, d1", i[1], 2, ["parallel"] * 2, [
        "%e = arith.index_cast %i0 : i64 to index", "%f = linalg.index 0 : index",
        f"%g = tensor.extract {x[0]}[%f, %e] : {p.type(x[1])}"], "%g")
    return True


OPS = [unary, unary, binary, binary, captured, indexed, two_results, transpose, broadcast, reduce, reduce, contraction,
       named_product, convolution, convolution, pooling, strided_view, pad, extract_slice, insert_slice, concat,
       collapse, expand, rows, within_rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="no roles: forward functions to be run")
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.count):
        print(Program(seed, args.plain).text())


if __name__ == "__main__":
    main()
