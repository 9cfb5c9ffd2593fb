// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// g * sinh(x).
//
// CHECK: @cosh argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @one argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples
// CHECK: @zero argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples
// CHECK: @row argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @cosh(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : tensor<3x7xf32>, tensor<3x7xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32, %[[V5:.*]]: f32):
// CHECK: %[[V6:.*]] = math.sinh %[[V4]]
// CHECK: %[[V7:.*]] = arith.mulf %[[V3]], %[[V6]]
// CHECK: linalg.yield %[[V7]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]]
func.func private @cosh(%x0: tensor<3x7xf32> {piper.role = "input"}) -> tensor<3x7xf32> {
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x0 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.cosh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

func.func private @one(%x0: tensor<1xf32> {piper.role = "input"}) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0 : tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.cosh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

func.func private @zero(%x0: tensor<0xf32> {piper.role = "input"}) -> tensor<0xf32> {
  %e = tensor.empty() : tensor<0xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0 : tensor<0xf32>) outs(%e : tensor<0xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.cosh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func private @row(%x0: tensor<19xf32> {piper.role = "input"}) -> tensor<19xf32> {
  %e = tensor.empty() : tensor<19xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x0 : tensor<19xf32>) outs(%e : tensor<19xf32>) {
  ^bb0(%a0: f32, %o: f32):
    %r = math.cosh %a0 : f32
    linalg.yield %r : f32
  } -> tensor<19xf32>
  return %0 : tensor<19xf32>
}
