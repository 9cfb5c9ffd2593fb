"""One function for each op that moves or sums, of each kind of extents.

    op_extents.py            # functions @<op>_<one|zero|odd>
    op_extents.py --host     # those with extents of 0 in front only

one: every extent is 1. zero: an extent that is summed or not is 0, where the op
may have it. odd: extents are no multiples of a vector. Functions of ops on
scalars have these shapes in the files of ../ops."""

import sys

FUNCTIONS = []
HOST = "--host" in sys.argv
ID = {n: ", ".join(f"d{i}" for i in range(n)) for n in range(5)}


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


def function(name, inputs, result, lines):
    """`inputs`: shapes of the differentiated arguments %a0, ...; `lines` end in
    the value %r."""
    if HOST and any(0 in shape[1:] for shape in [*inputs, result]):
        return
    args = ", ".join(f'%a{i}: {tensor(s)} {{piper.role = "input"}}'
                     for i, s in enumerate(inputs))
    FUNCTIONS.append("\n  ".join([
        f"func.func private @{name}({args}) -> {tensor(result)} {{", *lines,
        f"return %r : {tensor(result)}"]) + "\n}")


def filled(shape, value="0.0"):
    return [f"%c = arith.constant {value} : f32",
            f"%e = tensor.empty() : {tensor(shape)}",
            f"%z = linalg.fill ins(%c : f32) outs(%e : {tensor(shape)}) -> {tensor(shape)}"]


def named(name, op, inputs, result, start="0.0", attrs="", window=None):
    """A named op on the arguments and, for poolings, a window's shape."""
    values = [f"%a{i}" for i in range(len(inputs))]
    types = [tensor(s) for s in inputs]
    lines = filled(result, start)
    if window:
        lines.append(f"%w = tensor.empty() : {tensor(window)}")
        values.append("%w")
        types.append(tensor(window))
    out = tensor(result)
    function(name, inputs, result, lines + [
        f"%r = linalg.{op} {attrs} ins({', '.join(values)} : {', '.join(types)}) "
        f"outs(%z : {out}) -> {out}"])


def products():
    # rows, columns, summed
    for kind, m, n, k in (("one", 1, 1, 1), ("zero", 0, 3, 2), ("zero_sum", 2, 3, 0),
                          ("odd", 17, 19, 33)):
        named(f"matmul_{kind}", "matmul", [(m, k), (k, n)], (m, n))
        named(f"matvec_{kind}", "matvec", [(m, k), (k,)], (m,))
        named(f"vecmat_{kind}", "vecmat", [(k,), (k, m)], (m,))
        named(f"dot_{kind}", "dot", [(k,), (k,)], ())
        for b in (1, 3) if kind != "zero" else (0, 3):
            named(f"batch_matmul_{kind}_{b}", "batch_matmul", [(b, m, k), (b, k, n)], (b, m, n))
            named(f"batch_matvec_{kind}_{b}", "batch_matvec", [(b, m, k), (b, k)], (b, m))
        maps = "[" + ", ".join(f"affine_map<(d0, d1, d2) -> ({d})>"
                               for d in ("d2, d0", "d1, d2", "d0, d1")) + "]"
        named(f"matmul_transposed_{kind}", "matmul", [(k, m), (n, k)], (m, n),
              attrs=f"indexing_maps = {maps}")


def windows():
    # batch, channels in, channels out, window, positions
    for kind, b, c, f, w, p in (("one", 1, 1, 1, 1, 1), ("zero", 0, 2, 3, 2, 3),
                                ("odd", 1, 3, 5, 3, 17)):
        i, q = p + w - 1, 2  # second spatial dimension: q windows of 1
        one = "{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}"
        two = "{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}"
        named(f"conv_1d_ncw_fcw_{kind}", "conv_1d_ncw_fcw", [(b, c, i), (f, c, w)], (b, f, p), attrs=one)
        named(f"conv_1d_nwc_wcf_{kind}", "conv_1d_nwc_wcf", [(b, i, c), (w, c, f)], (b, p, f), attrs=one)
        named(f"conv_2d_nchw_fchw_{kind}", "conv_2d_nchw_fchw", [(b, c, i, q), (f, c, w, 1)], (b, f, p, q), attrs=two)
        named(f"conv_2d_nhwc_hwcf_{kind}", "conv_2d_nhwc_hwcf", [(b, i, q, c), (w, 1, c, f)], (b, p, q, f), attrs=two)
        named(f"conv_2d_ngchw_gfchw_{kind}", "conv_2d_ngchw_gfchw", [(b, 2, c, i, q), (2, f, c, w, 1)],
              (b, 2, f, p, q), attrs=two)
        named(f"depthwise_conv_1d_ncw_cw_{kind}", "depthwise_conv_1d_ncw_cw", [(b, c, i), (c, w)], (b, c, p), attrs=one)
        named(f"depthwise_conv_2d_nchw_chw_{kind}", "depthwise_conv_2d_nchw_chw", [(b, c, i, q), (c, w, 1)], (b, c, p, q), attrs=two)
        named(f"depthwise_conv_2d_nhwc_hwcm_{kind}", "depthwise_conv_2d_nhwc_hwcm", [(b, i, q, c), (w, 1, c, f)],
              (b, p, q, c, f), attrs=two)
        low, high = "0xFF800000", "0x7F800000"
        for op, start in ("max", low), ("sum", "0.0"):
            named(f"pooling_ncw_{op}_{kind}", f"pooling_ncw_{op}", [(b, c, i)], (b, c, p), start, one, (w,))
            named(f"pooling_nchw_{op}_{kind}", f"pooling_nchw_{op}", [(b, c, i, q)], (b, c, p, q), start, two, (w, 1))
        named(f"pooling_nhwc_min_{kind}", "pooling_nhwc_min", [(b, i, q, c)], (b, p, q, c), high, two, (w, 1))


def generic(name, inputs, maps, result, out, loops, kinds, body, start="0.0", results=1):
    text = ", ".join(f"affine_map<({ID[loops]}) -> ({m})>" for m in [*maps, *[out] * results])
    its = ", ".join(f'"{k}"' for k in kinds)
    args = ", ".join([f"%i{i}: f32" for i in range(len(inputs))]
                     + [f"%o{i}: f32" for i in range(results)])
    t = tensor(result)
    function(name, inputs, result, filled(result, start) + [
        f"{'%r' if results == 1 else '%r2:2'} = linalg.generic {{indexing_maps = [{text}], "
        f"iterator_types = [{its}]}} ins({', '.join(f'%a{i}' for i in range(len(inputs)))} : "
        f"{', '.join(tensor(s) for s in inputs)}) outs({', '.join(['%z'] * results)} : "
        f"{', '.join([t] * results)}) {{", f"^bb0({args}):", *body, f"}} -> "
        + (t if results == 1 else f"({t}, {t})")]
        + (["%s = tensor.empty() : " + t,
            f"%r = linalg.add ins(%r2#0, %r2#1 : {t}, {t}) outs(%s : {t}) -> {t}"]
           if results == 2 else []))


def moves():
    for kind, m, n in (("one", 1, 1), ("zero", 0, 3), ("zero_inner", 3, 0), ("odd", 17, 19)):
        t, both = tensor((m, n)), ["parallel"] * 2
        function(f"transpose_{kind}", [(m, n)], (n, m), filled((n, m)) + [
            f"%r = linalg.transpose ins(%a0 : {t}) outs(%e : {tensor((n, m))}) permutation = [1, 0]"])
        function(f"broadcast_{kind}", [(n,)], (m, n), filled((m, n)) + [
            f"%r = linalg.broadcast ins(%a0 : {tensor((n,))}) outs(%e : {t}) dimensions = [0]"])
        function(f"fill_{kind}", [()], (m, n), filled((m, n)) + [
            "%x = tensor.extract %a0[] : tensor<f32>",
            f"%r = linalg.fill ins(%x : f32) outs(%e : {t}) -> {t}"])
        function(f"map_{kind}", [(m, n)] * 2, (m, n), filled((m, n)) + [
            f"%r = linalg.map {{ arith.mulf }} ins(%a0, %a1 : {t}, {t}) outs(%e : {t})"])
        for op, start in ("addf", "0.0"), ("mulf", "1.0"), ("maximumf", "0xFF800000"):
            function(f"reduce_{op}_{kind}", [(m, n)], (m,), filled((m,), start) + [
                f"%r = linalg.reduce {{ arith.{op} }} ins(%a0 : {t}) outs(%z : {tensor((m,))}) dimensions = [1]"])
        generic(f"index_{kind}", [(m, n)], [ID[2]], (m, n), ID[2], 2, both, [
            "%x = linalg.index 1 : index", "%y = arith.index_cast %x : index to i64",
            "%f = arith.sitofp %y : i64 to f32", "%g = arith.mulf %f, %i0 : f32", "linalg.yield %g : f32"])
        generic(f"generic_results_{kind}", [(m, n)], [ID[2]], (m, n), ID[2], 2, both, [
            "%x = math.sin %i0 : f32", "%y = arith.mulf %x, %i0 : f32", "linalg.yield %x, %y : f32, f32"], results=2)
        generic(f"generic_strided_{kind}", [(2 * m, n)], ["d0 * 2, d1"], (m, n), ID[2], 2, both, [
            "%x = arith.mulf %i0, %i0 : f32", "linalg.yield %x : f32"])
        generic(f"generic_max_index_{kind}", [(m, n)], [ID[2]], (m,), "d0", 2, ["parallel", "reduction"], [
            "%x = arith.cmpf ogt, %i0, %o0 : f32", "%y = arith.select %x, %i0, %o0 : f32",
            "linalg.yield %y : f32"], start="0xFF800000")
        function(f"generic_captured_{kind}", [(m, n), ()], (m, n), filled((m, n)) + [
            "%x = tensor.extract %a1[] : tensor<f32>",
            "%r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], "
            f'iterator_types = ["parallel", "parallel"]}} ins(%a0 : {t}) outs(%e : {t}) {{', "^bb0(%i: f32, %o: f32):",
            "  %y = arith.mulf %i, %x : f32", "  linalg.yield %y : f32", f"}} -> {t}"])
        function(f"from_elements_{kind}", [()], (m * n,), [
            "%x = tensor.extract %a0[] : tensor<f32>",
            f"%r = tensor.from_elements {', '.join(['%x'] * (m * n))} : {tensor((m * n,))}"]
            if m * n else [f"%r = tensor.empty() : {tensor((0,))}"])
        function(f"cast_{kind}", [(m, n)], (m, n), [
            f"%x = tensor.cast %a0 : {t} to tensor<?x{n}xf32>", f"%r = tensor.cast %x : tensor<?x{n}xf32> to {t}"])
        function(f"collapse_shape_{kind}", [(m, n)], (m * n,), [
            f"%r = tensor.collapse_shape %a0 [[0, 1]] : {t} into {tensor((m * n,))}"])
        function(f"expand_shape_{kind}", [(m * n,)], (m, n), [
            f"%r = tensor.expand_shape %a0 [[0, 1]] output_shape [{m}, {n}] : {tensor((m * n,))} into {t}"])
        function(f"concat_{kind}", [(m, n), (m, n), (1, n)], (2 * m + 1, n), [
            f"%r = tensor.concat dim(0) %a0, %a1, %a2 : ({t}, {t}, {tensor((1, n))}) -> {tensor((2 * m + 1, n))}"])
        big = tensor((m + 2, n + 2))
        function(f"extract_slice_{kind}", [(m + 2, n + 2)], (m, n), [
            f"%r = tensor.extract_slice %a0[1, 1] [{m}, {n}] [1, 1] : {big} to {t}"])
        function(f"insert_slice_{kind}", [(m, n), (m + 2, n + 2)], (m + 2, n + 2), [
            f"%r = tensor.insert_slice %a0 into %a1[1, 0] [{m}, {n}] [1, 1] : {t} into {big}"])
        function(f"pad_{kind}", [(m, n)], (m + 3, n + 1), [
            "%c = arith.constant 0.5 : f32", f"%r = tensor.pad %a0 low[1, 0] high[2, 1] {{",
            "^bb0(%i: index, %j: index):", "  tensor.yield %c : f32", f"}} : {t} to {tensor((m + 3, n + 1))}"])
        if m and n:
            function(f"extract_{kind}", [(m, n)], (), [
                f"%i = arith.constant {m - 1} : index", f"%x = tensor.extract %a0[%i, %i] : {t}"
                if m == n else f"%j = arith.constant 0 : index\n  %x = tensor.extract %a0[%i, %j] : {t}",
                "%y = arith.mulf %x, %x : f32", "%r = tensor.from_elements %y : tensor<f32>"])
            function(f"insert_{kind}", [(m, n), ()], (m, n), [
                "%i = arith.constant 0 : index", "%x = tensor.extract %a1[] : tensor<f32>",
                f"%r = tensor.insert %x into %a0[%i, %i] : {t}"])
        for rows in {m, 3, 0} if m else {0}:
            ids = ", ".join(str(i * 7 % max(m, 1)) for i in range(rows))
            table = f"dense<[{ids}]>" if rows else "dense<>"
            function(f"extract_gather_{kind}_{rows}", [(m, n)], (rows, n), [
                f"%ids = arith.constant {table} : {tensor((rows,), 'i64')}", f"%e = tensor.empty() : {tensor((rows, n))}",
                f"%r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], "
                f'iterator_types = ["parallel", "parallel"]}} ins(%ids : {tensor((rows,), "i64")}) '
                f"outs(%e : {tensor((rows, n))}) {{", "^bb0(%k: i64, %o: f32):",
                "  %i = arith.index_cast %k : i64 to index", "  %j = linalg.index 1 : index",
                f"  %x = tensor.extract %a0[%i, %j] : {t}", "  linalg.yield %x : f32", f"}} -> {tensor((rows, n))}"])
            for op in ("set", "add") if m else ():
                function(f"scatter_{op}_{kind}_{rows}", [(rows, n), (m, n)], (m, n), [
                    f"%ids = arith.constant {table.replace(ids, ', '.join(f'[{i}]' for i in ids.split(', '))) if rows else table}"
                    f" : {tensor((rows, 1), 'i64')}",
                    f"%r = body.scatter {op} %a0 at %ids into %a1 along [0] : ({tensor((rows, n))}, "
                    f"{tensor((rows, 1), 'i64')}, {t}) -> {t}"])


products()
windows()
moves()
print("\n".join(FUNCTIONS))
