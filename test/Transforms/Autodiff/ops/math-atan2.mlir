// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Those of the angle of a point.
//
// CHECK: @atan2 argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @atan2 argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @one argument 1 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @zero argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @zero argument 1 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @row argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @row argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @atan2(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32, %[[V6:.*]]: f32):
// CHECK: %[[V7:.*]] = arith.addf %[[V5]], %{{[a-z0-9_]+}}
// CHECK: %[[V8:.*]] = arith.mulf %[[V4]], %[[V4]]
// CHECK: %[[V9:.*]] = arith.mulf %[[V7]], %[[V7]]
// CHECK: %[[V10:.*]] = arith.addf %[[V8]], %[[V9]]
// CHECK: %[[V11:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V12:.*]] = arith.cmpf oeq, %[[V10]], %[[V11]]
// CHECK: %[[V13:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[V14:.*]] = arith.divf %[[V13]], %[[V10]]
// CHECK: %[[V15:.*]] = arith.select %[[V12]], %[[V11]], %[[V14]]
// CHECK: %[[V16:.*]] = arith.mulf %[[V7]], %[[V15]]
// CHECK: %[[V17:.*]] = arith.mulf %[[V3]], %[[V16]]
// CHECK: linalg.yield %[[V17]]
// CHECK: %[[V18:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V19:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V18]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V20:.*]]: f32, %[[V21:.*]]: f32, %[[V22:.*]]: f32, %[[V23:.*]]: f32):
// CHECK: %[[V24:.*]] = arith.addf %[[V22]], %{{[a-z0-9_]+}}
// CHECK: %[[V25:.*]] = arith.mulf %[[V20]], %[[V20]]
// CHECK: %[[V26:.*]] = arith.mulf %[[V24]], %[[V24]]
// CHECK: %[[V27:.*]] = arith.addf %[[V25]], %[[V26]]
// CHECK: %[[V28:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V29:.*]] = arith.cmpf oeq, %[[V27]], %[[V28]]
// CHECK: %[[V30:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[V31:.*]] = arith.divf %[[V30]], %[[V27]]
// CHECK: %[[V32:.*]] = arith.select %[[V29]], %[[V28]], %[[V31]]
// CHECK: %[[V33:.*]] = arith.mulf %[[V20]], %[[V32]]
// CHECK: %[[V34:.*]] = arith.mulf %[[V21]], %[[V33]]
// CHECK: %[[V35:.*]] = arith.negf %[[V34]]
// CHECK: linalg.yield %[[V35]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]], %[[V19]]
func.func private @atan2(%x0: tensor<3x7xf32> {piper.role = "input"}, %x1: tensor<3x7xf32> {piper.role = "input"}) -> tensor<3x7xf32> {
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %x1 : tensor<3x7xf32>, tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %c = arith.constant 1.5 : f32
    %s = arith.addf %a1, %c : f32
    %r = math.atan2 %a0, %s : f32
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
    %s = arith.addf %a1, %c : f32
    %r = math.atan2 %a0, %s : f32
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
    %s = arith.addf %a1, %c : f32
    %r = math.atan2 %a0, %s : f32
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
    %s = arith.addf %a1, %c : f32
    %r = math.atan2 %a0, %s : f32
    linalg.yield %r : f32
  } -> tensor<19xf32>
  return %0 : tensor<19xf32>
}
