// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// Each scalar takes its element.
//
// CHECK: @elements argument 0 (input): max error {{[0-9.e+-]+}} over 3 samples

// CHECK-LABEL: func.func private @elements(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0 : index
// CHECK: %[[V2:.*]] = arith.constant 0 : index
// CHECK: %[[V3:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V2]], %[[V1]]]
// CHECK: %[[V4:.*]] = arith.constant 1 : index
// CHECK: %[[V5:.*]] = arith.constant 0 : index
// CHECK: %[[V6:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V5]], %[[V4]]]
// CHECK: %[[V7:.*]] = arith.constant 0 : index
// CHECK: %[[V8:.*]] = arith.constant 1 : index
// CHECK: %[[V9:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V8]], %[[V7]]]
// CHECK: %[[V10:.*]] = arith.constant 1 : index
// CHECK: %[[V11:.*]] = arith.constant 1 : index
// CHECK: %[[V12:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V11]], %[[V10]]]
// CHECK: %[[V13:.*]] = arith.addf %[[V9]], %[[V12]]
// CHECK: %[[V14:.*]] = arith.mulf %[[V13]], %{{[a-z0-9_]+}}
// CHECK: %[[V15:.*]] = arith.mulf %{{[a-z0-9_]+}}, %[[V13]]
// CHECK: %[[V16:.*]] = arith.addf %[[V3]], %[[V14]]
// CHECK: %[[V17:.*]] = arith.addf %[[V6]], %[[V15]]
// CHECK: %[[V18:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V19:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[V20:.*]] = linalg.fill ins(%[[V18]]
// CHECK: %[[V21:.*]] = tensor.insert %[[V17]] into %[[V20]][%{{[a-z0-9_]+}}]
// CHECK: %[[V22:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V23:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[V24:.*]] = linalg.fill ins(%[[V22]]
// CHECK: %[[V25:.*]] = tensor.insert %[[V16]] into %[[V24]][%{{[a-z0-9_]+}}]
// CHECK: %[[V26:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[V27:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V21]], %[[V25]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V26]] : tensor<3xf32>)
// CHECK: ^bb0(%[[V28:.*]]: f32, %[[V29:.*]]: f32, %[[V30:.*]]: f32):
// CHECK: %[[V31:.*]] = arith.addf %[[V28]], %[[V29]]
// CHECK: linalg.yield %[[V31]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V27]]
func.func private @elements(%x: tensor<3xf32> {piper.role = "input"}) -> (tensor<2x2xf32>) {
  %i = arith.constant 2 : index
  %j = arith.constant 0 : index
  %s = tensor.extract %x[%i] : tensor<3xf32>
  %q = tensor.extract %x[%j] : tensor<3xf32>
  %p = arith.mulf %s, %q : f32
  %0 = tensor.from_elements %s, %q, %p, %p : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
