// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The slice in the middle; a constant padding has no gradient.
//
// CHECK: @pad argument 0 (input): max error {{[0-9.e+-]+}} over 15 samples

// CHECK-LABEL: func.func private @pad(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.extract_slice %{{[a-z0-9_]+}}[1, 0] [3, 5] [1, 1]
// CHECK: return %{{[a-z0-9_]+}}, %[[V1]]
func.func private @pad(%x: tensor<3x5xf32> {piper.role = "input"}) -> (tensor<6x5xf32>) {
  %c = arith.constant 0.5 : f32
  %0 = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x5xf32> to tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
