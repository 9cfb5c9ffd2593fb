// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// The reshape back.
//
// CHECK: @collapse argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples
// CHECK: @rank_zero argument 0 (param x): max error {{[0-9.e+-]+}} over 1 samples

// CHECK-LABEL: func.func private @collapse(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = tensor.expand_shape %{{[a-z0-9_]+}} {{\[\[}}0, 1], [2]] output_shape [3, 7, 2]
// CHECK: return %{{[a-z0-9_]+}}, %[[V1]]
func.func private @collapse(%x: tensor<3x7x2xf32> {piper.role = "input"}) -> (tensor<21x2xf32>) {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x7x2xf32> into tensor<21x2xf32>
  return %0 : tensor<21x2xf32>
}

func.func private @rank_zero(%x: tensor<1x1xf32> {piper.role = "param", piper.param = "x"}) -> (tensor<f32>) {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}
