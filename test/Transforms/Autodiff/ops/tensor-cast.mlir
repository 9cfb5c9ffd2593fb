// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s
// RUN: piper-opt %s --piper-differentiate | FileCheck %s --check-prefix=IR

// The casts back, where normal form has not taken them away.
//
// IR-LABEL: func.func private @cast(
// IR: piper.cut
// IR: %[[D:.*]] = tensor.cast %arg1 : tensor<3x7xf32> to tensor<?x7xf32>
// IR: %[[DX:.*]] = tensor.cast %[[D]] : tensor<?x7xf32> to tensor<3x7xf32>
// IR: return %{{.*}}, %[[DX]]
//
// CHECK: @cast argument 0 (input): max error {{[0-9.e+-]+}} over 16 samples

func.func private @cast(%x: tensor<3x7xf32> {piper.role = "input"}) -> (tensor<3x7xf32>) {
  %0 = tensor.cast %x : tensor<3x7xf32> to tensor<?x7xf32>
  %1 = tensor.cast %0 : tensor<?x7xf32> to tensor<3x7xf32>
  return %1 : tensor<3x7xf32>
}
