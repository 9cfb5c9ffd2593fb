// RUN: %python %S/Inputs/edge_values.py %t.safetensors
// RUN: piper-opt %s --piper-normalize --piper-differentiate --piper-evaluate="function=edges weights=%t.safetensors" -o /dev/null | FileCheck %s

// Where a function has no derivative or values are not finite, the gradient is
// PyTorch's. The numbers are those of torch 2.15 (that of cbrt is 1 / (3 y^2)); the
// table is in docs/Gradients.md.

#v = affine_map<(d0) -> (d0)>

// torch.maximum: a tie is shared; NaN passes to both
// CHECK: result 1 : tensor<4xf32> = [0.5, 0, 1, 1]
// CHECK: result 2 : tensor<4xf32> = [0.5, 1, 0, 1]
// the same, as torch-mlir writes it
// CHECK: result 3 : tensor<3xf32> = [0.5, 0, 1]
// CHECK: result 4 : tensor<3xf32> = [0.5, 1, 0]
// torch.minimum
// CHECK: result 5 : tensor<3xf32> = [0.5, 1, 0]
// CHECK: result 6 : tensor<3xf32> = [0.5, 0, 1]
// torch.fmax: ties are shared, numbers win
// CHECK: result 7 : tensor<4xf32> = [0.5, 0, 0, 1]
// CHECK: result 8 : tensor<4xf32> = [0.5, 1, 1, 0]
// torch.fmin
// CHECK: result 9 : tensor<4xf32> = [0.5, 1, 0, 1]
// CHECK: result 10 : tensor<4xf32> = [0.5, 0, 1, 0]
// relu: 0 at 0, NaN passes
// CHECK: result 11 : tensor<4xf32> = [0, 0, 1, 1]
// relu as a maximum with a constant
// CHECK: result 12 : tensor<3xf32> = [0, 0, 1]
// clamp: 0 at its bounds
// CHECK: result 13 : tensor<5xf32> = [0, 0, 1, 0, 0]
// hardtanh: 0 at its bounds
// CHECK: result 14 : tensor<5xf32> = [0, 0, 1, 0, 0]
// abs: 0 at 0
// CHECK: result 15 : tensor<3xf32> = [-1, 0, 1]
// sqrt: inf at 0
// CHECK: result 16 : tensor<2xf32> = [inf, 0.25]
// rsqrt
// CHECK: result 17 : tensor<2xf32> = [-inf, -0.0625]
// log
// CHECK: result 18 : tensor<2xf32> = [inf, 0.5]
// log1p
// CHECK: result 19 : tensor<2xf32> = [inf, 0.5]
// x / 0
// CHECK: result 20 : tensor<3xf32> = [inf, inf, 0.5]
// CHECK: result 21 : tensor<3xf32> = [-inf, nan, -0.25]
// 0 * inf
// CHECK: result 22 : tensor<2xf32> = [inf, 0]
// CHECK: result 23 : tensor<2xf32> = [0, 1]
// x ** 0.5
// CHECK: result 24 : tensor<2xf32> = [inf, 0.25]
// x ** 0: 0 everywhere
// CHECK: result 25 : tensor<2xf32> = [0, 0]
// x ** y at x = 0 and y = 0
// CHECK: result 26 : tensor<5xf32> = [0, 0, -inf, -4, 0]
// CHECK: result 27 : tensor<5xf32> = [0, 0, -inf, nan, 0.69314718055994529]
// x ** 0, integer
// CHECK: result 28 : tensor<2xf32> = [0, 0]
// copysign: 0 at 0
// CHECK: result 29 : tensor<3xf32> = [0, -1, 1]
// CHECK: result 30 : tensor<3xf32> = [0, 0, 0]
// atan2(0, 0)
// CHECK: result 31 : tensor<2xf32> = [0, 1]
// CHECK: result 32 : tensor<2xf32> = [-0, -0]
// floor: 0, also at its steps
// CHECK: result 33 : tensor<2xf32> = [0, 0]
// acos
// CHECK: result 34 : tensor<2xf32> = [-inf, -1]
// acosh
// CHECK: result 35 : tensor<2xf32> = [inf, 0.57735026918962584]
// CHECK: result 36 : tensor<2xf32> = [inf, {{0\.0833333[0-9]*}}]
// clamp with a bound that varies: a tie is shared
// CHECK: result 37 : tensor<3xf32> = [0, 0.5, 1]
// CHECK: result 38 : tensor<3xf32> = [1, 0.5, 0]
// max along a dimension: the first of the largest; the first NaN
// CHECK: result 39 : tensor<3x3xf32> = [0, 1, 0, 1, 0, 0, 1, 0, 0]
// min along a dimension
// CHECK: result 40 : tensor<2x3xf32> = [1, 0, 1, 0, 1, 0]
// max over everything: shared
// CHECK: result 41 : tensor<2x3xf32> = [0, 0.25, 0.25, 0.25, 0, 0.25]
// products with zeros
// CHECK: result 42 : tensor<2x3xf32> = [6, 0, 0, 0, 0, 0]
// elu: the slope of the lower side at 0
// CHECK: result 43 : tensor<3xf32> = [{{0\.367879[0-9]*}}, 1, 1]
// leaky_relu: the same
// CHECK: result 44 : tensor<3xf32> = [0.0099999997764825821, 0.0099999997764825821, 1]
// max_pool2d: the first of a window
// CHECK: result 45 : tensor<1x1x2x4xf32> = [0, 1, 1, 0, 0, 0, 0, 0]
func.func private @edges(
    %maximum.0: tensor<4xf32> {piper.role = "input", piper.param = "maximum.0"},
    %maximum.1: tensor<4xf32> {piper.role = "input", piper.param = "maximum.1"},
    %maximum_select.0: tensor<3xf32> {piper.role = "input", piper.param = "maximum_select.0"},
    %maximum_select.1: tensor<3xf32> {piper.role = "input", piper.param = "maximum_select.1"},
    %minimum.0: tensor<3xf32> {piper.role = "input", piper.param = "minimum.0"},
    %minimum.1: tensor<3xf32> {piper.role = "input", piper.param = "minimum.1"},
    %fmax.0: tensor<4xf32> {piper.role = "input", piper.param = "fmax.0"},
    %fmax.1: tensor<4xf32> {piper.role = "input", piper.param = "fmax.1"},
    %fmin.0: tensor<4xf32> {piper.role = "input", piper.param = "fmin.0"},
    %fmin.1: tensor<4xf32> {piper.role = "input", piper.param = "fmin.1"},
    %relu: tensor<4xf32> {piper.role = "input", piper.param = "relu"},
    %relu_max: tensor<3xf32> {piper.role = "input", piper.param = "relu_max"},
    %clamp: tensor<5xf32> {piper.role = "input", piper.param = "clamp"},
    %hardtanh: tensor<5xf32> {piper.role = "input", piper.param = "hardtanh"},
    %abs: tensor<3xf32> {piper.role = "input", piper.param = "abs"},
    %sqrt: tensor<2xf32> {piper.role = "input", piper.param = "sqrt"},
    %rsqrt: tensor<2xf32> {piper.role = "input", piper.param = "rsqrt"},
    %log: tensor<2xf32> {piper.role = "input", piper.param = "log"},
    %log1p: tensor<2xf32> {piper.role = "input", piper.param = "log1p"},
    %div.0: tensor<3xf32> {piper.role = "input", piper.param = "div.0"},
    %div.1: tensor<3xf32> {piper.role = "input", piper.param = "div.1"},
    %mul.0: tensor<2xf32> {piper.role = "input", piper.param = "mul.0"},
    %mul.1: tensor<2xf32> {piper.role = "input", piper.param = "mul.1"},
    %pow_half: tensor<2xf32> {piper.role = "input", piper.param = "pow_half"},
    %pow_zero: tensor<2xf32> {piper.role = "input", piper.param = "pow_zero"},
    %pow.0: tensor<5xf32> {piper.role = "input", piper.param = "pow.0"},
    %pow.1: tensor<5xf32> {piper.role = "input", piper.param = "pow.1"},
    %pow_int: tensor<2xf32> {piper.role = "input", piper.param = "pow_int"},
    %copysign.0: tensor<3xf32> {piper.role = "input", piper.param = "copysign.0"},
    %copysign.1: tensor<3xf32> {piper.role = "input", piper.param = "copysign.1"},
    %atan2.0: tensor<2xf32> {piper.role = "input", piper.param = "atan2.0"},
    %atan2.1: tensor<2xf32> {piper.role = "input", piper.param = "atan2.1"},
    %floor: tensor<2xf32> {piper.role = "input", piper.param = "floor"},
    %acos: tensor<2xf32> {piper.role = "input", piper.param = "acos"},
    %acosh: tensor<2xf32> {piper.role = "input", piper.param = "acosh"},
    %cbrt: tensor<2xf32> {piper.role = "input", piper.param = "cbrt"},
    %clamp_tensor.0: tensor<3xf32> {piper.role = "input", piper.param = "clamp_tensor.0"},
    %clamp_tensor.1: tensor<3xf32> {piper.role = "input", piper.param = "clamp_tensor.1"},
    %max_dim: tensor<3x3xf32> {piper.role = "input", piper.param = "max_dim"},
    %min_dim: tensor<2x3xf32> {piper.role = "input", piper.param = "min_dim"},
    %max_all: tensor<2x3xf32> {piper.role = "input", piper.param = "max_all"},
    %prod_dim: tensor<2x3xf32> {piper.role = "input", piper.param = "prod_dim"},
    %elu: tensor<3xf32> {piper.role = "input", piper.param = "elu"},
    %leaky_relu: tensor<3xf32> {piper.role = "input", piper.param = "leaky_relu"},
    %max_pool: tensor<1x1x2x4xf32> {piper.role = "input", piper.param = "max_pool"})
    -> (tensor<f32> {piper.role = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %l = tensor.empty() : tensor<f32>
  %l0 = linalg.fill ins(%zero : f32) outs(%l : tensor<f32>) -> tensor<f32>
  %maximum.e = tensor.empty() : tensor<4xf32>
  %maximum.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%maximum.0, %maximum.1 : tensor<4xf32>, tensor<4xf32>) outs(%maximum.e : tensor<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.maximumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %maximum_select.e = tensor.empty() : tensor<3xf32>
  %maximum_select.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%maximum_select.0, %maximum_select.1 : tensor<3xf32>, tensor<3xf32>) outs(%maximum_select.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.cmpf ogt, %a0, %a1 : f32
    %r = arith.select %t, %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %minimum.e = tensor.empty() : tensor<3xf32>
  %minimum.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%minimum.0, %minimum.1 : tensor<3xf32>, tensor<3xf32>) outs(%minimum.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minimumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %fmax.e = tensor.empty() : tensor<4xf32>
  %fmax.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%fmax.0, %fmax.1 : tensor<4xf32>, tensor<4xf32>) outs(%fmax.e : tensor<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.maxnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %fmin.e = tensor.empty() : tensor<4xf32>
  %fmin.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%fmin.0, %fmin.1 : tensor<4xf32>, tensor<4xf32>) outs(%fmin.e : tensor<4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %relu.e = tensor.empty() : tensor<4xf32>
  %relu.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%relu : tensor<4xf32>) outs(%relu.e : tensor<4xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %t = arith.cmpf ugt, %a0, %c : f32
    %r = arith.select %t, %a0, %c : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %relu_max.e = tensor.empty() : tensor<3xf32>
  %relu_max.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%relu_max : tensor<3xf32>) outs(%relu_max.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %r = arith.maximumf %a0, %c : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %clamp.e = tensor.empty() : tensor<5xf32>
  %clamp.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%clamp : tensor<5xf32>) outs(%clamp.e : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant -0.5 : f32
    %d = arith.constant 0.5 : f32
    %t = arith.cmpf ult, %a0, %c : f32
    %u = arith.select %t, %c, %a0 : f32
    %v = arith.cmpf ugt, %u, %d : f32
    %r = arith.select %v, %d, %u : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %hardtanh.e = tensor.empty() : tensor<5xf32>
  %hardtanh.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%hardtanh : tensor<5xf32>) outs(%hardtanh.e : tensor<5xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant -1.0 : f32
    %d = arith.constant 1.0 : f32
    %t = arith.cmpf ogt, %a0, %c : f32
    %u = arith.select %t, %a0, %c : f32
    %v = arith.cmpf olt, %u, %d : f32
    %r = arith.select %v, %u, %d : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %abs.e = tensor.empty() : tensor<3xf32>
  %abs.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%abs : tensor<3xf32>) outs(%abs.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.absf %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %sqrt.e = tensor.empty() : tensor<2xf32>
  %sqrt.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%sqrt : tensor<2xf32>) outs(%sqrt.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.sqrt %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %rsqrt.e = tensor.empty() : tensor<2xf32>
  %rsqrt.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%rsqrt : tensor<2xf32>) outs(%rsqrt.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.rsqrt %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %log.e = tensor.empty() : tensor<2xf32>
  %log.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%log : tensor<2xf32>) outs(%log.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.log %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %log1p.e = tensor.empty() : tensor<2xf32>
  %log1p.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%log1p : tensor<2xf32>) outs(%log1p.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.log1p %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %div.e = tensor.empty() : tensor<3xf32>
  %div.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%div.0, %div.1 : tensor<3xf32>, tensor<3xf32>) outs(%div.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.divf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %mul.e = tensor.empty() : tensor<2xf32>
  %mul.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%mul.0, %mul.1 : tensor<2xf32>, tensor<2xf32>) outs(%mul.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.mulf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %pow_half.e = tensor.empty() : tensor<2xf32>
  %pow_half.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%pow_half : tensor<2xf32>) outs(%pow_half.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %r = math.powf %a0, %c : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %pow_zero.e = tensor.empty() : tensor<2xf32>
  %pow_zero.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%pow_zero : tensor<2xf32>) outs(%pow_zero.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %r = math.powf %a0, %c : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %pow.e = tensor.empty() : tensor<5xf32>
  %pow.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%pow.0, %pow.1 : tensor<5xf32>, tensor<5xf32>) outs(%pow.e : tensor<5xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = math.powf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %pow_int.e = tensor.empty() : tensor<2xf32>
  %pow_int.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%pow_int : tensor<2xf32>) outs(%pow_int.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %n = arith.constant 0 : i64
    %r = math.fpowi %a0, %n : f32, i64
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %copysign.e = tensor.empty() : tensor<3xf32>
  %copysign.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%copysign.0, %copysign.1 : tensor<3xf32>, tensor<3xf32>) outs(%copysign.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = math.copysign %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %atan2.e = tensor.empty() : tensor<2xf32>
  %atan2.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%atan2.0, %atan2.1 : tensor<2xf32>, tensor<2xf32>) outs(%atan2.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = math.atan2 %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %floor.e = tensor.empty() : tensor<2xf32>
  %floor.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%floor : tensor<2xf32>) outs(%floor.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.floor %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %acos.e = tensor.empty() : tensor<2xf32>
  %acos.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%acos : tensor<2xf32>) outs(%acos.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.acos %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %acosh.e = tensor.empty() : tensor<2xf32>
  %acosh.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%acosh : tensor<2xf32>) outs(%acosh.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.acosh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %cbrt.e = tensor.empty() : tensor<2xf32>
  %cbrt.r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%cbrt : tensor<2xf32>) outs(%cbrt.e : tensor<2xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.cbrt %a0 : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %clamp_tensor.e = tensor.empty() : tensor<3xf32>
  %clamp_tensor.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]}
      ins(%clamp_tensor.0, %clamp_tensor.1 : tensor<3xf32>, tensor<3xf32>) outs(%clamp_tensor.e : tensor<3xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %t = arith.cmpf ult, %a0, %a1 : f32
    %r = arith.select %t, %a1, %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %max_dim.c = arith.constant 0xFF800000 : f32
  %max_dim.e = tensor.empty() : tensor<3xf32>
  %max_dim.f = linalg.fill ins(%max_dim.c : f32) outs(%max_dim.e : tensor<3xf32>) -> tensor<3xf32>
  %max_dim.r = linalg.reduce { arith.maximumf } ins(%max_dim : tensor<3x3xf32>) outs(%max_dim.f : tensor<3xf32>) dimensions = [1]
  %min_dim.c = arith.constant 0x7F800000 : f32
  %min_dim.e = tensor.empty() : tensor<3xf32>
  %min_dim.f = linalg.fill ins(%min_dim.c : f32) outs(%min_dim.e : tensor<3xf32>) -> tensor<3xf32>
  %min_dim.r = linalg.reduce { arith.minimumf } ins(%min_dim : tensor<2x3xf32>) outs(%min_dim.f : tensor<3xf32>) dimensions = [0]
  %max_all.c = arith.constant 0xFF800000 : f32
  %max_all.e = tensor.empty() : tensor<f32>
  %max_all.f = linalg.fill ins(%max_all.c : f32) outs(%max_all.e : tensor<f32>) -> tensor<f32>
  %max_all.r = linalg.reduce { arith.maximumf } ins(%max_all : tensor<2x3xf32>) outs(%max_all.f : tensor<f32>) dimensions = [0, 1]
  %prod_dim.c = arith.constant 1.0 : f32
  %prod_dim.e = tensor.empty() : tensor<2xf32>
  %prod_dim.f = linalg.fill ins(%prod_dim.c : f32) outs(%prod_dim.e : tensor<2xf32>) -> tensor<2xf32>
  %prod_dim.r = linalg.reduce { arith.mulf } ins(%prod_dim : tensor<2x3xf32>) outs(%prod_dim.f : tensor<2xf32>) dimensions = [1]
  %elu.e = tensor.empty() : tensor<3xf32>
  %elu.p = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%elu : tensor<3xf32>) outs(%elu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %t = arith.cmpf ogt, %a, %c : f32
    %r = arith.select %t, %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %elu.n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%elu : tensor<3xf32>) outs(%elu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %t = arith.cmpf olt, %a, %c : f32
    %r = arith.select %t, %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %elu.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%elu.p, %elu.n : tensor<3xf32>, tensor<3xf32>) outs(%elu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = math.exp %b : f32
    %c1 = arith.constant 1.0 : f32
    %y = arith.subf %x, %c1 : f32
    %r = arith.addf %a, %y : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %leaky_relu.e = tensor.empty() : tensor<3xf32>
  %leaky_relu.p = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%leaky_relu : tensor<3xf32>) outs(%leaky_relu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %t = arith.cmpf ogt, %a, %c : f32
    %r = arith.select %t, %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %leaky_relu.n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%leaky_relu : tensor<3xf32>) outs(%leaky_relu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.constant 0.0 : f32
    %t = arith.cmpf olt, %a, %c : f32
    %r = arith.select %t, %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %leaky_relu.r = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%leaky_relu.p, %leaky_relu.n : tensor<3xf32>, tensor<3xf32>) outs(%leaky_relu.e : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c1 = arith.constant 0.01 : f32
    %y = arith.mulf %b, %c1 : f32
    %r = arith.addf %a, %y : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %max_pool.c = arith.constant 0xFF800000 : f32
  %max_pool.e = tensor.empty() : tensor<1x1x1x2xf32>
  %max_pool.f = linalg.fill ins(%max_pool.c : f32) outs(%max_pool.e : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %max_pool.w = tensor.empty() : tensor<2x2xf32>
  %max_pool.r = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%max_pool, %max_pool.w : tensor<1x1x2x4xf32>, tensor<2x2xf32>) outs(%max_pool.f : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %l1 = linalg.reduce { arith.addf } ins(%maximum.r : tensor<4xf32>) outs(%l0 : tensor<f32>) dimensions = [0]
  %l2 = linalg.reduce { arith.addf } ins(%maximum_select.r : tensor<3xf32>) outs(%l1 : tensor<f32>) dimensions = [0]
  %l3 = linalg.reduce { arith.addf } ins(%minimum.r : tensor<3xf32>) outs(%l2 : tensor<f32>) dimensions = [0]
  %l4 = linalg.reduce { arith.addf } ins(%fmax.r : tensor<4xf32>) outs(%l3 : tensor<f32>) dimensions = [0]
  %l5 = linalg.reduce { arith.addf } ins(%fmin.r : tensor<4xf32>) outs(%l4 : tensor<f32>) dimensions = [0]
  %l6 = linalg.reduce { arith.addf } ins(%relu.r : tensor<4xf32>) outs(%l5 : tensor<f32>) dimensions = [0]
  %l7 = linalg.reduce { arith.addf } ins(%relu_max.r : tensor<3xf32>) outs(%l6 : tensor<f32>) dimensions = [0]
  %l8 = linalg.reduce { arith.addf } ins(%clamp.r : tensor<5xf32>) outs(%l7 : tensor<f32>) dimensions = [0]
  %l9 = linalg.reduce { arith.addf } ins(%hardtanh.r : tensor<5xf32>) outs(%l8 : tensor<f32>) dimensions = [0]
  %l10 = linalg.reduce { arith.addf } ins(%abs.r : tensor<3xf32>) outs(%l9 : tensor<f32>) dimensions = [0]
  %l11 = linalg.reduce { arith.addf } ins(%sqrt.r : tensor<2xf32>) outs(%l10 : tensor<f32>) dimensions = [0]
  %l12 = linalg.reduce { arith.addf } ins(%rsqrt.r : tensor<2xf32>) outs(%l11 : tensor<f32>) dimensions = [0]
  %l13 = linalg.reduce { arith.addf } ins(%log.r : tensor<2xf32>) outs(%l12 : tensor<f32>) dimensions = [0]
  %l14 = linalg.reduce { arith.addf } ins(%log1p.r : tensor<2xf32>) outs(%l13 : tensor<f32>) dimensions = [0]
  %l15 = linalg.reduce { arith.addf } ins(%div.r : tensor<3xf32>) outs(%l14 : tensor<f32>) dimensions = [0]
  %l16 = linalg.reduce { arith.addf } ins(%mul.r : tensor<2xf32>) outs(%l15 : tensor<f32>) dimensions = [0]
  %l17 = linalg.reduce { arith.addf } ins(%pow_half.r : tensor<2xf32>) outs(%l16 : tensor<f32>) dimensions = [0]
  %l18 = linalg.reduce { arith.addf } ins(%pow_zero.r : tensor<2xf32>) outs(%l17 : tensor<f32>) dimensions = [0]
  %l19 = linalg.reduce { arith.addf } ins(%pow.r : tensor<5xf32>) outs(%l18 : tensor<f32>) dimensions = [0]
  %l20 = linalg.reduce { arith.addf } ins(%pow_int.r : tensor<2xf32>) outs(%l19 : tensor<f32>) dimensions = [0]
  %l21 = linalg.reduce { arith.addf } ins(%copysign.r : tensor<3xf32>) outs(%l20 : tensor<f32>) dimensions = [0]
  %l22 = linalg.reduce { arith.addf } ins(%atan2.r : tensor<2xf32>) outs(%l21 : tensor<f32>) dimensions = [0]
  %l23 = linalg.reduce { arith.addf } ins(%floor.r : tensor<2xf32>) outs(%l22 : tensor<f32>) dimensions = [0]
  %l24 = linalg.reduce { arith.addf } ins(%acos.r : tensor<2xf32>) outs(%l23 : tensor<f32>) dimensions = [0]
  %l25 = linalg.reduce { arith.addf } ins(%acosh.r : tensor<2xf32>) outs(%l24 : tensor<f32>) dimensions = [0]
  %l26 = linalg.reduce { arith.addf } ins(%cbrt.r : tensor<2xf32>) outs(%l25 : tensor<f32>) dimensions = [0]
  %l27 = linalg.reduce { arith.addf } ins(%clamp_tensor.r : tensor<3xf32>) outs(%l26 : tensor<f32>) dimensions = [0]
  %l28 = linalg.reduce { arith.addf } ins(%max_dim.r : tensor<3xf32>) outs(%l27 : tensor<f32>) dimensions = [0]
  %l29 = linalg.reduce { arith.addf } ins(%min_dim.r : tensor<3xf32>) outs(%l28 : tensor<f32>) dimensions = [0]
  %l30 = linalg.map { arith.addf } ins(%max_all.r, %l29 : tensor<f32>, tensor<f32>) outs(%l : tensor<f32>)
  %l31 = linalg.reduce { arith.addf } ins(%prod_dim.r : tensor<2xf32>) outs(%l30 : tensor<f32>) dimensions = [0]
  %l32 = linalg.reduce { arith.addf } ins(%elu.r : tensor<3xf32>) outs(%l31 : tensor<f32>) dimensions = [0]
  %l33 = linalg.reduce { arith.addf } ins(%leaky_relu.r : tensor<3xf32>) outs(%l32 : tensor<f32>) dimensions = [0]
  %l34 = linalg.reduce { arith.addf } ins(%max_pool.r : tensor<1x1x1x2xf32>) outs(%l33 : tensor<f32>) dimensions = [0, 1, 2, 3]
  return %l34 : tensor<f32>
}
