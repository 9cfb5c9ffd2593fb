// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The sum over the tensor, to the scalar and so to where it was read.
//
// CHECK: @filled argument 0 (input): max error {{[0-9.e+-]+}} over 3 samples

// CHECK-LABEL: func.func private @filled(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V2:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[V3:.*]] = linalg.fill ins(%[[V1]]
// CHECK: %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%{{[a-z0-9_]+}} : tensor<2x5xf32>) outs(%[[V3]] : tensor<f32>)
// CHECK: ^bb0(%[[V5:.*]]: f32, %[[V6:.*]]: f32):
// CHECK: %[[V7:.*]] = arith.addf %[[V6]], %[[V5]]
// CHECK: linalg.yield %[[V7]]
// CHECK: %[[V8:.*]] = tensor.extract %[[V4]][]
// CHECK: %[[V9:.*]] = arith.mulf %[[V8]], %{{[a-z0-9_]+}}
// CHECK: %[[V10:.*]] = arith.mulf %{{[a-z0-9_]+}}, %[[V8]]
// CHECK: %[[V11:.*]] = arith.addf %[[V9]], %[[V10]]
// CHECK: %[[V12:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V13:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[V14:.*]] = linalg.fill ins(%[[V12]]
// CHECK: %[[V15:.*]] = tensor.insert %[[V11]] into %[[V14]][%{{[a-z0-9_]+}}]
// CHECK: return %{{[a-z0-9_]+}}, %[[V15]]
func.func private @filled(%x: tensor<3xf32> {piper.role = "input"}) -> (tensor<2x5xf32>) {
  %i = arith.constant 1 : index
  %s = tensor.extract %x[%i] : tensor<3xf32>
  %q = arith.mulf %s, %s : f32
  %e = tensor.empty() : tensor<2x5xf32>
  %0 = linalg.fill ins(%q : f32) outs(%e : tensor<2x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
