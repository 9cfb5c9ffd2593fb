// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The source takes the slice, the destination the rest.
//
// CHECK: @insert argument 0 (input): max error {{[0-9.e+-]+}} over 6 samples
// CHECK: @insert argument 1 (input): max error {{[0-9.e+-]+}} over 16 samples

// CHECK-LABEL: func.func private @insert(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[1, 0] [2, 3] [1, 2]
// CHECK: %[[V2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V3:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK: %[[V4:.*]] = linalg.fill ins(%[[V2]]
// CHECK: %[[V5:.*]] = tensor.insert_slice %[[V4]] into %{{[a-z0-9_]+}}[1, 0] [2, 3] [1, 2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V1]], %[[V5]]
func.func private @insert(%x: tensor<2x3xf32> {piper.role = "input"}, %y: tensor<4x7xf32> {piper.role = "input"}) -> (tensor<4x7xf32>) {
  %0 = tensor.insert_slice %x into %y[1, 0] [2, 3] [1, 2] : tensor<2x3xf32> into tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
