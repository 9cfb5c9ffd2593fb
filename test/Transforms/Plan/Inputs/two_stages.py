#!/usr/bin/env python3
"""Writes the training graph of a small two-stage model whose first parameter
is used in both stages (the tied weight of stage 1 is a copy).

Usage: two_stages.py [--dp 1] [--devices 0,1,..] [--microbatches 3]
"""
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--dp", type=int, default=1)
parser.add_argument("--devices", default="")
parser.add_argument("--microbatches", type=int, default=3)
args = parser.parse_args()

dp = args.dp > 1
axes = '"pp"=2' + (f', "dp"={args.dp}' if dp else "")
devices = f" devices [{args.devices.replace(',', ', ')}]" if args.devices else ""


def value(tensor, pp=None, layout=""):
    place = "@cluster" + (f"[pp={pp}]" if pp is not None else "")
    text = f", {{dp = {layout}}}" if dp and layout else ""
    return f"!piper.value<{tensor}, {place}{text}>"


T = "tensor<4x8xf32>"
W = "tensor<8x8xf32>"
B = "tensor<8xf32>"
L = "tensor<f64>"
H = "tensor<4xf64>"
divisor = args.microbatches * args.dp
print(f"piper.mesh @cluster <[{axes}]>{devices}")
print(f"""
func.func private @s0.F(tensor<4x8xf32>, {W}) -> ({T}, {T}) attributes {{piper.residuals = 1 : i64}}
func.func private @s0.B({T} {{piper.source = "arg:0"}}, {T} {{piper.source = "residual:0"}}, {T} {{piper.source = "cotangent:0"}}, {W} {{piper.source = "acc:0"}}) -> {W} attributes {{piper.inouts = 1 : i64}}
func.func private @s1.F({T}, {T}, {W}, {B}, {L}) -> ({T}, {L}) attributes {{piper.residuals = 1 : i64, piper.inouts = 1 : i64}}
func.func private @s1.B({T} {{piper.source = "arg:0"}}, {W} {{piper.source = "arg:2"}}, {T} {{piper.source = "residual:0"}}, {W} {{piper.source = "acc:0"}}, {B} {{piper.source = "acc:1"}}) -> ({T}, {W}, {B}) attributes {{piper.inouts = 2 : i64}}
func.func private @hyper(tensor<i64>) -> {H}""")
for name, type, rank in (("w", W, 2), ("b", B, 1)):
    dims = ", ".join(f"d{i}" for i in range(rank))
    loops = ", ".join(['"parallel"'] * rank)
    print(f"""
func.func private @sgd_{name}(%g: {type}, %h: {H}, %n: {L}, %p: {type}) -> {type} attributes {{piper.inouts = 1 : i64}} {{
  %i = arith.constant 0 : index
  %lr = tensor.extract %h[%i] : {H}
  %norm = tensor.extract %n[] : {L}
  %f = arith.divf %lr, %norm : f64
  %s = arith.truncf %f : f64 to f32
  %r = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>], iterator_types = [{loops}]}} ins(%g : {type}) outs(%p : {type}) {{
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %s : f32
    %z = arith.subf %y, %m : f32
    linalg.yield %z : f32
  }} -> {type}
  return %r : {type}
}}""")

replica, partial = "replica", "partial<sum>"
w0, w1, b1 = value(W, 0), value(W, 1), value(B, 1)
l1 = value(L, 1)
a0, a1, ab, al = (value(t, p, partial) for t, p in ((W, 0), (W, 1), (B, 1), (L, 1)))
x, y = value(T, 0, replica), value(T, 1, replica)
print(f"""
piper.graph @train attributes {{microbatches = {args.microbatches} : i64}} {{
  %w = piper.param "w" : {w0}
  %w_1 = piper.param "w" : {w1}
  %b = piper.param "b" : {b1}
  %step = piper.step_index : {value("tensor<i64>")}
  %hyper = piper.task @hyper U(%step) : ({value("tensor<i64>")}) -> {value(H)}
  %acc:4 = piper.foreach_microbatch (%g0: {a0}, %g1: {a1}, %g2: {ab}, %l: {al}) {{
    %x = piper.input "x" : {x}
    %h, %r0 = piper.task @s0 F(%x, %w) {{stage = 0 : i64}} : ({x}, {w0}) -> ({x}, !piper.residual<@s0>)
    %ht = piper.transfer %h : {x} -> {y}
    %y = piper.input "y" : {y}
    %l2, %r1 = piper.task @s1 F(%ht, %y, %w_1, %b, %l) {{stage = 1 : i64}} : ({y}, {y}, {w1}, {b1}, {al}) -> ({al}, !piper.residual<@s1>)
    %dh, %g1_2, %g2_2 = piper.task @s1 B(%r1, %g1, %g2) {{stage = 1 : i64}} : (!piper.residual<@s1>, {a1}, {ab}) -> ({y}, {a1}, {ab})
    %dht = piper.transfer %dh : {y} -> {x}
    %g0_2 = piper.task @s0 B(%r0, %dht, %g0) {{stage = 0 : i64}} : (!piper.residual<@s0>, {x}, {a0}) -> {a0}
    piper.yield %g0_2, %g1_2, %g2_2, %l2 : {a0}, {a1}, {ab}, {al}
  }}""")
names = ["%acc#0", "%acc#1", "%acc#2", "%acc#3"]
if dp:
    for k, (before, after) in enumerate(((a0, w0), (a1, w1), (ab, b1), (al, l1))):
        print(f'  %red{k} = piper.all_reduce %acc#{k} over ["dp"] : {before} -> {after}')
        names[k] = f"%red{k}"
u0, u1, u2, u3 = names
print(f"""  %u1at0 = piper.transfer {u1} : {w1} -> {w0}
  %u0at1 = piper.transfer {u0} : {w0} -> {w1}
  %sum0 = piper.sum_uses {u0}, %u1at0 : {w0}
  %sum1 = piper.sum_uses %u0at1, {u1} : {w1}
  %m0 = piper.scale_once %sum0 divided by {divisor} : {w0}
  %m1 = piper.scale_once %sum1 divided by {divisor} : {w1}
  %mb = piper.scale_once {u2} divided by {divisor} : {b1}
  %n = piper.global_norm(%m0, %mb) : ({w0}, {b1}) -> {value(L)}
  %nw = piper.update @sgd_w ins(%m0, %hyper, %n : {w0}, {value(H)}, {value(L)}) inouts(%w : {w0}) -> {w0}
  %nw1 = piper.update @sgd_w ins(%m1, %hyper, %n : {w1}, {value(H)}, {value(L)}) inouts(%w_1 : {w1}) -> {w1}
  %nb = piper.update @sgd_b ins(%mb, %hyper, %n : {b1}, {value(H)}, {value(L)}) inouts(%b : {b1}) -> {b1}
  %loss = piper.scale_once {u3} divided by {divisor} : {l1}
  piper.return params(%nw, %nb : {w0}, {b1}) metrics(%loss, %n, %hyper : {l1}, {value(L)}, {value(H)}) names ["loss", "grad_norm", "lr"]
}}""")
