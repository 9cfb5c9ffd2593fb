// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The scalar takes the element, the destination the rest.
//
// CHECK: @insert argument 0 (input): max error {{[0-9.e+-]+}} over 3 samples
// CHECK: @insert argument 1 (input): max error {{[0-9.e+-]+}} over 2 samples

// CHECK-LABEL: func.func private @insert(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.extract %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}]
// CHECK: %[[V2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V3:.*]] = tensor.insert %[[V2]] into %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}]
// CHECK: %[[V4:.*]] = arith.mulf %[[V1]], %{{[a-z0-9_]+}}
// CHECK: %[[V5:.*]] = arith.mulf %{{[a-z0-9_]+}}, %[[V1]]
// CHECK: %[[V6:.*]] = arith.addf %[[V4]], %[[V5]]
// CHECK: %[[V7:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V8:.*]] = tensor.empty() : tensor<2xf32>
// CHECK: %[[V9:.*]] = linalg.fill ins(%[[V7]]
// CHECK: %[[V10:.*]] = tensor.insert %[[V6]] into %[[V9]][%{{[a-z0-9_]+}}]
// CHECK: return %{{[a-z0-9_]+}}, %[[V3]], %[[V10]]
func.func private @insert(%x: tensor<3xf32> {piper.role = "input"}, %y: tensor<2xf32> {piper.role = "input"}) -> (tensor<3xf32>) {
  %i = arith.constant 1 : index
  %s = tensor.extract %y[%i] : tensor<2xf32>
  %q = arith.mulf %s, %s : f32
  %0 = tensor.insert %q into %x[%i] : tensor<3xf32>
  return %0 : tensor<3xf32>
}
