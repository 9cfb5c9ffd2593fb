// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// To the smaller one; the first takes ties, a number wins against NaN.
//
// CHECK: @minnumf argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @minnumf argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @one argument 1 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @zero argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @zero argument 1 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @row argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @row argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @minnumf(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32, %[[V6:.*]]: f32):
// CHECK: %[[V7:.*]] = arith.cmpf olt, %[[V4]], %[[V5]]
// CHECK: %[[V8:.*]] = arith.cmpf uno, %[[V5]], %[[V5]]
// CHECK: %[[V9:.*]] = arith.ori %[[V7]], %[[V8]]
// CHECK: %[[V10:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V11:.*]] = arith.select %[[V9]], %[[V3]], %[[V10]]
// CHECK: %[[V12:.*]] = arith.cmpf oeq, %[[V4]], %[[V5]]
// CHECK: %[[V13:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[V14:.*]] = arith.mulf %[[V3]], %[[V13]]
// CHECK: %[[V15:.*]] = arith.select %[[V12]], %[[V14]], %[[V11]]
// CHECK: linalg.yield %[[V15]]
// CHECK: %[[V16:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V16]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V18:.*]]: f32, %[[V19:.*]]: f32, %[[V20:.*]]: f32, %[[V21:.*]]: f32):
// CHECK: %[[V22:.*]] = arith.cmpf olt, %[[V18]], %[[V20]]
// CHECK: %[[V23:.*]] = arith.cmpf uno, %[[V20]], %[[V20]]
// CHECK: %[[V24:.*]] = arith.ori %[[V22]], %[[V23]]
// CHECK: %[[V25:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V26:.*]] = arith.select %[[V24]], %[[V25]], %[[V19]]
// CHECK: %[[V27:.*]] = arith.cmpf oeq, %[[V18]], %[[V20]]
// CHECK: %[[V28:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[V29:.*]] = arith.mulf %[[V19]], %[[V28]]
// CHECK: %[[V30:.*]] = arith.select %[[V27]], %[[V29]], %[[V26]]
// CHECK: linalg.yield %[[V30]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V17]]
func.func private @minnumf(%x0: tensor<3x7xf32> {piper.role = "input"}, %x1: tensor<3x7xf32> {piper.role = "input"}) -> tensor<3x7xf32> {
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %x1 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

func.func private @one(%x0: tensor<1xf32> {piper.role = "input"}, %x1: tensor<1xf32> {piper.role = "input"}) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

func.func private @zero(%x0: tensor<0xf32> {piper.role = "input"}, %x1: tensor<0xf32> {piper.role = "input"}) -> tensor<0xf32> {
  %e = tensor.empty() : tensor<0xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<0xf32>, tensor<0xf32>) outs(%e : tensor<0xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func private @row(%x0: tensor<19xf32> {piper.role = "input"}, %x1: tensor<19xf32> {piper.role = "input"}) -> tensor<19xf32> {
  %e = tensor.empty() : tensor<19xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0, %x1 : tensor<19xf32>, tensor<19xf32>) outs(%e : tensor<19xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %r = arith.minnumf %a0, %a1 : f32
    linalg.yield %r : f32
  } -> tensor<19xf32>
  return %0 : tensor<19xf32>
}
