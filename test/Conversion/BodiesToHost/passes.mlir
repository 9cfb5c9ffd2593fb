// RUN: piper-opt %s --piper-round-bodies | FileCheck %s --check-prefix=ROUND
// RUN: piper-opt %s --pass-pipeline='builtin.module(func.func(piper-bodies-to-buffers))' | FileCheck %s --check-prefix=BUFFERS
// RUN: piper-opt %s --piper-lower-bodies-to-host | FileCheck %s --check-prefix=LLVM

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// A sum along rows is taken in lanes; one over rows in the order of the loops.
// ROUND-LABEL: func.func private @sums
// ROUND: arith.addf {{.*}} {piper.order = "lanes"}
// ROUND: arith.addf {{.*}} {piper.order = "seq"}
// The buffers of outputs come before those that are updated in place.
// BUFFERS-LABEL: func.func private @sums
// BUFFERS-SAME: (%{{.*}}: memref<4x32xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<32xf32>)
// LLVM-DAG: llvm.func @sums(%{{.*}}: !llvm.ptr) attributes {{{.*}}piper.scratch = 0 : i64
func.func private @sums(%x: tensor<4x32xf32>, %acc: tensor<32xf32>) -> (tensor<4xf32>, tensor<32xf32>)
    attributes {piper.inouts = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x32xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4x32xf32>) outs(%acc : tensor<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %0, %1 : tensor<4xf32>, tensor<32xf32>
}

// Multiply and add of one op round once; a division by a constant multiplies.
// ROUND-LABEL: func.func private @elementwise
// ROUND: math.fma
// ROUND-NOT: arith.divf
// ROUND: return
func.func private @elementwise(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4x32xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x32xf32>) outs(%e : tensor<4x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    %s = arith.addf %m, %three : f32
    %d = arith.divf %s, %three : f32
    linalg.yield %d : f32
  } -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}

// A product into zeros overwrites and one into an accumulator adds to the
// caller's memory: nothing is filled or copied.
// LLVM-LABEL: llvm.func internal @products.buffers
// LLVM-NOT: piper_kernel
// LLVM-COUNT-2: llvm.call @piper_rt_gemm_f32
// LLVM-NOT: llvm.call
// LLVM: llvm.return
func.func private @products(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %acc: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
    attributes {piper.inouts = 1 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%acc : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
