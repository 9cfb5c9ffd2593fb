// A temporary of a loop, too large for the stack, lies in the scratch buffer.
// RUN: piper-opt %s --piper-lower-bodies-to-host | FileCheck %s
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.func @loop(%{{.*}}: !llvm.ptr) attributes {{{.*}}piper.scratch = 16000 : i64
// CHECK-NOT: llvm.call @malloc

func.func private @loop(%x: tensor<8x4000xf32>,
    %acc: tensor<8x4000xf32>) -> tensor<8x4000xf32> attributes {piper.inouts = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %acc) -> tensor<8x4000xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 4000] [1, 1] : tensor<8x4000xf32> to tensor<4000xf32>
    %old = tensor.extract_slice %a[%i, 0] [1, 4000] [1, 1] : tensor<8x4000xf32> to tensor<4000xf32>
    %e = tensor.empty() : tensor<4000xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (3999 - d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]} ins(%row, %old : tensor<4000xf32>, tensor<4000xf32>) outs(%e : tensor<4000xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %q : f32
      linalg.yield %s : f32 } -> tensor<4000xf32>
    %n = tensor.insert_slice %t into %a[%i, 0] [1, 4000] [1, 1] : tensor<4000xf32> into tensor<8x4000xf32>
    scf.yield %n : tensor<8x4000xf32>
  }
  return %r : tensor<8x4000xf32>
}
