// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The reshape back.
//
// CHECK: @expand argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @empty argument 0 (input): max error {{[0-9.e+-]+}} over 0 samples

// CHECK-LABEL: func.func private @expand(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.collapse_shape %{{[a-z0-9_]+}} {{\[\[}}0, 1], [2]]
// CHECK: return %{{[a-z0-9_]+}}, %[[V1]]
func.func private @expand(%x: tensor<21x2xf32> {piper.role = "input"}) -> (tensor<3x7x2xf32>) {
  %0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [3, 7, 2] : tensor<21x2xf32> into tensor<3x7x2xf32>
  return %0 : tensor<3x7x2xf32>
}

func.func private @empty(%x: tensor<0xf32> {piper.role = "input"}) -> (tensor<0x3xf32>) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [0, 3] : tensor<0xf32> into tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
