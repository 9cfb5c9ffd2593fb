// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The transpose back.
//
// CHECK: @transpose argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @three argument 0 (param x): max error {{[0-9.e+-]+}} over 10 samples

// CHECK-LABEL: func.func private @transpose(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.empty() : tensor<3x7xf32>
// CHECK: %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%{{[a-z0-9_]+}} : tensor<7x3xf32>) outs(%[[V1]] : tensor<3x7xf32>)
// CHECK: ^bb0(%[[V3:.*]]: f32, %[[V4:.*]]: f32):
// CHECK: linalg.yield %[[V3]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V2]]
func.func private @transpose(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<7x3xf32>) {
  %e = tensor.empty() : tensor<7x3xf32>
  %0 = linalg.transpose ins(%x : tensor<3x7xf32>) outs(%e : tensor<7x3xf32>) permutation = [1, 0]
  return %0 : tensor<7x3xf32>
}

func.func private @three(%x: tensor<2x1x5xf32> {piper.role = "param", piper.param = "x"}) -> (tensor<5x2x1xf32>) {
  %e = tensor.empty() : tensor<5x2x1xf32>
  %0 = linalg.transpose ins(%x : tensor<2x1x5xf32>) outs(%e : tensor<5x2x1xf32>) permutation = [2, 0, 1]
  return %0 : tensor<5x2x1xf32>
}
