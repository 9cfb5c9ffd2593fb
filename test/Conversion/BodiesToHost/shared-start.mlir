// RUN: piper-opt %s --piper-bodies-to-buffers | FileCheck %s
// RUN: piper-opt %s --piper-lower-bodies-to-host --mlir-print-ir-after=one-shot-bufferize -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUFFERS

// Two results that begin with the same zeros are each computed in memory of
// their own; a copy of one to the other would come after both are written.

// CHECK-LABEL: func.func private @two.BI(
// CHECK: tensor.insert_slice {{.*}} into %[[F0:[0-9]+]][0, 0]
// CHECK: %[[E1:.*]] = tensor.empty
// CHECK: %[[F1:.*]] = linalg.fill {{.*}} outs(%[[E1]] :
// CHECK-NOT: into %[[F0]]
// CHECK: tensor.insert_slice {{.*}} into %[[F1]][0, 3]

// BUFFERS-LABEL: func.func private @two.BI(
// BUFFERS-SAME: %{{.*}}: memref<4x3xf32>, %{{.*}}: memref<4x3xf32>, %[[X:.*]]: memref<4x6xf32>, %[[Y:.*]]: memref<4x6xf32>
// BUFFERS-NOT: memref.copy %[[X]], %[[Y]]
// BUFFERS-NOT: memref.copy %[[Y]], %[[X]]
// BUFFERS: return
func.func private @two.BI(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>)
    -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %x = tensor.insert_slice %a into %f[0, 0] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<4x6xf32>
  %y = tensor.insert_slice %b into %f[0, 3] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<4x6xf32>
  return %x, %y : tensor<4x6xf32>, tensor<4x6xf32>
}
