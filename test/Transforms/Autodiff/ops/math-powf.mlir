// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// y x^(y-1) and x^y log(x), with the cases of PyTorch at 0.
//
// CHECK: @powf argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @powf argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @one argument 1 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @zero argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @zero argument 1 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @row argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @row argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @powf(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32, %[[V6:.*]]: f32):
// CHECK: %[[V7:.*]] = arith.addf %[[V4]], %{{[a-z0-9_]+}}
// CHECK: %[[V8:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[V9:.*]] = arith.subf %[[V5]], %[[V8]]
// CHECK: %[[V10:.*]] = math.powf %[[V7]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.mulf %[[V5]], %[[V10]]
// CHECK: %[[V12:.*]] = arith.mulf %[[V3]], %[[V11]]
// CHECK: %[[V13:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V14:.*]] = arith.cmpf oeq, %[[V5]], %[[V13]]
// CHECK: %[[V15:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V16:.*]] = arith.select %[[V14]], %[[V15]], %[[V12]]
// CHECK: linalg.yield %[[V16]]
// CHECK: %[[V17:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V18:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V17]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V19:.*]]: f32, %[[V20:.*]]: f32, %[[V21:.*]]: f32, %[[V22:.*]]: f32, %[[V23:.*]]: f32):
// CHECK: %[[V24:.*]] = arith.addf %[[V19]], %{{[a-z0-9_]+}}
// CHECK: %[[V25:.*]] = math.log %[[V24]]
// CHECK: %[[V26:.*]] = arith.mulf %[[V22]], %[[V25]]
// CHECK: %[[V27:.*]] = arith.mulf %[[V20]], %[[V26]]
// CHECK: %[[V28:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V29:.*]] = arith.cmpf oeq, %[[V24]], %[[V28]]
// CHECK: %[[V30:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V31:.*]] = arith.cmpf oge, %[[V21]], %[[V30]]
// CHECK: %[[V32:.*]] = arith.andi %[[V29]], %[[V31]]
// CHECK: %[[V33:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V34:.*]] = arith.select %[[V32]], %[[V33]], %[[V27]]
// CHECK: linalg.yield %[[V34]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V18]]
func.func private @powf(%x0: tensor<3x7xf32> {piper.role = "input"}, %x1: tensor<3x7xf32> {piper.role = "input"}) -> tensor<3x7xf32> {
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %x1 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %c = arith.constant 1.5 : f32
    %s = arith.addf %a0, %c : f32
    %r = math.powf %s, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

func.func private @one(%x0: tensor<1xf32> {piper.role = "input"}, %x1: tensor<1xf32> {piper.role = "input"}) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %c = arith.constant 1.5 : f32
    %s = arith.addf %a0, %c : f32
    %r = math.powf %s, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

func.func private @zero(%x0: tensor<0xf32> {piper.role = "input"}, %x1: tensor<0xf32> {piper.role = "input"}) -> tensor<0xf32> {
  %e = tensor.empty() : tensor<0xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<0xf32>, tensor<0xf32>) outs(%e : tensor<0xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %c = arith.constant 1.5 : f32
    %s = arith.addf %a0, %c : f32
    %r = math.powf %s, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func private @row(%x0: tensor<19xf32> {piper.role = "input"}, %x1: tensor<19xf32> {piper.role = "input"}) -> tensor<19xf32> {
  %e = tensor.empty() : tensor<19xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<19xf32>, tensor<19xf32>) outs(%e : tensor<19xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %c = arith.constant 1.5 : f32
    %s = arith.addf %a0, %c : f32
    %r = math.powf %s, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<19xf32>
  return %0 : tensor<19xf32>
}
