// Gradients of the body dialect, and of what torch-mlir's other ops become.
// RUN: piper-opt %s --piper-lower-tm-tensor --piper-differentiate -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: piper-opt %t.mlir --piper-check-gradient -o /dev/null | FileCheck %s --check-prefix=GRAD
// RUN: piper-opt %t.mlir -o /dev/null --piper-evaluate=function=written | FileCheck %s --check-prefix=WRITTEN
// RUN: piper-opt %t.mlir -o /dev/null --piper-evaluate=function=ties | FileCheck %s --check-prefix=TIES
// RUN: piper-opt %t.mlir --piper-cut-backward | FileCheck %s --check-prefix=CUT

// GRAD: @attention argument 0 (input): max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-NEXT: @attention argument 1 (input): max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-NEXT: @attention argument 3 (input): max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-NEXT: @attention argument 2 (param v): max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-NEXT: @causal argument 0 (input): max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-COUNT-15: max error {{[0-9.]+e-(09|1[0-9])}}
// GRAD-NOT: max error

// One op for all gradients; what F keeps of it are the result and the two row
// statistics, no scores.
// CHECK-LABEL: func.func private @attention(
// CHECK: %[[O:.*]], %[[MAX:.*]], %[[SUM:.*]] = body.attention %arg0, %arg1, %arg2 mask %arg3
// CHECK: piper.cut %[[O]]
// CHECK-NEXT: %[[DQ:.*]], %[[DK:.*]], %[[DV:.*]], %[[DM:.*]] = body.attention_grad %arg4 of %arg0, %arg1, %arg2 mask %arg3 saved %[[O]], %[[MAX]], %[[SUM]] scale 5.000000e-01
// CHECK: return %[[O]], %[[DQ]], %[[DK]], %[[DM]], %
// CUT-LABEL: func.func private @attention.F(
// CUT-SAME: piper.residuals = 2
// CUT: return %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3x6xf32>, tensor<2x3xf32>, tensor<2x3xf32>
func.func private @attention(%q: tensor<2x3x4xf32> {piper.role = "input"}, %k: tensor<2x5x4xf32> {piper.role = "input"}, %v: tensor<2x5x6xf32> {piper.role = "param", piper.param = "v"}, %m: tensor<2x3x5xf32> {piper.role = "input"}) -> tensor<2x3x6xf32> {
  %e = tensor.empty() : tensor<2x3x6xf32>
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>, tensor<2x3x5xf32>) outs(%e : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  return %0 : tensor<2x3x6xf32>
}

// A mask that says which columns count, the first row none; one value for q and k.
// CHECK-LABEL: func.func private @causal(
// CHECK: %{{[a-z_]+}}, %{{[a-z_]+}}, %{{[a-z_]+}} = body.attention_grad
func.func private @causal(%q: tensor<1x3x1xf32> {piper.role = "input"}) -> tensor<1x3x1xf32> {
  %m = arith.constant dense<[[[false, false, false], [true, true, false], [true, true, true]]]> : tensor<1x3x3xi1>
  %0:3 = body.attention %q, %q, %q mask %m scale 0.7 : (tensor<1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x1xf32>, tensor<1x3x3xi1>) -> (tensor<1x3x1xf32>, tensor<1x3xf32>, tensor<1x3xf32>)
  return %0#0 : tensor<1x3x1xf32>
}

// Of two windows set at one place the last has the gradient, the old values have none.
// CHECK-LABEL: func.func private @set(
// CHECK: piper.cut
// CHECK: %[[IDS:.*]] = linalg.generic
// CHECK: %[[NONE:.*]] = linalg.fill
// CHECK: body.scatter set %[[IDS]] at %{{.*}} into %[[NONE]] along [0] : (tensor<3x2xi64>, tensor<3x1xi32>, tensor<4x2xi64>) -> tensor<4x2xi64>
// CHECK: tensor.extract
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: body.scatter set %[[ZERO]] at %{{.*}} into %arg2 along [0]
func.func private @set(%u: tensor<3x2xf32> {piper.role = "input"}, %d: tensor<4x2xf32> {piper.role = "input"}) -> tensor<4x2xf32> {
  %i = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi32>
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func private @add(
// CHECK: piper.cut
// CHECK-NOT: body.scatter
// CHECK: return %{{.*}}, %{{.*}}, %arg2
func.func private @add(%u: tensor<3x2xf32> {piper.role = "input"}, %d: tensor<4x2xf32> {piper.role = "input"}) -> tensor<4x2xf32> {
  %i = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi32>
  %0 = body.scatter add %u at %i into %d along [0] : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// Two columns of indices, and windows that are rows of the indexed dimension.
func.func private @places(%u: tensor<3xf32> {piper.role = "input"}, %w: tensor<2x2x1xf32> {piper.role = "input"}, %d: tensor<2x3xf32> {piper.role = "param", piper.param = "d"}) -> tensor<2x3xf32> {
  %i = arith.constant dense<[[2, 0], [0, 1], [2, 0]]> : tensor<3x2xi64>
  %0 = body.scatter set %u at %i into %d along [1, 0] : (tensor<3xf32>, tensor<3x2xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %j = arith.constant dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  %1 = body.scatter add %w at %j into %0 along [0, 1] : (tensor<2x2x1xf32>, tensor<2x2xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// Products of a scan, one of them of zeros, as sums of products.
func.func private @products(%x: tensor<5x2xf32> {piper.role = "input"}, %a: tensor<2xf32> {piper.role = "input"}) -> tensor<5x2xf32> {
  %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<5x2xf32>) outs(%x, %a : tensor<5x2xf32>, tensor<2xf32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.mulf %p, %q : f32
    tm_tensor.yield %c : f32
  } -> tensor<5x2xf32>, tensor<2xf32>
  return %0#0 : tensor<5x2xf32>
}

func.func private @sums(%x: tensor<2x5xf32> {piper.role = "input"}) -> (tensor<2x5xf32>, tensor<2xf32>) {
  %a = arith.constant dense<0.0> : tensor<2xf32>
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x5xf32>) outs(%x, %a : tensor<2x5xf32>, tensor<2xf32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.addf %p, %q : f32
    tm_tensor.yield %c : f32
  } -> tensor<2x5xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2x5xf32>, tensor<2xf32>
}

func.func private @sorted(%x: tensor<2x5xf32> {piper.role = "input"}, %y: tensor<2x5xf32> {piper.role = "input"}) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x3xf32>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %y : tensor<2x5xf32>, tensor<2x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %e = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %e : i1
  } -> tensor<2x5xf32>, tensor<2x5xf32>
  %v = tensor.empty() : tensor<2x3xf32>
  %i = tensor.empty() : tensor<2x3xi64>
  %1:2 = tm_tensor.topk dimension(1) ins(%y : tensor<2x5xf32>) outs(%v, %i : tensor<2x3xf32>, tensor<2x3xi64>) {
  ^bb0(%a: f32, %b: f32):
    %e = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %e : i1
  } -> tensor<2x3xf32>, tensor<2x3xi64>
  return %0#0, %0#1, %1#0 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x3xf32>
}

// d(sum of 1, 2, 3, ... times the elements): the overwritten update has none.
// WRITTEN: result 1 : tensor<3x2xf32> = [0, 0, 7, 8, 3, 4]
// WRITTEN: result 2 : tensor<4x2xf32> = [1, 2, 0, 0, 5, 6, 0, 0]
func.func private @written(%u: tensor<3x2xf32> {piper.role = "input"}, %d: tensor<4x2xf32> {piper.role = "input"}) -> (tensor<f32> {piper.role = "loss"}) {
  %i = arith.constant dense<[[1], [3], [1]]> : tensor<3x1xi32>
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %0 = body.scatter set %u at %i into %d along [0] : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%0, %w : tensor<4x2xf32>, tensor<4x2xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}

// Of equal maxima the last so far has the gradient, as in PyTorch's cummax: beside
// [1, 3, 3, 2] 1e-20 x is nothing, and the prefixes are y0, y1, y2, y2.
// TIES: result 1 : tensor<4xf32> = [{{.*}}e-21, {{.*}}e-20, {{1.(1|09)[0-9]*}}e-17, 0]
func.func private @ties(%x: tensor<4xf32> {piper.role = "input"}) -> (tensor<f32> {piper.role = "loss"}) {
  %c = arith.constant dense<[1.0, 3.0, 3.0, 2.0]> : tensor<4xf32>
  %k = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %tiny = arith.constant 1.0e-20 : f32
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.mulf %a, %tiny : f32
    %z = arith.addf %d, %b : f32
    linalg.yield %z : f32
  } -> tensor<4xf32>
  %m = arith.constant dense<0xFF800000> : tensor<f32>
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%y : tensor<4xf32>) outs(%y, %m : tensor<4xf32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32):
    %n = arith.maximumf %p, %q : f32
    tm_tensor.yield %n : f32
  } -> tensor<4xf32>, tensor<f32>
  %f = arith.constant dense<0.0> : tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%0#0, %k : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}
