// RUN: piper-opt %s --mlir-print-local-scope --piper-normalize --piper-differentiate --piper-check-gradient="samples=16" | FileCheck %s

// A scalar read outside of a body: into zeros at its place.
//
// CHECK: @extract argument 0 (input): max error {{[0-9.e+-]+}} over 3 samples

// CHECK-LABEL: func.func private @extract(
// CHECK: piper.cut
// CHECK: %[[V1:.*]] = arith.constant 0 : index
// CHECK: %[[V2:.*]] = tensor.extract %{{[a-z0-9_]+}}[%[[V1]]]
// CHECK: %[[V3:.*]] = math.cos %{{[a-z0-9_]+}}
// CHECK: %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]]
// CHECK: %[[V5:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V6:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[V7:.*]] = linalg.fill ins(%[[V5]]
// CHECK: %[[V8:.*]] = tensor.insert %[[V4]] into %[[V7]][%{{[a-z0-9_]+}}]
// CHECK: return %{{[a-z0-9_]+}}, %[[V8]]
func.func private @extract(%x: tensor<3xf32> {piper.role = "input"}) -> (tensor<1xf32>) {
  %i = arith.constant 2 : index
  %s = tensor.extract %x[%i] : tensor<3xf32>
  %q = math.sin %s : f32
  %0 = tensor.from_elements %q : tensor<1xf32>
  return %0 : tensor<1xf32>
}
