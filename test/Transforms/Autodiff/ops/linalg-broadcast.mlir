// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The sum over what was repeated.
//
// CHECK: @broadcast argument 0 (param x): max error {{[0-9.e+-]+}} over 7 samples
// CHECK: @scalar argument 0 (input): max error {{[0-9.e+-]+}} over 1 samples

// CHECK-LABEL: func.func private @broadcast(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%{{[a-z0-9_]+}} : tensor<3x7x2xf32>) outs(%{{[a-z0-9_]+}} : tensor<7xf32>)
// CHECK: ^bb0(%[[V2:.*]]: f32, %[[V3:.*]]: f32):
// CHECK: %[[V4:.*]] = arith.addf %[[V3]], %[[V2]]
// CHECK: linalg.yield %[[V4]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V1]]
func.func private @broadcast(%x: tensor<7xf32> {piper.role = "param", piper.param = "x"}) -> (tensor<3x7x2xf32>) {
  %e = tensor.empty() : tensor<3x7x2xf32>
  %0 = linalg.broadcast ins(%x : tensor<7xf32>) outs(%e : tensor<3x7x2xf32>) dimensions = [0, 2]
  return %0 : tensor<3x7x2xf32>
}

func.func private @scalar(%x: tensor<f32> {piper.role = "input"}) -> (tensor<0xf32>) {
  %e = tensor.empty() : tensor<0xf32>
  %0 = linalg.broadcast ins(%x : tensor<f32>) outs(%e : tensor<0xf32>) dimensions = [0]
  return %0 : tensor<0xf32>
}
